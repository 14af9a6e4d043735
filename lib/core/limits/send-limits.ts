import { createHash } from 'node:crypto';
import { SmsGuardError, SmsMessageError } from '../errors/index.js';
import { findCallingCode } from '../message/calling-code.js';
import type { CheckedContent, CheckedMessage, ReadRecipient } from '../message/checked-message.js';
import { maskNumber } from '../common/mask.js';
import type { SmsGuardCount, SmsGuardStore } from './guard-store.js';

const DAY = 86_400_000;

/** The most numbers that an error shows. */
const MOST_SHOWN = 3;

export interface LimitRules {
  /** ISO 3166 codes. */
  readonly countries?: ReadonlySet<string> | undefined;
  readonly maxSegments?: number | undefined;
  readonly perRecipient?: { readonly count: number; readonly perMs: number } | undefined;
  readonly perDay?: { readonly recipients: number } | undefined;
}

/** Refuses messages that exceed the app's own limits. */
export class SendLimits {
  /** @param scope what the counts belong to, for example the address of the gateway and the account */
  constructor(
    private readonly rules: LimitRules,
    private readonly store: SmsGuardStore,
    private readonly scope: string,
  ) {}

  /** Whether only numbers of some countries are sent to. */
  get limitsCountries(): boolean {
    return this.rules.countries !== undefined;
  }

  /** Why a message is never sent, whatever was sent before. */
  refusalOf(message: CheckedMessage): SmsGuardError | undefined {
    return this.refusalOfText(message) ?? this.refusalOfRecipients(message.recipients);
  }

  /** Why a text is not sent to anybody. */
  refusalOfText({ segments }: CheckedContent): SmsGuardError | undefined {
    const { maxSegments } = this.rules;
    if (maxSegments === undefined || segments.count <= maxSegments) return undefined;
    return new SmsGuardError(
      'segments',
      `The text takes ${segments.count} segments, and guard.maxSegments is ${maxSegments}. Nothing was sent. Shorten the text; sms.estimate() counts its segments.`,
      { retryable: false },
    );
  }

  /** Why recipients are not sent to, whatever was sent before. */
  refusalOfRecipients(recipients: readonly string[]): SmsGuardError | undefined {
    const { countries } = this.rules;
    if (!countries) return undefined;
    const refused = recipients.filter((number) => !isIn(number, countries));
    if (refused.length === 0) return undefined;
    return new SmsGuardError(
      'country',
      `guard.countries allows only ${[...countries].join(', ')}, and ${shown(refused, recipients)} of another country. Nothing was sent.`,
      { retryable: false, recipients: refused },
    );
  }

  /**
   * Counts a send.
   *
   * @returns a function that takes back what was counted for numbers to which nothing was sent
   * @throws SmsGuardError if it would exceed a limit; nothing is counted then
   * @throws SmsMessageError if a number cannot be counted by `perRecipient`
   */
  async take(recipients: readonly string[]): Promise<(unsent: readonly string[]) => Promise<void>> {
    const { perRecipient, perDay } = this.rules;
    if (!perRecipient && !perDay) return async () => undefined;
    if (perDay && recipients.length > perDay.recipients) {
      throw new SmsGuardError(
        'daily-limit',
        `The message has more recipients than guard.perDay allows in 24 hours (${perDay.recipients}). Nothing was sent. Send it to fewer, or raise the limit.`,
        { retryable: false },
      );
    }
    // Numbers may have been checked by the rules of another account of a failover.
    const uncountable = perRecipient && recipients.find((number) => !isInPlan(number));
    if (uncountable !== undefined) {
      throw new SmsMessageError([{ path: 'to', message: whyUncountable(uncountable) }]);
    }
    const counts = this.countsOf(recipients);
    const { over, stamps } = await this.store.take(counts);
    if (over.length > 0) throw this.refusal(recipients, over);
    return async (unsent) => {
      if (unsent.length === 0) return;
      const amounts = new Map(this.countsOf(unsent).map(({ key, amount }) => [key, amount]));
      const unused = counts.map((count) => ({ ...count, amount: amounts.get(count.key) ?? 0 }));
      await this.store.giveBack(unused, stamps);
    };
  }

  private countsOf(recipients: readonly string[]): SmsGuardCount[] {
    const { perRecipient, perDay } = this.rules;
    const counts: SmsGuardCount[] = [];
    if (perRecipient) {
      const { count: limit, perMs: windowMs } = perRecipient;
      for (const number of recipients) {
        counts.push({ key: this.keyOf(number), amount: 1, limit, windowMs });
      }
    }
    if (perDay) {
      const { recipients: limit } = perDay;
      counts.push({ key: this.keyOf('day'), amount: recipients.length, limit, windowMs: DAY });
    }
    return counts;
  }

  private keyOf(what: string): string {
    return createHash('sha256').update(`${this.scope}\n${what}`).digest('base64url');
  }

  private refusal(
    recipients: readonly string[],
    over: readonly { readonly index: number; readonly retryAfter: number }[],
  ): SmsGuardError {
    const { perRecipient, perDay } = this.rules;
    const retryAfter = Math.max(...over.map((each) => each.retryAfter));
    const day = over.find(({ index }) => !perRecipient || index >= recipients.length);
    if (perDay && day) {
      return new SmsGuardError(
        'daily-limit',
        `The account has sent to as many recipients in the last 24 hours as guard.perDay allows (${perDay.recipients}), or would with this message. Nothing was sent. Look for abuse, or raise the limit.`,
        { retryAfter },
      );
    }
    const refused = over.flatMap(({ index }) => recipients[index] ?? []);
    return new SmsGuardError(
      'recipient-limit',
      `guard.perRecipient allows ${perRecipient?.count} messages in ${perRecipient?.perMs} ms to one number, and ${shown(refused, recipients)} over it. Nothing was sent. Send it after retryAfter.`,
      { retryAfter, recipients: refused },
    );
  }
}

/**
 * Reads recipients that are counted one by one. Several notations of a number that are not in its plan,
 * for example one with a zero after the prefix, may reach the same phone, and each of them would count
 * separately.
 *
 * @param countries those that the account sends to. Numbers of others are refused anyway, by their country
 */
export function readCountable(read: ReadRecipient, countries?: ReadonlySet<string>): ReadRecipient {
  return (value) => {
    const number = read(value);
    if (typeof number !== 'string' || isInPlan(number)) return number;
    if (countries && !isIn(number, countries)) return number;
    return { issue: whyUncountable(number) };
  };
}

function isInPlan(number: string): boolean {
  return findCallingCode(number)?.planOf(number) !== undefined;
}

function whyUncountable(number: string): string {
  return `is not a valid number of its country, and perRecipient counts no others, because they may be other notations of one number; correct it (${maskNumber(number)})`;
}

// A number that is in no numbering plan may be one of any country with its calling code.
function isIn(number: string, countries: ReadonlySet<string>): boolean {
  const possible = findCallingCode(number)?.countriesOf(number) ?? [];
  return possible.length > 0 && possible.every((country) => countries.has(country));
}

function shown(refused: readonly string[], all: readonly string[]): string {
  const numbers = refused.slice(0, MOST_SHOWN).map(maskNumber).join(', ');
  const more = refused.length > MOST_SHOWN ? ', …' : '';
  const verb = refused.length === 1 ? 'is' : 'are';
  return `${refused.length} of ${all.length} recipients (${numbers}${more}) ${verb}`;
}
