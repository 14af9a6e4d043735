import { Logger } from '@nestjs/common';
import { SmsGatewayError } from '../errors/index.js';
import type { CheckedMessage } from '../message/checked-message.js';
import { maskNumber } from '../message/mask.js';
import type { Redactor } from '../message/redactor.js';
import type { SmsReceipt } from '../message/sms-message.js';

/**
 * What an account logs of its sends: numbers masked, and never a text. Accepted ones at `debug`, so
 * that they cost nothing where nobody reads them; what may have been sent at `warn`, as somebody has
 * to look it up.
 */
export class SendLog {
  private readonly logger = new Logger('SmsGateway');

  accepted(
    message: CheckedMessage,
    { transactionId, rejected }: SmsReceipt,
    redactor: () => Redactor,
  ): void {
    if (!Logger.isLevelEnabled('debug')) return;
    // The gateway's own words, which may repeat what it was sent.
    const transaction = redactor().id(transactionId);
    const refused = rejected.length > 0 ? `, ${rejected.length} rejected` : '';
    this.logger.debug(
      `Accepted: ${shown(message)}, transaction ${transaction}, ${message.segments.count} part(s)${refused}`,
    );
  }

  failed(message: CheckedMessage, error: unknown): void {
    if (!(error instanceof SmsGatewayError)) return;
    const line = `${error.delivery === 'unknown' ? 'May have been sent' : 'Not sent'}: ${shown(message)}, ${error.name} (${error.code})`;
    if (error.delivery === 'unknown') this.logger.warn(line);
    else if (Logger.isLevelEnabled('debug')) this.logger.debug(line);
  }
}

function shown({ recipients }: CheckedMessage): string {
  const [first = ''] = recipients;
  const more = recipients.length > 1 ? ` and ${recipients.length - 1} more` : '';
  return maskNumber(first) + more;
}
