import { maskDigits } from '../common/mask.js';
import type { SmsReportFields, SmsReportState } from '../reports/sms-report.js';
import type { SmsQueueDelivery } from './sms-queue.js';

/** What a report says of one number of a transaction. */
export type Fact = readonly [
  state: SmsReportState,
  code: string | null,
  cause: string | null,
  at: number | null,
  receivedAt: number,
];

/** From what says least to what counts most. The last three are final. */
const STATES: readonly SmsReportState[] = [
  'pending',
  'unrecognised',
  'expired',
  'failed',
  'delivered',
];

/** Longer words of a gateway are cut. */
const LONGEST = 200;
/** Shorter than a number. */
const LONGEST_CODE = 7;

type Reported = Pick<SmsReportFields, 'state' | 'code' | 'cause' | 'at' | 'receivedAt'>;

export function factOf({ state, code, cause, at, receivedAt }: Reported): Fact {
  return [
    state,
    code === undefined ? null : code.length > LONGEST_CODE ? shown(code) : code,
    cause === undefined ? null : shown(cause),
    at ?? null,
    receivedAt,
  ];
}

/**
 * What facts come to: the same in whatever order they come, and however often. Of each state, the least by
 * code, cause and time is kept.
 */
export function mergeFacts(facts: readonly Fact[]): readonly Fact[] {
  return STATES.flatMap((state) => {
    const [least] = facts.filter(([each]) => each === state).toSorted(compare);
    return least ? [least] : [];
  });
}

/** What became of a number; undefined without a fact. */
export function deliveryOf(
  facts: readonly Fact[],
): Omit<SmsQueueDelivery, 'recipient'> | undefined {
  const last = mergeFacts(facts).at(-1);
  if (!last) return undefined;
  const [state, code, cause, at, receivedAt] = last;
  const isConflict =
    state === 'delivered' && facts.some(([each]) => each === 'failed' || each === 'expired');
  return {
    state,
    ...(isConflict && { conflict: true }),
    ...(code !== null && { code }),
    ...(cause !== null && { cause }),
    at: at ?? receivedAt,
  };
}

/** What has a code, a cause or a time of its own says more, and comes first. */
function compare(one: Fact, other: Fact): number {
  for (const [index, value] of one.entries()) {
    const against = other[index];
    if (value === against) continue;
    if (value === null || value === undefined) return 1;
    if (against === null || against === undefined) return -1;
    return value < against ? -1 : 1;
  }
  return 0;
}

/** A gateway may quote the number. */
function shown(text: string): string {
  return maskDigits(text.slice(0, LONGEST));
}

export function readFacts(text: string): readonly Fact[] {
  return text === '' ? [] : JSON.parse(text);
}
