import { ConsoleLogger } from '@nestjs/common';

/** A logger that throws at every line of the package. */
export class BrokenLog extends ConsoleLogger {
  /** Whether it also throws when it is asked for its levels. */
  hidesLevels = false;
  /** How many lines it was given. */
  lines = 0;

  override log = (...given: unknown[]): void => this.fail(given);
  override debug = (...given: unknown[]): void => this.fail(given);
  override warn = (...given: unknown[]): void => this.fail(given);
  override error = (...given: unknown[]): void => this.fail(given);

  override isLevelEnabled(): boolean {
    if (this.hidesLevels) throw new Error('the log is broken');
    return true;
  }

  private fail(given: readonly unknown[]): void {
    // Nest's own lines must not keep an app from starting.
    if (!String(given.at(-1)).startsWith('Sms')) return;
    this.lines += 1;
    throw new Error('the log is broken');
  }
}
