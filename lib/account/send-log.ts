import { Logger } from '@nestjs/common';
import type { SmsGatewayError } from '../errors/index.js';
import type { CheckedMessage } from '../message/checked-message.js';
import { maskNumber } from '../message/mask.js';
import type { Redactor } from '../message/redactor.js';
import type { SmsReceipt } from '../message/sms-message.js';
import type { SendObserver } from './send-observer.js';
import type { Turn } from './send-gate.js';

/** The last digits by which a number is known, with or without its prefix. */
const TAIL = 8;

/**
 * What an account logs of its sends: numbers masked, and never a text. Accepted ones at `debug`, so
 * that they cost nothing where nobody reads them; what may have been sent at `warn`, as somebody has
 * to look it up.
 */
export class SendLog implements SendObserver {
  private readonly logger = new Logger('SmsGateway');

  constructor(private readonly account: string) {}

  onAccepted(
    message: CheckedMessage,
    _turn: Turn,
    { transactionId, rejected }: SmsReceipt,
    redactor: () => Redactor,
  ): void {
    if (!Logger.isLevelEnabled('debug')) return;
    // The gateway's own words, which may repeat what it was sent. To look for it costs as much as the
    // rest of a send, and Nest has `debug` on unless told otherwise.
    const transaction = isOwn(transactionId, message)
      ? transactionId
      : redactor().id(transactionId);
    const refused = rejected.length > 0 ? `, ${rejected.length} rejected` : '';
    this.logger.debug(
      `[${this.account}] Accepted: ${shown(message)}, transaction ${transaction}, ${message.segments.count} part(s)${refused}`,
    );
  }

  onFailed(message: CheckedMessage, _turn: Turn, error: SmsGatewayError): void {
    const line = `[${this.account}] ${error.outcome === 'unknown' ? 'May have been sent' : 'Not sent'}: ${shown(message)}, ${error.name} (${error.code})`;
    if (error.outcome === 'unknown') this.logger.warn(line);
    else if (Logger.isLevelEnabled('debug')) this.logger.debug(line);
  }

  // The caller is told what is wrong with it, and may correct it.
  onInvalid(): void {}
}

// Digits as the document's ids have, more than a number has, with nobody's number inside.
function isOwn(transactionId: string, { recipients }: CheckedMessage): boolean {
  return (
    /^[0-9]{16,40}$/.test(transactionId) &&
    !recipients.some((recipient) => transactionId.includes(recipient.slice(-TAIL)))
  );
}

function shown({ recipients }: CheckedMessage): string {
  const [first = ''] = recipients;
  const more = recipients.length > 1 ? ` and ${recipients.length - 1} more` : '';
  return maskNumber(first) + more;
}
