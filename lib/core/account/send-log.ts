import { SmsAuthenticationError, type SmsGatewayError, SmsRejectedError } from '../errors/index.js';
import type { CheckedMessage } from '../message/checked-message.js';
import { maskNumber } from '../common/mask.js';
import { isLevelEnabled, logOf, type SafeLogger } from '../logging/safe-logger.js';
import type { SendSuccess } from '../deadline/failure.js';
import type { SendObserver } from '../events/send-observer.js';
import type { Priority } from '../message/priority.js';
import { shownTransaction } from '../protocol/shown.js';

// Until an app sets a list of levels, Nest 11 reports all of them as off.
const NEST_KNOWS_LEVELS = isLevelEnabled('fatal');

const logged = new WeakSet<SmsGatewayError>();

export function isLogged(error: SmsGatewayError): boolean {
  return logged.has(error);
}

/**
 * What an account logs about its sends, with masked numbers and no texts. At `warn`: what may have
 * been sent, because someone has to look it up, and what the gateway rejected or refused, with its
 * reason. At `debug`: everything else, which costs nothing if that level is off.
 */
export class SendLog implements SendObserver {
  private readonly logger: SafeLogger;

  /** @param knowsLevels whether Nest can tell which levels are on; otherwise its logger decides */
  constructor(
    account = 'default',
    private readonly knowsLevels = NEST_KNOWS_LEVELS,
  ) {
    this.logger = logOf(account);
  }

  onAccepted(message: CheckedMessage, _priority: Priority, { receipt }: SendSuccess): void {
    if (!this.mayShow('debug')) return;
    const { rejected, transactionId } = receipt;
    const rejectedPart = rejected.length > 0 ? `, ${rejected.length} rejected` : '';
    const id = shownTransaction(transactionId, message.recipients);
    this.logger.debug(
      `Accepted: ${shown(message)}, transaction ${id}, ${message.segments.count} segment(s)${rejectedPart}`,
    );
  }

  onFailed(message: CheckedMessage, _priority: Priority, error: SmsGatewayError): void {
    const isRefusal = error instanceof SmsRejectedError || error instanceof SmsAuthenticationError;
    const level = error.outcome === 'unknown' || isRefusal ? 'warn' : 'debug';
    if (!this.mayShow(level)) return;
    const what = error.outcome === 'unknown' ? 'May have been sent' : 'Not sent';
    const refusalWords = isRefusal
      ? [error.statusCode, error.reason].filter(Boolean).join(': ')
      : '';
    this.logger[level](
      `${what}: ${shown(message)}, ${error.name} (${error.code})${refusalWords && `, ${refusalWords}`}`,
    );
    logged.add(error);
  }

  onHeld(message: CheckedMessage): void {
    if (!this.mayShow('debug')) return;
    this.logger.debug(`Held: ${shown(message)}, out of reach`);
  }

  private mayShow(level: 'debug' | 'warn'): boolean {
    const isKnown = this.knowsLevels || isLevelEnabled('fatal');
    return isKnown ? isLevelEnabled(level) : true;
  }
}

function shown({ recipients }: CheckedMessage): string {
  const [first = ''] = recipients;
  const furtherPart = recipients.length > 1 ? ` and ${recipients.length - 1} more` : '';
  return maskNumber(first) + furtherPart;
}
