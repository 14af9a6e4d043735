import type { Sealer } from '../../records/sealer.js';
import type { SmsQueueOutcome } from '../sms-queue.js';
import type { StoredOutcome } from './stored-job.js';

// Bound to its message, and to nothing else that is sealed for it.
const placeOf = (id: string): string => `${id} reason`;

/** An outcome as it is stored: a gateway's reason may quote what was sent, so it is sealed if there are keys. */
export function sealReason(sealer: Sealer, id: string, outcome: StoredOutcome): StoredOutcome {
  if (outcome.reason === undefined || !sealer.hasKeys) return outcome;
  const { reason, ...rest } = outcome;
  return { ...rest, r: sealer.seal(reason, placeOf(id)) };
}

/** A stored outcome as it is shown: without its reason if no key opens that. */
export function openReason(
  sealer: Sealer,
  id: string,
  { r: sealed, ...outcome }: StoredOutcome,
): SmsQueueOutcome {
  if (sealed === undefined) return outcome;
  try {
    return { ...outcome, reason: sealer.open(sealed, placeOf(id)) };
  } catch {
    return outcome;
  }
}

/** An outcome of which a reason is erased. Undefined if it has none. */
export function withoutReason(outcome: StoredOutcome | undefined): StoredOutcome | undefined {
  if (outcome?.reason === undefined && outcome?.r === undefined) return undefined;
  const { reason: _reason, r: _sealed, ...rest } = outcome;
  return rest;
}
