import { Logger, type LogLevel } from '@nestjs/common';

/**
 * Logs through Nest, and never throws. An app can replace Nest's logger by its own, and one that throws
 * must not change what happened to a message: such a line is lost.
 */
export class SafeLogger {
  private readonly logger: Logger;

  /** @param prefix what each line begins with */
  constructor(
    context: string,
    private readonly prefix = '',
  ) {
    this.logger = new Logger(context);
  }

  debug(text: string): void {
    quietly(() => this.logger.debug(this.prefix + text));
  }

  log(text: string): void {
    quietly(() => this.logger.log(this.prefix + text));
  }

  warn(text: string): void {
    quietly(() => this.logger.warn(this.prefix + text));
  }

  error(text: string, stack?: string): void {
    const stackArguments = stack === undefined ? [] : [stack];
    quietly(() => this.logger.error(this.prefix + text, ...stackArguments));
  }
}

/** Whether Nest reports a level as on, as far as it can tell. */
export function isLevelEnabled(level: LogLevel): boolean {
  return Logger.isLevelEnabled(level);
}

/** The log of an account, each of whose lines begins with its name. */
export function logOf(account: string): SafeLogger {
  return new SafeLogger('SmsGateway', `[${account}] `);
}

/** Runs code that only reports; errors it throws are dropped. */
export function quietly(report: () => void): void {
  try {
    report();
  } catch {
    // There is no other way to report to the app.
  }
}
