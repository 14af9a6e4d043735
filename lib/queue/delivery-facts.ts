import { maskDigits } from '../common/mask.js';
import type { SmsReport, SmsReportState } from '../reports/sms-report.js';
import type { SmsQueueDelivery } from './sms-queue.js';

/** What a report says of one number of a transaction. */
export type Fact = readonly [
  state: SmsReportState,
  code: string | null,
  cause: string | null,
  at: number,
];

/** From what says least to what counts most. The last three are final. */
const STATES = ['pending', 'unrecognised', 'expired', 'failed', 'delivered'] as const;

/** Longer words of a gateway are cut. */
const LONGEST = 200;
/** Shorter than a number. */
const LONGEST_CODE = 7;

type Said = Pick<SmsReport, 'state' | 'code' | 'cause' | 'at' | 'receivedAt'>;

export function factOf({ state, code = '', cause = '', at, receivedAt }: Said): Fact {
  // A gateway may quote the number.
  const shownCode = code.length > LONGEST_CODE ? maskDigits(code.slice(0, LONGEST)) : code;
  return [state, shownCode || null, maskDigits(cause.slice(0, LONGEST)) || null, at ?? receivedAt];
}

/**
 * What facts come to: the same in whatever order they come, and however often. One of each state is kept, if
 * possible one with a code and a cause.
 */
export function mergeFacts(facts: readonly Fact[]): readonly Fact[] {
  const texts = facts.map((fact) => JSON.stringify(fact)).toSorted();
  const merged = STATES.map((state) => texts.find((text) => text.startsWith(`["${state}"`)));
  return merged.flatMap((text): Fact[] => (text === undefined ? [] : [JSON.parse(text)]));
}

/** What became of a number; undefined without a fact. */
export function deliveryOf(
  facts: readonly Fact[],
): Omit<SmsQueueDelivery, 'recipient'> | undefined {
  const last = mergeFacts(facts).at(-1);
  if (!last) return undefined;
  const [state, code, cause, at] = last;
  const isConflict =
    state === 'delivered' && facts.some(([each]) => each === 'failed' || each === 'expired');
  return {
    state,
    ...(isConflict && { conflict: true }),
    ...(code !== null && { code }),
    ...(cause !== null && { cause }),
    at,
  };
}
