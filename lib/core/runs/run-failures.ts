import { type SmsErrorCode, type SmsGatewayError, SmsMessageError } from '../errors/index.js';
import { SmsTextIssue } from '../errors/own.errors.js';
import { logOf } from '../logging/safe-logger.js';

/** The codes whose cause is in the app: every run fails with them until somebody fixes it. */
const CAUSED_BY_APP: ReadonlySet<SmsErrorCode> = new Set([
  'message-invalid',
  'argument-invalid',
  'configuration',
]);

/** What failed in a run, and why. */
export class RunFailures {
  /** How many outcomes had each code. */
  readonly codes: Partial<Record<SmsErrorCode, number>> = {};
  /** How many of them the app caused, and the first of these. */
  private caused = 0;
  private first: { readonly index: number; readonly error: SmsGatewayError } | undefined;

  add(index: number, error: SmsGatewayError): void {
    const { code } = error;
    this.codes[code] = (this.codes[code] ?? 0) + 1;
    if (!CAUSED_BY_APP.has(code)) return;
    this.caused += 1;
    this.first ??= { index, error };
  }

  /**
   * Warns of what the app caused, with the first issue: a tally does not show it.
   *
   * @param account the account to whose log the warning goes. Default: that of the first error
   */
  warn(account?: string): void {
    const { caused, first } = this;
    if (!first) return;
    const { index, error } = first;
    const noun = caused === 1 ? 'failure' : 'failures';
    logOf(account ?? error.account).warn(
      `A run ended with ${caused} ${noun} that the app caused. The first, with index ${index} (${error.code}): ${problemOf(error)} To see each one, loop over the run.`,
    );
  }
}

/** Masked, unlike the issues of a text that differs from its template. */
function problemOf(error: SmsGatewayError): string {
  const issue = error instanceof SmsMessageError ? error.issues[0] : undefined;
  if (!issue) return error.message;
  const { path, message } = issue instanceof SmsTextIssue ? issue.toJSON() : issue;
  return `${path}: ${message}.`;
}
