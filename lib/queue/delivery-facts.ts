import { maskDigits } from '../common/mask.js';
import type { SmsReport } from '../reports/sms-report.js';
import type { SmsQueueDelivery } from './sms-queue.js';

/** What reports say of a message to one number. */
export type Delivery = Omit<SmsQueueDelivery, 'recipient' | 'dltTemplateId'>;

/** From what counts most to what says least. The first three are final. */
const STATES = ['delivered', 'failed', 'expired', 'unrecognised', 'pending'] as const;

/** Longer words of a gateway are cut. */
const LONGEST = 200;
/** Shorter than a number. */
const LONGEST_CODE = 7;

type Said = Pick<SmsReport, 'state' | 'code' | 'cause' | 'at' | 'receivedAt'>;

/** What one report says. A gateway may quote the number. */
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
 * What reports come to: the same in whatever order they come, and however often. Undefined without one.
 *
 * @param said what each of them says, or what some of them came to
 */
export function deliveryOf(said: readonly Delivery[]): Delivery | undefined {
  const [first] = said.toSorted((one, other) => (weightOf(one) < weightOf(other) ? -1 : 1));
  if (!first) return undefined;
  const isFailure = ({ state, conflict }: Delivery) =>
    conflict ?? (state === 'failed' || state === 'expired');
  const isConflict = first.state === 'delivered' && said.some(isFailure);
  return { ...first, ...(isConflict && { conflict: true }) };
}

/** What has a code or a cause says more, and comes first. */
function weightOf({ state, code, cause, at }: Delivery): string {
  return JSON.stringify([STATES.indexOf(state), code ?? null, cause ?? null, at]);
}
