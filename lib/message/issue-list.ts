import { SmsMessageError, type SmsMessageIssue } from '../errors/index.js';

/** Gathers what is wrong with a message. Costs next to nothing while nothing is. */
export class IssueList {
  private found: { readonly key: string; readonly issue: SmsMessageIssue }[] | undefined;

  /** Notes an issue of the message's `key`; its path where it is another one. */
  add(key: string, message: string, path = key): void {
    (this.found ??= []).push({ key, issue: { path, message } });
  }

  addAll(key: string, issues: readonly SmsMessageIssue[]): void {
    for (const { path, message } of issues) this.add(key, message, path);
  }

  /** @throws SmsMessageError with the issues in the order of the message's keys, if there are any. */
  throwIfAny(message: object): void {
    if (this.found === undefined) return;
    const order = new Map(Object.keys(message).map((key, index) => [key, index]));
    const placeOf = (key: string): number => order.get(key) ?? order.size;
    const sorted = this.found.toSorted((left, right) => placeOf(left.key) - placeOf(right.key));
    throw new SmsMessageError(sorted.map(({ issue }) => issue));
  }
}
