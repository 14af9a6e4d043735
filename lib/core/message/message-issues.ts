import { SmsMessageError, type SmsMessageIssue, SmsTextIssue } from '../errors/index.js';

const MOST_LISTED = 20;

/** What is invalid in a message. A plain array, because most messages have no issues. */
export type MessageIssues = SmsMessageIssue[];

/**
 * Notes what is invalid.
 *
 * @param message what is invalid and what to provide. It may not show the value
 * @param masked the same for logs, if the message shows words of the text
 */
export function addIssue(
  issues: MessageIssues,
  path: string,
  message: string,
  masked = message,
): void {
  issues.push(masked === message ? { path, message } : new SmsTextIssue(path, message, masked));
}

/** The first 20 issues, and one that says how many more there are: 100 KB of input can have 50,000. */
export function listIssues(issues: MessageIssues): readonly SmsMessageIssue[] {
  const issuesLeft = issues.length - MOST_LISTED;
  if (issuesLeft <= 0) return issues;
  const noun = issuesLeft === 1 ? 'issue' : 'issues';
  return [
    ...issues.slice(0, MOST_LISTED),
    { path: 'message', message: `has ${issuesLeft} more ${noun}, not listed here` },
  ];
}

/** @throws SmsMessageError with the issues, if there are any */
export function throwIssues(issues: MessageIssues): void {
  if (issues.length > 0) throw new SmsMessageError(listIssues(issues));
}

/** The error for what a getter or a proxy threw, which may contain anything and so is not shown. */
export function asMessageError(error: unknown): SmsMessageError {
  if (error instanceof SmsMessageError) return error;
  const message = 'could not be read, because reading it threw; pass a plain object';
  return new SmsMessageError([{ path: 'message', message }]);
}

/**
 * What to say about an unknown key: which one was probably meant, or `advice` if none is similar.
 *
 * @param synonyms other words for the allowed keys, in lower case
 */
export function unknownKeyProblem(
  key: string,
  allowed: readonly string[],
  advice: string,
  synonyms?: ReadonlyMap<string, string>,
): string {
  const word = key.toLowerCase();
  const start = word.slice(0, 4);
  const meant =
    synonyms?.get(word) ??
    allowed.find((knownKey) => knownKey.toLowerCase() === word) ??
    allowed.find((knownKey) => start.length === 4 && knownKey.toLowerCase().startsWith(start));
  return meant !== undefined && allowed.includes(meant)
    ? `is not known; perhaps you meant '${meant}'`
    : `is not known; ${advice}`;
}
