import {
  type SmsGatewayError,
  SmsGuardError,
  SmsMessageError,
  SmsRejectedError,
  SmsTransportError,
} from '../../../core/errors/index.js';
import { maskNumber } from '../../../core/common/mask.js';
import type { SmsReceipt } from '../../../core/message/sms-message.js';
import type { SmsQueueOutcome } from '../sms-queue.js';

/** What the store keeps of an outcome. */
export interface StoredOutcome extends SmsQueueOutcome {
  /** The encrypted reason. Without keys, and in earlier releases, `reason` is stored as it is. */
  readonly r?: string;
}

/** @param refused numbers that the app's own limits refused */
export function acceptedOutcome(receipt: SmsReceipt, refused: readonly string[]): SmsQueueOutcome {
  const { account, transactionId, messageId, accepted, rejected } = receipt;
  const held = [...receipt.held, ...refused];
  return {
    status: 'accepted',
    account,
    transactionId,
    messageId,
    accepted: accepted.length,
    ...(rejected.length > 0 && { rejected: rejected.map(maskNumber) }),
    ...(held.length > 0 && { held: held.map(maskNumber) }),
    at: Date.now(),
  };
}

export function failedOutcome(error: SmsGatewayError, refused: readonly string[]): SmsQueueOutcome {
  const { outcome: status, account, code } = error;
  const answer = error instanceof SmsRejectedError && {
    statusCode: error.statusCode,
    reason: error.reason,
    transactionId: error.receipt?.transactionId,
  };
  const held = refused.length > 0 && { held: refused.map(maskNumber) };
  return { status, account, code, ...answer, ...held, at: Date.now() };
}

/** An outcome that no error describes. */
export function plainOutcome(
  status: SmsQueueOutcome['status'],
  code: NonNullable<SmsQueueOutcome['code']>,
): SmsQueueOutcome {
  return { status, code, at: Date.now() };
}

/** The outcome of a message whose last attempt has one: if an earlier attempt may have sent it, that still holds. */
export function outcomeOfAll(maybeSent: boolean, ofLast: StoredOutcome): StoredOutcome {
  if (ofLast.status !== 'not-sent' || !maybeSent) return ofLast;
  // The account of the last attempt is not the one that may have sent it.
  const { account: _account, ...rest } = ofLast;
  return { ...rest, status: 'unknown' };
}

/** What is kept of an outcome that the store cannot hold: nothing that the gateway wrote. */
export function reducedOutcome(outcome: SmsQueueOutcome): SmsQueueOutcome {
  const { status, account, code, accepted, at } = outcome;
  return { status, account, code, accepted, at };
}

/** Whether a message that was definitely not sent may be sent later. */
export function mayRepeat(error: SmsGatewayError): boolean {
  if (error.outcome !== 'not-sent') return false;
  if (error instanceof SmsTransportError) {
    return error.retryable || error.code === 'closed' || error.code === 'aborted';
  }
  if (error instanceof SmsGuardError) return error.retryable;
  // Refused credentials are a problem of the account, which may be solved later. A rejection is final.
  return !(error instanceof SmsMessageError) && !(error instanceof SmsRejectedError);
}
