import { DelayedError, type Processor, UnrecoverableError } from 'bullmq';
import { SmsGatewayError, SmsGuardError, SmsTransportError } from '../errors/index.js';
import type { CheckedMessage } from '../message/checked-message.js';
import type { SendOptions } from '../message/sms-message.js';
import { LONGEST_TIMER } from '../transport/send-scope.js';
import { offAbort, onAbort } from '../transport/shared-abort.js';
import { lasting } from './lasting-backend.js';
import {
  acceptedOutcome,
  asFailedReason,
  failedOutcome,
  lastWord,
  mayRepeat,
  plainOutcome,
} from './outcomes.js';
import type { QueueAccount } from './queue-account.js';
import { type Sealer, UnsealError } from './sealer.js';
import type { SmsQueueOutcome } from './sms-queue.js';
import { type JobData, LAYOUT, readMessage, type SmsJob } from './stored-job.js';

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 300_000;

export interface JobProcessorParts {
  readonly account: QueueAccount;
  readonly sealer: Sealer;
  readonly logError: (text: string) => void;
  /** How long a worker holds a message without renewing its lock, in ms. */
  readonly lockDuration: number;
  readonly signal: AbortSignal;
  readonly holdAll: (ms: number) => Promise<unknown>;
}

/**
 * Sends the messages of a queue, each at most once.
 *
 * BullMQ counts the starts of a job in the same step that hands it to a worker, so each worker sees
 * another count. A count above the starts that are allowed means that a worker had the message before
 * and left no word: it may have been sent. Only who knows that it was not allows one more start.
 */
export function createJobProcessor(parts: JobProcessorParts): Processor<JobData, SmsQueueOutcome> {
  return (job, token) => new Start(parts, job, token).run();
}

class Start {
  constructor(
    private readonly parts: JobProcessorParts,
    private readonly job: SmsJob,
    private readonly token: string | undefined,
  ) {}

  async run(): Promise<SmsQueueOutcome> {
    const { data, attemptsStarted, processedOn = 0, id } = this.job;
    // Left for a worker of the newer release. Earlier starts may have sent it, so only this start, which
    // did not, is taken back.
    if (data.v !== LAYOUT) return this.allowOneMore({}, LONGEST_PAUSE);
    if (data.settled) return data.settled;
    const allowed = data.n ?? 1;
    if (attemptsStarted > allowed) return ended(lastWord(data), allowed);
    const left = data.x - Date.now();
    if (left <= 0) return plainOutcome('not-sent', 'expired');
    // This process may have been frozen since it took the job, which is another worker's by now.
    if (Date.now() - processedOn > this.parts.lockDuration / 2) return this.goBack(0);
    let message: CheckedMessage | undefined;
    try {
      message = readMessage(this.parts.sealer, id ?? '', data);
    } catch (error) {
      if (!(error instanceof UnsealError)) throw error;
      this.parts.logError(
        `Message ${id} cannot be opened: ${error.message}. It was not sent, and stays in the queue. Add the key that sealed it to encryptionKeys.`,
      );
      return this.goBack(LONGEST_PAUSE);
    }
    // It was erased while it waited.
    if (!message) return plainOutcome('not-sent', 'settled');
    return this.send(message, left);
  }

  private async send(message: CheckedMessage, left: number): Promise<SmsQueueOutcome> {
    const { account, signal, holdAll } = this.parts;
    const { recipients, ...content } = message;
    const ending = new AbortController();
    const end = (): void => ending.abort();
    const timer = setTimeout(end, Math.min(left, LONGEST_TIMER));
    if (signal.aborted) end();
    onAbort(signal, end);
    try {
      const options: SendOptions = {
        signal: ending.signal,
        priority: this.job.data.p ?? 'normal',
      };
      try {
        return acceptedOutcome(await account.sendBatch(content, recipients, options));
      } catch (error) {
        const rest = this.withoutRefused(recipients, error);
        if (!rest) throw error;
        const refused = recipients.filter((number) => !rest.includes(number));
        const receipt = await account.sendBatch(content, rest, options);
        if (error instanceof SmsGuardError) account.giveUp(error, refused);
        return acceptedOutcome(receipt, refused);
      }
    } catch (error) {
      if (!(error instanceof SmsGatewayError)) throw error;
      if (error.outcome === 'unknown') return ended(failedOutcome(error), this.job.attemptsStarted);
      // What the end of this app stopped is another worker's to send, now.
      const pause = signal.aborted || error.code === 'closed' ? 0 : this.pause();
      const wait = Math.max(pause, error.retryAfter ?? 0);
      // Nobody has to wait until then to learn that it will not be sent.
      const isTooLate = Date.now() + wait >= this.job.data.x;
      if (error instanceof SmsGuardError && (isTooLate || !error.retryable)) {
        account.giveUp(error);
        return failedOutcome(error);
      }
      if (!mayRepeat(error)) return failedOutcome(error);
      const isThrottled = error instanceof SmsTransportError && error.code === 'throttled';
      if (isThrottled && error.retryAfter) {
        await holdAll(error.retryAfter).catch(() => undefined);
      }
      return isTooLate ? plainOutcome('not-sent', 'expired') : this.goBack(wait);
    } finally {
      clearTimeout(timer);
      offAbort(signal, end);
    }
  }

  /** The numbers of a broadcast's batch that were not refused; undefined if that is all or none of them. */
  private withoutRefused(
    recipients: readonly string[],
    error: unknown,
  ): readonly string[] | undefined {
    if (this.job.data.b === undefined || !(error instanceof SmsGuardError)) return undefined;
    const rest = recipients.filter((number) => !error.recipients.includes(number));
    return rest.length > 0 && rest.length < recipients.length ? rest : undefined;
  }

  private pause(): number {
    const longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (this.job.attemptsStarted - 1));
    return longest / 2 + (Math.random() * longest) / 2;
  }

  /**
   * Puts back a message that was definitely not sent. First one more start is allowed, so that a crash
   * in between loses nothing.
   */
  private goBack(ms: number): Promise<never> {
    // For another worker that has taken the job meanwhile, and could not tell.
    const outcome = plainOutcome('not-sent', 'worker-lost');
    return this.allowOneMore({ late: { start: this.job.attemptsStarted, outcome } }, ms);
  }

  private async allowOneMore(more: Partial<JobData>, ms: number): Promise<never> {
    const { job, token, parts } = this;
    const n = (job.data.n ?? 1) + 1;
    const end = parts.signal.aborted ? AbortSignal.timeout(parts.lockDuration) : parts.signal;
    await lasting(() => job.updateData({ ...job.data, ...more, n }), end);
    await lasting(() => job.moveToDelayed(Date.now() + Math.ceil(ms), token), end);
    throw new DelayedError();
  }
}

/** An outcome as BullMQ takes it: what is unknown goes to the failed jobs, where a person settles it. */
function ended(outcome: SmsQueueOutcome, start: number): SmsQueueOutcome {
  if (outcome.status !== 'unknown') return outcome;
  throw new UnrecoverableError(asFailedReason(outcome, start));
}
