import { SmsMessageError, type SmsMessageIssue, SmsTextIssue } from '../errors/index.js';

const MOST_LISTED = 20;

/** Collects what is invalid in a message. */
export class MessageIssues {
  private readonly listed: SmsMessageIssue[] = [];
  private count = 0;

  /**
   * @param message what is invalid and what to provide. It may not show the value
   * @param masked the same for logs, if the message shows words of the text
   */
  add(path: string, message: string, masked = message): void {
    this.count += 1;
    // 100 KB of input can have 50,000 issues, and nobody reads more than a few.
    if (this.count > MOST_LISTED) return;
    this.listed.push(
      masked === message ? { path, message } : new SmsTextIssue(path, message, masked),
    );
  }

  /** The first 20 issues, and one that says how many more there are. */
  get list(): readonly SmsMessageIssue[] {
    const more = this.count - this.listed.length;
    if (more === 0) return this.listed;
    const noun = more === 1 ? 'issue' : 'issues';
    return [
      ...this.listed,
      { path: 'message', message: `has ${more} more ${noun}, not listed here` },
    ];
  }

  /** @throws SmsMessageError with the issues, if there are any */
  throwIfAny(): void {
    if (this.count > 0) throw new SmsMessageError(this.list);
  }
}

/** The error for what a getter or a proxy threw, which may contain anything and so is not shown. */
export function asMessageError(error: unknown, path: string): SmsMessageError {
  if (error instanceof SmsMessageError) return error;
  return new SmsMessageError([
    { path, message: 'could not be read, because reading it threw; pass a plain object' },
  ]);
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
    allowed.find((known) => known.toLowerCase() === word) ??
    allowed.find((known) => start.length === 4 && known.toLowerCase().startsWith(start));
  return meant !== undefined && allowed.includes(meant)
    ? `is not known; did you mean '${meant}'?`
    : `is not known; ${advice}`;
}
