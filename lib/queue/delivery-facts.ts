import { maskDigits } from '../common/mask.js';
import type { SmsReport } from '../reports/sms-report.js';
import type { SmsQueueDelivery } from './sms-queue.js';

/** What reports say about a message to one number. */
export type Delivery = Omit<SmsQueueDelivery, 'recipient' | 'dltTemplateId'>;

/** By precedence: of several reports, the state that comes first here counts. The first three are final. */
const STATES = ['delivered', 'failed', 'expired', 'unrecognised', 'pending'] as const;

/** Longer texts of a gateway are cut. */
const LONGEST = 200;
/** A longer code may contain a phone number. */
const LONGEST_CODE = 7;

type Said = Pick<SmsReport, 'state' | 'code' | 'cause' | 'at' | 'receivedAt'>;

/** What one report says, with its digits masked, because a gateway may quote the number. */
export function factOf({ state, code = '', cause, at, receivedAt }: Said): Delivery {
  const shownCode = code.length > LONGEST_CODE ? maskDigits(code.slice(0, LONGEST)) : code;
  return {
    state,
    ...(code && { code: shownCode }),
    ...(cause && { cause: maskDigits(cause.slice(0, LONGEST)) }),
    at: at ?? receivedAt,
  };
}

/**
 * Combines several reports. Neither their order nor repetitions change the result. Undefined if there is none.
 *
 * @param said results of `factOf`, or of this function
 */
export function deliveryOf(said: readonly Delivery[]): Delivery | undefined {
  const [first] = said.toSorted((one, other) => (weightOf(one) < weightOf(other) ? -1 : 1));
  if (!first) return undefined;
  const isFailure = ({ state, conflict }: Delivery) =>
    conflict ?? (state === 'failed' || state === 'expired');
  const isConflict = first.state === 'delivered' && said.some(isFailure);
  return { ...first, ...(isConflict && { conflict: true }) };
}

/** Of reports with the same state, those with a code or a cause come first, because they say more. */
function weightOf({ state, code, cause, at }: Delivery): string {
  return JSON.stringify([STATES.indexOf(state), code ?? null, cause ?? null, at]);
}
