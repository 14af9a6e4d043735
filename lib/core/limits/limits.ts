import { SmsGuardError, SmsMessageError } from '../errors/index.js';
import { findCallingCode } from '../message/calling-code.js';
import type { CheckedMessage, ReadRecipient } from '../message/checked-message.js';
import { maskNumber } from '../common/mask.js';
import type { SmsGuardCount } from './guard-store.js';
import { askOptedOut, type Question } from './opted-out.js';
import type { SmsOptedOut } from './sms-opted-out.js';

const DAY = 86_400_000;

/** The most numbers that an error shows. */
const MOST_SHOWN = 3;

/** Refuses what may never be sent, whatever was sent before. */
export interface Refusing {
  /** The error for a message, or for what is known of it so far; undefined if it may be sent. */
  refusalOf(message: Partial<CheckedMessage>): SmsGuardError | undefined;
}

/** What limits that count know of a message. */
export type CountedMessage = Pick<CheckedMessage, 'recipients' | 'values'>;

/** What a send adds to one count of a limit. */
interface LimitCount extends SmsGuardCount {
  /** What is counted. It is hashed for the store. No other limit has the same keys. */
  readonly key: string;
  /** The number that it counts, if it counts a single one. An error shows it, and no store gets it. */
  readonly recipient?: string;
}

/** Refuses what would be too much, given what was sent before. */
export interface Counting {
  /**
   * What a send adds to the counts.
   *
   * @throws SmsGuardError, SmsMessageError if it can never be counted
   */
  countsOf(message: CountedMessage): readonly LimitCount[];
  /** The error if counts would exceed their limit, with the numbers that they count, and all that were to be counted. */
  exceeded(retryAfter: number, refused: readonly string[], all: readonly string[]): SmsGuardError;
  /** Whether it counts each number, so that recipients must be valid in the plan of their country. */
  readonly countsNumbers?: true;
}

/** Refuses recipients whom the app names when it is asked. */
export interface Asking {
  /** The error if the app names some of them, or does not answer. */
  ask(question: Question): Promise<SmsGuardError | undefined>;
}

/** One of the app's own limits, an option of `guard`. It does at least one of these. */
export type Limit = (Refusing | Counting | Asking | (Refusing & Counting)) & {
  /** The most recipients that a send may have: batches of a broadcast have no more. Default: any number. */
  readonly largestSend?: number;
};

/** What each option of `guard` does, made from its checked value. */
export const LIMITS = {
  maxSegments: (most: number): Limit => ({
    refusalOf({ segments }) {
      if (!segments || segments.count <= most) return undefined;
      const message = `The text takes ${segments.count} segments, and guard.maxSegments is ${most}. Nothing was sent. Shorten the text; sms.estimate() counts its segments.`;
      return new SmsGuardError('segments', message, { retryable: false });
    },
  }),

  /** @param allowed ISO 3166 codes */
  countries: (allowed: ReadonlySet<string>): Limit => ({
    refusalOf({ recipients = [] }) {
      const isAbroad = (number: string): boolean => !isIn(number, allowed);
      const refused = recipients.filter((number) => isAbroad(number) || isCostly(number));
      if (refused.length === 0) return undefined;
      const why = [
        refused.some(isAbroad) && 'in another country',
        refused.some(isCostly) && 'premium-rate or shared-cost',
      ].filter(Boolean);
      const message = `guard.countries allows only ${[...allowed].join(', ')}, and ${shown(refused, recipients)} ${why.join(', ')}. Nothing was sent.`;
      return new SmsGuardError('country', message, { retryable: false, recipients: refused });
    },
  }),

  optedOut: (optedOut: SmsOptedOut): Limit => ({
    async ask(question) {
      const answer = await askOptedOut(optedOut, question);
      if (answer instanceof SmsGuardError) return answer;
      const { recipients } = question;
      const refused = recipients.filter((number) => answer.has(number));
      if (refused.length === 0) return undefined;
      const message = `guard.optedOut says that ${shown(refused, recipients)} opted out. Nothing was sent. Leave them out.`;
      return new SmsGuardError('opted-out', message, { retryable: false, recipients: refused });
    },
  }),

  perDay: ({ recipients: limit }: { readonly recipients: number }): Limit => ({
    largestSend: limit,
    countsOf({ recipients: { length: amount } }) {
      if (amount <= limit) return [{ key: 'day', amount, limit, windowMs: DAY }];
      const message = `The message has more recipients than guard.perDay allows in 24 hours (${limit}). Nothing was sent. Send it to fewer, or raise the limit.`;
      throw new SmsGuardError('daily-limit', message, { retryable: false });
    },
    exceeded(retryAfter) {
      const message = `With this message, the account would exceed the ${limit} recipients that guard.perDay allows in 24 hours. Nothing was sent. Look for abuse, or raise the limit.`;
      return new SmsGuardError('daily-limit', message, { retryAfter });
    },
  }),

  perRecipient: ({ count, perMs }: { readonly count: number; readonly perMs: number }): Limit => ({
    countsNumbers: true,
    countsOf({ recipients }) {
      // Numbers may have been checked by the rules of another account of a failover.
      const uncountable = recipients.find((number) => !isInPlan(number));
      if (uncountable !== undefined) {
        throw new SmsMessageError([{ path: 'to', message: whyUncountable(uncountable) }]);
      }
      const window = { amount: 1, limit: count, windowMs: perMs };
      return recipients.map((recipient) => ({ key: recipient, recipient, ...window }));
    },
    exceeded(retryAfter, refused, recipients) {
      const message = `guard.perRecipient allows ${count} messages to one number in ${perMs} ms, and ${shown(refused, recipients)} over that limit. Nothing was sent. Try again after retryAfter.`;
      return new SmsGuardError('recipient-limit', message, { retryAfter, recipients: refused });
    },
  }),
};

/**
 * Reads recipients that are counted one by one. Several notations of a number that are not in its plan,
 * for example one with its country prefix twice, may reach the same phone, and each of them would count
 * separately.
 *
 * @param isRefused whether another limit refuses a number anyway; its error then says why
 */
export function readCountable(
  read: ReadRecipient,
  isRefused: (number: string) => boolean = () => false,
): ReadRecipient {
  return (value) => {
    const number = read(value);
    if (typeof number !== 'string' || isInPlan(number) || isRefused(number)) return number;
    return { issue: whyUncountable(number) };
  };
}

function isInPlan(number: string): boolean {
  return findCallingCode(number)?.planOf(number) !== undefined;
}

function whyUncountable(number: string): string {
  return `is not a valid number in its country, and perRecipient counts no others, because they may be other notations of one number; correct it (${maskNumber(number)})`;
}

/** Whether a number has a premium rate or shared cost, according to its plan. */
function isCostly(number: string): boolean {
  return findCallingCode(number)?.planOf(number)?.isCostly(number) ?? false;
}

// A number that is in no numbering plan may belong to any country with its calling code.
function isIn(number: string, countries: ReadonlySet<string>): boolean {
  const possible = findCallingCode(number)?.countriesOf(number) ?? [];
  return possible.length > 0 && possible.every((country) => countries.has(country));
}

function shown(refused: readonly string[], all: readonly string[]): string {
  const numbers = refused.slice(0, MOST_SHOWN).map(maskNumber).join(', ');
  const ellipsis = refused.length > MOST_SHOWN ? ', …' : '';
  const verb = refused.length === 1 ? 'is' : 'are';
  return `${refused.length} of ${all.length} recipients (${numbers}${ellipsis}) ${verb}`;
}
