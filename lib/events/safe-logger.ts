import { Logger } from '@nestjs/common';

/**
 * Logs through Nest, and never throws. An app can replace Nest's logger by its own, and one that throws
 * must not change what happened to a message: such a line is lost.
 */
export class SafeLogger {
  private readonly logger: Logger;

  constructor(context: string) {
    this.logger = new Logger(context);
  }

  debug(text: string): void {
    quietly(() => this.logger.debug(text));
  }

  log(text: string): void {
    quietly(() => this.logger.log(text));
  }

  warn(text: string): void {
    quietly(() => this.logger.warn(text));
  }

  error(text: string, stack?: string): void {
    quietly(() => (stack === undefined ? this.logger.error(text) : this.logger.error(text, stack)));
  }
}

/** Does what only reports something: an error of it is dropped. */
export function quietly(report: () => void): void {
  try {
    report();
  } catch {
    // There is no other way to report to the app.
  }
}
