import type { LoggerService } from '@nestjs/common';

const ignore = () => undefined;
export const SILENT: LoggerService = { log: ignore, warn: ignore, error: ignore };

/** A logger, and what it was given: all lines with all their parts, and the messages of two levels. */
export function keepLog() {
  const lines: string[] = [];
  const warnings: string[] = [];
  const errors: string[] = [];
  const keep = (messages?: string[]) => {
    return (...parts: readonly unknown[]): void => {
      lines.push(parts.map(String).join(' '));
      messages?.push(String(parts[0]));
    };
  };
  const logger: LoggerService = { log: keep(), warn: keep(warnings), error: keep(errors) };
  return { lines, warnings, errors, logger };
}
