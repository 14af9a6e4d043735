import type { Processor } from 'bullmq';
import {
  type SmsErrorCode,
  type SmsGatewayError,
  SmsGuardError,
  SmsTransportError,
} from '../../../core/errors/index.js';
import type { CheckedMessage } from '../../../core/message/checked-message.js';
import type { CheckedSendOptions, Mode } from '../../../core/deadline/mode.js';
import { CallFailure } from '../../../core/deadline/send-result.js';
import { readFailure, SET_BACK } from '../../../core/deadline/failure.js';
import { outside } from '../../../core/limits/reach.js';
import { StartPermit } from '../../../core/deadline/start-permit.js';
import type { Hold } from '../jobs/hold.js';
import type { LateResult } from '../jobs/job-change.js';
import { lasting } from '../jobs/lasting-backend.js';
import {
  acceptedOutcome,
  asFailedReason,
  failedOutcome,
  mayRepeat,
  outcomeOfAll,
  plainOutcome,
} from '../jobs/outcomes.js';
import type { BullMq } from '../load-bullmq.js';
import type { QueueAccount } from '../queue-account.js';
import { type Cipher, DecryptionError } from '../../records/cipher.js';
import { encryptReason } from '../jobs/encrypted-reason.js';
import {
  isOurs,
  isReadable,
  type JobData,
  tryReadMessage,
  readMessage,
  type SmsJob,
  type StoredOutcome,
} from '../jobs/stored-job.js';
import { type ForeignJobParts, leaveForeignJobs } from './foreign-jobs.js';
import { findOtherReach } from './other-reach.js';
import type { Stop, Stops } from './stops.js';

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 300_000;
/** The longest pause of a message that another worker has to send. */
const LONGEST_FOR_OTHERS = 60_000;

export interface JobProcessorParts extends ForeignJobParts {
  /** With the errors by which a job tells BullMQ how its start ended. */
  readonly bull: Pick<BullMq, 'DelayedError' | 'UnrecoverableError'>;
  readonly account: QueueAccount;
  readonly cipher: Cipher;
  readonly logError: (text: string) => void;
  /** How long a worker holds a message without renewing its lock, in ms. */
  readonly lockDuration: number;
  readonly signal: AbortSignal;
  readonly hold: Pick<Hold, 'begin' | 'left'>;
  /** Told how each attempt ended. */
  readonly onAttempt: (error?: SmsGatewayError) => void;
  /** `CLAIM` if the queue has a `rateLimit`: each start is one request to each account. */
  readonly mode: Mode;
  readonly stops: Pick<Stops, 'ask' | 'claimed' | 'of' | 'watch'>;
  readonly late: LateResult;
}

/** What to do with a message that a worker took: to send it, to end it, or to put it back for a time. */
type NextStep =
  | { readonly send: CheckedMessage }
  | { readonly end: StoredOutcome }
  | { readonly wait: number; readonly code?: SmsErrorCode };

/** What ended a send that had not begun. */
type Ending = Stop | 'expired';

/**
 * Sends the messages of a queue, each at most once.
 *
 * BullMQ counts the starts of a job in the same step that hands it to a worker, so each worker sees
 * another count. A count above the starts that are allowed means that a worker had the message before
 * and reported no result: it may have been sent. One more start is allowed only if it is known that it was
 * not sent, or by `resend`: then it ends accepted, or as unknown again.
 */
export function createJobProcessor(parts: JobProcessorParts): Processor<JobData, StoredOutcome> {
  const leaveAlone = leaveForeignJobs(parts);
  const isOthers = findOtherReach(parts.account, parts.logWarning);
  return (job, lock) =>
    isOurs(job.data) ? new JobStart(parts, job, lock, isOthers).run() : leaveAlone(job, lock);
}

/** One start of a job by a worker. */
class JobStart {
  /** The numbers of a batch that are left out of its send. */
  private readonly refused: string[] = [];
  /** Each reports refused numbers, once nothing will be sent to them later. */
  private readonly giveUps: (() => void)[] = [];
  /** Why its send was not permitted to begin, if it was not. */
  private stopped: Ending | undefined;

  constructor(
    private readonly parts: JobProcessorParts,
    private readonly job: SmsJob,
    private readonly lock: string | undefined,
    private readonly isOthers: (job: SmsJob) => boolean,
  ) {}

