import { createHash } from 'node:crypto';
import { SmsGuardError } from '../errors/index.js';
import type { CheckedMessage, ReadRecipient } from '../message/checked-message.js';
import type { SmsGuardStore } from './guard-store.js';
import {
  type Asking,
  type Counting,
  type Limit,
  optedOutError,
  readCountable,
  type Refusing,
} from './limits.js';
import { askOptedOut, forgetAnswer, type Question } from './opted-out.js';

/** Limits by their options, in the order in which they refuse. */
export type Limits = Readonly<Record<string, Limit | undefined>>;

/** Refuses messages that exceed the app's own limits. */
export class SendLimits {
  /** The most recipients that a send may have. */
  readonly largestSend: number;

  private readonly refusing: readonly Refusing[];
  private readonly counting: readonly Counting[];
  private readonly asking: readonly Asking[];

  /**
   * @param scope what the counts belong to, for example the address of the gateway and the account
   * @param read reads the numbers that the app names
   */
  constructor(
    readonly given: Limits,
    private readonly store: SmsGuardStore,
    private readonly scope: string,
    private readonly read: ReadRecipient,
  ) {
    const limits = Object.values(given).filter((limit) => limit !== undefined);
    this.largestSend = Math.min(...limits.map(({ largestSend = Infinity }) => largestSend));
    this.refusing = limits.filter((limit) => 'refusalOf' in limit);
    this.counting = limits.filter((limit) => 'countsOf' in limit);
    this.asking = limits.filter((limit) => 'optedOut' in limit);
  }

  /** Why a message, its text alone or a number may never be sent, whatever was sent before; undefined if it may. */
  refusalOf(known: Partial<CheckedMessage>): SmsGuardError | undefined {
    for (const limit of this.refusing) {
      const refusal = limit.refusalOf(known);
      if (refusal) return refusal;
    }
    return undefined;
  }

  /** Whether the app is asked about each send. */
  get asks(): boolean {
    return this.asking.length > 0;
  }

  /** Asks the app who must not get a message. */
  async ask(question: Omit<Question, 'read'>): Promise<SmsGuardError | undefined> {
    const { recipients } = question;
    for (const { optedOut } of this.asking) {
      const answer = await askOptedOut(optedOut, { ...question, read: this.read });
      if (answer instanceof SmsGuardError) return answer;
      const refused = recipients.filter((number) => answer.has(number));
      if (refused.length > 0) return optedOutError(refused, recipients);
    }
    return undefined;
  }

  /** Has the app asked again about a send that had to wait for a long time. */
  forgetAnswer(batch: object): void {
    for (const { optedOut } of this.asking) forgetAnswer(optedOut, batch);
  }

  /** Reads recipients that the limits can count. */
  readRecipients(read: ReadRecipient): ReadRecipient {
    if (!this.counting.some(({ countsNumbers }) => countsNumbers)) return read;
    return readCountable(read, (number) => this.refusalOf({ recipients: [number] }) !== undefined);
  }

  /**
   * Counts a send.
   *
   * @returns a function that takes back what was counted for numbers to which nothing was sent
   * @throws SmsGuardError if it would exceed a limit; nothing is counted then
   * @throws SmsMessageError if a number cannot be counted by `perRecipient`
   */
  async take(recipients: readonly string[]): Promise<(unsent: readonly string[]) => Promise<void>> {
    const counted = this.countsOf(recipients);
    if (counted.length === 0) return async () => undefined;
    const counts = counted.map(({ count }) => count);
    const { over, stamps } = await this.store.take(counts);
    const indices = new Set(over.map(({ index }) => index));
    const exceeded = counted.filter((_each, index) => indices.has(index));
    const limit = exceeded[0]?.limit;
    if (limit) {
      const keys = exceeded.flatMap((each) => (each.limit === limit ? each.key : []));
      throw limit.exceeded(Math.max(...over.map((each) => each.retryAfter)), keys, recipients);
    }
    return async (unsent) => {
      if (unsent.length === 0) return;
      const amounts = new Map(this.countsOf(unsent).map(({ count }) => [count.key, count.amount]));
      const unused = counts.map((count) => ({ ...count, amount: amounts.get(count.key) ?? 0 }));
      await this.store.giveBack(unused, stamps);
    };
  }

  /** What a send adds to the counts of all limits, with hashes as their keys. */
  private countsOf(recipients: readonly string[]) {
    return this.counting.flatMap((limit) =>
      limit.countsOf(recipients).map((count) => {
        const key = createHash('sha256').update(`${this.scope}\n${count.key}`).digest('base64url');
        return { limit, key: count.key, count: { ...count, key } };
      }),
    );
  }
}
