import { SmsMessageError, type SmsMessageIssue } from '../errors/index.js';

const MOST_LISTED = 20;

/** Collects the issues of a message. Costs next to nothing if there are none. */
export class MessageIssues {
  private listed: { readonly key: string; readonly issue: SmsMessageIssue }[] | undefined;
  private count = 0;

  /**
   * @param key the key of the message that the issue is about
   * @param message what is invalid and what to give, or a function that finds out, if that takes long
   * @param path the issue's path, if it is not the key
   */
  add(key: string, message: string | (() => string), path = key): void {
    this.count += 1;
    this.listed ??= [];
    // 100 KB of input can have 50,000 issues, and nobody reads more than a few.
    if (this.listed.length >= MOST_LISTED) return;
    const text = typeof message === 'string' ? message : message();
    this.listed.push({ key, issue: { path, message: text } });
  }

  get isEmpty(): boolean {
    return this.count === 0;
  }

  /**
   * The first 20 issues, and one that says how many more there are.
   *
   * @param given its keys order the issues; issues of keys that it does not have come last
   */
  list(given: object): readonly SmsMessageIssue[] {
    const order = new Map(Object.keys(given).map((key, index) => [key, index]));
    const placeOf = (key: string): number => order.get(key) ?? order.size;
    const listed = this.listed ?? [];
    const sorted = listed.toSorted((left, right) => placeOf(left.key) - placeOf(right.key));
    const issues = sorted.map(({ issue }) => issue);
    const more = this.count - listed.length;
    if (more === 0) return issues;
    return [...issues, { path: 'message', message: `has ${more} more issues, not listed here` }];
  }

  /** @throws SmsMessageError with the issues in the order of the message's keys, if there are any */
  throwIfAny(message: object): void {
    if (!this.isEmpty) throw new SmsMessageError(this.list(message));
  }
}

/**
 * The error for what was thrown while something was read, for example by a getter or a proxy. What was
 * thrown may contain anything, so it is not shown.
 *
 * @param what the path of what was read
 */
export function asMessageError(error: unknown, what: string): SmsMessageError {
  if (error instanceof SmsMessageError) return error;
  return new SmsMessageError([
    { path: what, message: 'could not be read, because reading it threw; give a plain object' },
  ]);
}