  async run(): Promise<StoredOutcome> {
    const { job, parts, lock } = this;
    const next = await this.nextStep().catch((error: unknown) => this.waitAfter(error));
    if ('send' in next) return this.end(await this.send(next.send));
    await parts.uncountStart(job, lock);
    return 'end' in next
      ? this.end(next.end)
      : this.goBack(next.wait, next.code && { c: next.code });
  }

  private async nextStep(): Promise<NextStep> {
    const { cipher, stops, hold, lockDuration } = this.parts;
    const { data, attemptsStarted, processedOn = 0, id = '' } = this.job;
    // Left for a worker of the newer release.
    if (!isReadable(data)) return { wait: LONGEST_PAUSE };
    if (data.settled) return { end: data.settled };
    if (attemptsStarted > (data.n ?? 1)) return this.lost();
    stops.claimed(Date.now() - processedOn);
    await stops.ask(data.b);
    const stop = stops.of(data.b);
    if (stop) return stepAfter(stop);
    const held = await hold.left();
    if (this.left <= held) return { end: plainOutcome('not-sent', 'expired') };
    if (held > 0) return { wait: held };
    if (this.isOthers(this.job)) {
      return { wait: Math.min(pauseBefore(attemptsStarted, LONGEST_FOR_OTHERS), this.left) };
    }
    const message = readMessage(cipher, id, data);
    // It was erased while it waited.
    if (!message) return { end: plainOutcome('not-sent', 'settled') };
    // This process may have been frozen since it took the job, which is another worker's by now.
    if (Date.now() - processedOn > lockDuration / 2) return { wait: 0 };
    return { send: message };
  }

  /** Another worker took it before, and reported no result. */
  private lost(): NextStep {
    const { account, logWarning, cipher } = this.parts;
    const { data, id = '' } = this.job;
    const text = `Message ${id} may have been sent, because the worker that had it was lost. Look it up at the gateway, then settle it or send it again.`;
    logWarning(text);
    const error = new SmsTransportError('worker-lost', text, { outcome: 'unknown' });
    account.reportLost(error, tryReadMessage(cipher, id, data));
    return { end: plainOutcome('unknown', 'worker-lost') };
  }

  /** Nothing was sent yet. */
  private waitAfter(error: unknown): NextStep {
    const { attemptsStarted, id } = this.job;
    const isUnreadable = error instanceof DecryptionError;
    // What another error says may quote the message.
    const name = error instanceof Error ? error.name : typeof error;
    this.parts.logError(
      isUnreadable
        ? `Message ${id} cannot be decrypted: ${error.message}. It was not sent, and stays in the queue until it can be decrypted or expires.`
        : `Message ${id} cannot be sent, because preparing it failed unexpectedly (${name}). It goes back to the queue and is tried again until it expires.`,
    );
    return {
      wait: Math.min(isUnreadable ? LONGEST_PAUSE : pauseBefore(attemptsStarted), this.left),
    };
  }

  /** For how long it may still be sent, in ms. */
  private get left(): number {
    return this.job.data.x - Date.now();
  }

  private async send(message: CheckedMessage): Promise<StoredOutcome> {
    const { account, hold, onAttempt, signal, stops } = this.parts;
    const permit = new StartPermit(() => (this.stopped = this.ending) === undefined);
    const unwatch = stops.watch(this.job.data.b, () => {
      // One that waits may be sent once the store answers again.
      if (this.ending === undefined || this.ending === 'unanswered') return;
      this.stopped = this.ending;
      permit.withdraw();
    });
    try {
      const end = await this.attempt(message, permit);
      if (!(end instanceof CallFailure)) {
        onAttempt();
        return end;
      }
      const { error } = end;
      const isAttempt = permit.hasBegun || madeAttempt(error);
      if (isAttempt) onAttempt(error);
      else await this.parts.uncountStart(this.job, this.lock);
      // Another account of a failover may be up again soon. The one that asked waits by itself.
      const longest = account.accounts.length > 1 ? SET_BACK : Infinity;
      const wanted = Math.min(readFailure(error).hold, longest);
      if (wanted > 0) await hold.begin(wanted).catch(() => undefined);
      if (error.outcome === 'unknown') return failedOutcome(error, this.giveUpRefused());
      const attempts = (this.job.data.a ?? 0) + (isAttempt ? 1 : 0);
      const isClosing = signal.aborted || error.code === 'closed';
      if (this.stopped && error.code === 'aborted' && !isClosing) {
        const next = stepAfter(this.stopped);
        if ('end' in next) return next.end;
        return this.goBack(next.wait, { a: attempts, ...(next.code && { c: next.code }) });
      }
      // What the end of this app stopped is another worker's to send, now.
      const pause = isClosing ? 0 : pauseBefore(attempts);
      const wait = Math.max(pause, wanted || (error.retryAfter ?? 0));
      const isFinal = !mayRepeat(error);
      // Nobody has to wait until it expires to learn that it will not be sent.
      if (!isFinal && wait < this.left) return this.goBack(wait, { a: attempts, c: error.code });
      const refused = this.giveUpRefused();
      end.giveUp?.();
      return isFinal || error instanceof SmsGuardError
        ? failedOutcome(error, refused)
        : plainOutcome('not-sent', 'expired');
    } finally {
      unwatch();
    }
  }

