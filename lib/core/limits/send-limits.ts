import { createHash } from 'node:crypto';
import type { SmsGuardError } from '../errors/index.js';
import type { CheckedMessage, ReadRecipient } from '../message/checked-message.js';
import type { SmsGuardStore } from './guard-store.js';
import {
  type Asking,
  type CountedMessage,
  type Counting,
  type Limit,
  readCountable,
  type Refusing,
} from './limits.js';
import type { Question } from './opted-out.js';

/** Limits by their options, in the order in which they refuse. */
export type Limits = Readonly<Record<string, Limit | undefined>>;

/** Refuses messages that exceed the app's own limits. */
export class SendLimits {
  /** The most recipients that a send may have. */
  readonly largestSend: number;
  /** The limit that asks the app, if there is one. */
  readonly asking: Asking | undefined;
  private readonly refusing: readonly Refusing[];
  private readonly counting: readonly Counting[];

  /**
   * @param scope what the counts belong to, for example the address of the gateway and the account
   * @param answers how the app's answers are read
   */
  constructor(
    readonly limitsByOption: Limits,
    private readonly store: SmsGuardStore,
    private readonly scope: string,
    readonly answers: Pick<Question, 'read' | 'fault'>,
  ) {
    const limits = Object.values(limitsByOption).filter((limit) => limit !== undefined);
    this.largestSend = Math.min(...limits.map(({ largestSend = Infinity }) => largestSend));
    this.refusing = limits.filter((limit) => 'refusalOf' in limit);
    this.counting = limits.filter((limit) => 'countsOf' in limit);
    this.asking = limits.find((limit) => 'ask' in limit);
  }

  /** Why a message, its text alone or a number may never be sent, whatever was sent before; undefined if it may. */
  refusalOf(message: Partial<CheckedMessage>): SmsGuardError | undefined {
    for (const limit of this.refusing) {
      const refusal = limit.refusalOf(message);
      if (refusal) return refusal;
    }
    return undefined;
  }

  /** Reads recipients that the limits can count. */
  readRecipients(read: ReadRecipient): ReadRecipient {
    if (!this.counting.some(({ countsNumbers }) => countsNumbers)) return read;
    return readCountable(read, (number) => this.refusalOf({ recipients: [number] }) !== undefined);
  }

  /**
   * Counts a send. A store may be slow, and a send that ends meanwhile does not wait for it.
   *
   * @param wait waits for work that sends nothing, and rejects if the send ends first
   * @returns a function that takes back what was counted for unsent numbers; undefined if nothing was counted
   * @throws SmsGuardError if it would exceed a limit; nothing is counted then
   * @throws SmsMessageError if a number cannot be counted by `perRecipient`
   */
  async take(
    message: CountedMessage,
    wait: <T>(work: Promise<T>) => Promise<T>,
  ): Promise<((unsent: readonly string[]) => Promise<void>) | undefined> {
    const { recipients } = message;
    const counted = this.countsOf(message);
    if (counted.length === 0) return undefined;
    const counts = counted.map(({ count }) => count);
    const taking = this.store.take(counts);
    const giveBack = async (unsent: readonly string[]): Promise<void> => {
      const { over, stamps } = await taking;
      if (over.length > 0 || unsent.length === 0) return;
      const unsentCounts = this.countsOf({ ...message, recipients: unsent });
      const amounts = new Map(unsentCounts.map(({ count }) => [count.key, count.amount]));
      const unused = counts.map((count) => ({ ...count, amount: amounts.get(count.key) ?? 0 }));
      await this.store.giveBack(unused, stamps);
    };
    const { over } = await wait(taking).catch((error: unknown) => {
      giveBack(recipients).catch(() => undefined);
      throw error;
    });
    const indices = new Set(over.map(({ index }) => index));
    const exceeded = counted.filter((_each, index) => indices.has(index));
    const limit = exceeded[0]?.limit;
    if (limit) {
      const refused = exceeded.flatMap((excess) =>
        excess.limit === limit ? (excess.recipient ?? []) : [],
      );
      const retryAfter = Math.max(...over.map((excess) => excess.retryAfter));
      throw limit.exceeded(retryAfter, refused, recipients);
    }
    return (unsent) => wait(giveBack(unsent)).catch(() => undefined);
  }

  /** What a send adds to the counts of all limits, with hashes as their keys. */
  private countsOf(message: CountedMessage) {
    return this.counting.flatMap((limit) =>
      limit.countsOf(message).map(({ recipient, ...count }) => {
        const key = createHash('sha256').update(`${this.scope}\n${count.key}`).digest('base64url');
        return { limit, recipient, count: { ...count, key } };
      }),
    );
  }
}
