import { EMPTY, type Observable } from 'rxjs';
import { SmsTransportError } from './errors/index.js';
import type { SmsEvent } from './events/sms-event.js';
import type {
  SendOptions,
  SmsContent,
  SmsMessage,
  SmsReceipt,
  SmsSegments,
} from './message/sms-message.js';
import type { SmsBalance } from './protocol/balance.js';
import type { SmsPlan, SmsPreview } from './message/sms-plan.js';
import type { BroadcastOptions, SendManyOptions, SmsRun } from './runs/sms-run.js';
import { notAProvider } from './errors/not-a-provider.js';

/**
 * Sends messages through one account of the gateway. Inject it by this class, or with
 * `@InjectSms(name)` for a named account. Extend it to write your own fake.
 */
export abstract class SmsService {
  /**
   * @throws SmsConfigurationError if the abstract class itself is instantiated, for example because `providers`
   * lists it
   */
  constructor() {
    if (new.target === SmsService) throw notAProvider('SmsService', 'SmsGatewayModule');
  }

  /**
   * Sends one text to one or several recipients, in one request to the gateway. It is retried only if it
   * was definitely not sent.
   *
   * @returns the receipt; `rejected` holds the numbers that the gateway did not take
   * @throws SmsMessageError if the message is invalid, before any request
   * @throws SmsGuardError if a limit of the options `guard` and `quiet` refused it, before any request
   * @throws SmsAuthenticationError if the gateway refused the credentials
   * @throws SmsRejectedError if it rejected the message
   * @throws SmsTransportError if no answer came that proves acceptance or rejection; its `outcome`
   * says what is known
   * @throws SmsResponseError if the answer proves neither acceptance nor rejection
   */
  abstract send(message: SmsMessage, options?: SendOptions): Promise<SmsReceipt>;

  /**
   * Sends many messages, several at once, from an array or any other iterable. The iterable is read
   * only as fast as messages are sent. One failure never stops the rest.
   *
   * @returns the run: `await` it for the tally, or loop over its outcomes with `for await`. Nothing
   * is sent before that, and invalid options or input are reported there.
   */
  abstract sendMany(
    messages: Iterable<SmsMessage> | AsyncIterable<SmsMessage>,
    options?: SendManyOptions,
  ): SmsRun;

  /**
   * Sends one text to many recipients, in batches. An invalid number gets a separate outcome,
   * `not-sent`; a number that appears twice within a batch gets one message.
   *
   * @param message the message without `to`
   * @param recipients numbers from an array or any other iterable, read only as fast as they are sent
   * @returns the run, as for {@link sendMany}, with one outcome for each batch and each invalid number
   */
  abstract broadcast(
    message: SmsContent,
    recipients: Iterable<string> | AsyncIterable<string>,
    options?: BroadcastOptions,
  ): SmsRun;

  /**
   * What {@link broadcast} would do with the same arguments. It reads the input, which can be read only once if it is
   * a generator, and sends, logs and publishes nothing. `guard.optedOut` is asked; `perRecipient` and `perDay` are
   * ignored, because a store cannot be read without counting. In a class of your own it rejects, unless you override it.
   *
   * @throws SmsGatewayError as `broadcast`, and if `guard.optedOut` fails
   */
  plan(
    message: SmsContent,
    recipients: Iterable<string> | AsyncIterable<string>,
    options?: BroadcastOptions,
  ): Promise<SmsPlan>;
  async plan(): Promise<SmsPlan> {
    throw notOverridden('plan');
  }

  /**
   * What {@link send} would find before its first request. Without a text, it checks numbers, for example those of a
   * form. Nothing is counted. In a class of your own it rejects, unless you override it.
   *
   * @throws SmsMessageError if the message is invalid
   */
  preview(
    message: Omit<SmsMessage, 'text'> & { readonly text?: string | undefined },
    options?: Pick<SendOptions, 'priority'>,
  ): Promise<SmsPreview>;
  async preview(): Promise<SmsPreview> {
    throw notOverridden('preview');
  }

  /**
   * What happens in this account, while you subscribe to it: see `SmsEvent`. It completes when the
   * account has closed. As with any observable of RxJS, a subscriber that throws ends the process; a method
   * with `@OnSms` does not. In a class of your own it is empty, unless you override it.
   */
  get events$(): Observable<SmsEvent> {
    return EMPTY;
  }

  /**
   * Asks the gateway what the account has left. It does so like a lookup of delivery reports: with the user id and
   * password if the account has them, within `timeout.total`, with retries. The answer is an assumption, and not every
   * gateway has one: see the option `balance`. In a class of your own it rejects, unless you override it.
   *
   * @throws SmsGatewayError, always `not-sent`
   */
  balance(options?: Pick<SendOptions, 'signal'>): Promise<SmsBalance>;
  async balance(): Promise<SmsBalance> {
    throw notOverridden('balance');
  }

  /**
   * How a text is split into segments, and whether a similar text needs fewer. Sends nothing.
   *
   * @throws SmsMessageError `argument-invalid` if it is not a string
   */
  abstract estimate(text: string): SmsSegments;
}

function notOverridden(method: string): SmsTransportError {
  return new SmsTransportError(
    'request-failed',
    `This SmsService has no ${method}. Override ${method}() in its class. Nothing was sent.`,
    { outcome: 'not-sent', retryable: false },
  );
}