  /** Why it must not begin now. */
  private get ending(): Ending | undefined {
    return this.left <= 0 ? 'expired' : this.parts.stops.of(this.job.data.b);
  }

  private async attempt(message: CheckedMessage, permit: StartPermit) {
    const { account, mode, signal } = this.parts;
    const priority = this.job.data.p ?? 'normal';
    const options: CheckedSendOptions = { signal, priority, permit, mode, batch: this };
    for (let rest = message.recipients; ;) {
      const end = await account.sendChecked({ ...message, recipients: rest }, options);
      if (!(end instanceof CallFailure)) return acceptedOutcome(end, this.giveUpRefused());
      // Of a broadcast's batch, the numbers that were not refused are sent to.
      const refused = end.error instanceof SmsGuardError ? end.error.recipients : [];
      const isPart = refused.length > 0 && refused.length < rest.length;
      if (this.job.data.b === undefined || !isPart) return end;
      this.refused.push(...refused);
      this.giveUps.push(() => end.giveUp?.(refused));
      rest = outside(rest, refused);
    }
  }

  /** Reports the refused numbers, to which nothing is sent later, and returns them. */
  private giveUpRefused(): readonly string[] {
    for (const giveUp of this.giveUps) giveUp();
    return this.refused;
  }

  /** An outcome as BullMQ takes it: what is unknown goes to the failed jobs, where a person settles it. */
  private end(ofLast: StoredOutcome): StoredOutcome {
    const { job, parts } = this;
    const outcome = encryptReason(parts.cipher, job.id ?? '', outcomeOfAll(job, ofLast));
    if (outcome.status !== 'unknown') return outcome;
    throw new parts.bull.UnrecoverableError(asFailedReason(outcome));
  }

  /**
   * Puts back a message that was definitely not sent. First one more start is allowed, so that a crash
   * in between loses nothing.
   */
  private async goBack(ms: number, more: Partial<JobData> = {}): Promise<never> {
    const { job, parts, lock } = this;
    const { attemptsStarted: start, data, id = '' } = job;
    const at = Date.now() + Math.ceil(ms);
    try {
      await parts.late.putBack({ id, start, allowed: data.n ?? 1 }, { ...more, w: at });
      await lasting(() => job.moveToDelayed(at, lock), parts.giveUp);
    } catch {
      // It is no longer this worker's, or the store is down while the app ends: BullMQ gives it to another
      // one. To fail it here would say that it may have been sent.
    }
    throw new parts.bull.DelayedError();
  }
}

/**
 * Whether an error ended an attempt. Otherwise a limit or the end of the app came before it. If the app does not say who
 * has opted out, that counts as an attempt, so that the pauses grow.
 */
function madeAttempt(error: SmsGatewayError): boolean {
  if (error.outcome === 'unknown' || error.code === 'opt-out-unknown') return true;
  return !(error instanceof SmsGuardError) && error.code !== 'aborted' && error.code !== 'closed';
}

/** What to do with a message that did not begin. */
function stepAfter(ending: Ending): Exclude<NextStep, { readonly send: CheckedMessage }> {
  if (ending === 'cancelled' || ending === 'expired')
    return { end: plainOutcome('not-sent', ending) };
  // No worker takes it before `resume`.
  if (ending === 'paused') return { wait: 0 };
  // The store is down. Nothing is sent before it has answered.
  return { wait: FIRST_PAUSE, code: 'queue-failed' };
}

/** @param count how often it was tried */
function pauseBefore(count: number, most = LONGEST_PAUSE): number {
  const longest = Math.min(most, FIRST_PAUSE * 2 ** Math.max(0, count - 1));
  return longest / 2 + (Math.random() * longest) / 2;
}
