import { SmsRejectedError, type SmsGatewayError } from '../../../core/errors/index.js';
import type { SafeLogger } from '../../../core/logging/safe-logger.js';
import { Outage } from '../store/outage.js';

/** The shortest time between two warnings that sends fail, in ms. */
const LOG_EVERY = 60_000;

/**
 * Logs when a worker's sends begin to fail, and when they work again.
 *
 * @returns a function to call after each attempt at the gateway, with its error if it failed
 */
export function attemptLog(
  logger: Pick<SafeLogger, 'warn' | 'log'>,
): (error?: SmsGatewayError) => void {
  const outage = new Outage(LOG_EVERY);
  return (error) => {
    // A rejection is an answer. A send that was stopped, because the app closed or the message expired, did not fail.
    if (!error || error instanceof SmsRejectedError) {
      if (outage.ends()) logger.log('Sends of the queue work again.');
    } else if (error.code !== 'aborted' && error.code !== 'closed' && outage.begins()) {
      logger.warn(
        `Sends of the queue fail (${error.code}). Messages that were not sent wait and are tried again until they expire.`,
      );
    }
  };
}
