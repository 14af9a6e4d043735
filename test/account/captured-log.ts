import { Logger, type LoggerService } from '@nestjs/common';

/** A line of the log. */
export interface Line {
  readonly level: string;
  readonly message: unknown;
  /** The other arguments, the context last. */
  readonly more: readonly unknown[];
}

/** Replaces Nest's logger and keeps every line of every level. */
export class CapturedLog implements LoggerService {
  readonly lines: Line[] = [];

  /** Replaces it until {@link end}. */
  begin(): this {
    // Nest keeps the levels that were set last.
    Logger.overrideLogger(['verbose', 'debug', 'log', 'warn', 'error', 'fatal']);
    Logger.overrideLogger(this);
    return this;
  }

  end(): void {
    Logger.overrideLogger(false);
  }

  /** The lines about the outcome of a send, as level and message. */
  get ofSends(): string[] {
    return this.lines
      .filter(({ more }) => more.at(-1) === 'SmsGateway')
      .map(({ level, message }) => `${level}: ${String(message)}`)
      .filter((line) => /: \[[^\]]*\] (?:Accepted|Not sent|May have been sent|Held): /.test(line));
  }

  log(message: unknown, ...more: unknown[]): void {
    this.lines.push({ level: 'log', message, more });
  }

  error(message: unknown, ...more: unknown[]): void {
    this.lines.push({ level: 'error', message, more });
  }

  warn(message: unknown, ...more: unknown[]): void {
    this.lines.push({ level: 'warn', message, more });
  }

  debug(message: unknown, ...more: unknown[]): void {
    this.lines.push({ level: 'debug', message, more });
  }

  verbose(message: unknown, ...more: unknown[]): void {
    this.lines.push({ level: 'verbose', message, more });
  }

  fatal(message: unknown, ...more: unknown[]): void {
    this.lines.push({ level: 'fatal', message, more });
  }
}
