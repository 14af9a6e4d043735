import { inspect } from 'node:util';
import { CallFailure, type SendResult } from '../deadline/failure.js';
import { SmsGuardError } from '../errors/index.js';
import type { SendOptions, SmsMessage } from '../message/sms-message.js';
import { LONGEST_TIMER } from '../common/timers.js';
import { offAbort, onAbort } from '../deadline/shared-abort.js';
import { isPromise } from '../common/promises.js';
import { AwaitableRun } from './awaitable-run.js';
import type { Input } from './input.js';
import { OutagePause } from './outage-pause.js';
import type { RunAccount } from './run-account.js';
import { countOutcome, type RunTally } from './run-tally.js';
import type { SmsOutcome, SmsRun, SmsTally } from './sms-run.js';

/** One send of a run, before it starts. */
export interface Job {
  readonly index: number;
  readonly message: SmsMessage;
  /** How many numbers the message has. */
  readonly numbers: number;
  /** Can be called again, and sends the same message, even if the app has changed its object. */
  send(): Promise<SendResult>;
  /** Divides it into sends with and without the refused numbers; undefined if it has only one number. */
  divide?(refused: readonly string[]): readonly Job[] | undefined;
}

export interface RunPlan<T> {
  readonly concurrency: number;
  /** The options of each send; its signal also ends the run. */
  readonly send: SendOptions;
  readonly input: Input<T>;
  /** The send that an item of the input completes; `none` if it completes none, undefined at the end. */
  toJob(step: IteratorResult<T>): Job | 'none' | undefined;
}

/** After how many turns of its loop, each with an outcome or some reads, other code gets its turn. */
const TURNS = 32;
const READS_PER_TURN = 32;

/** Sends what its input provides, several at once, and reads it only as fast as outcomes are taken. */
export class Run<T> extends AwaitableRun<SmsOutcome, SmsTally> implements SmsRun {
  private readonly tally: RunTally = {
    accepted: 0,
    'not-sent': 0,
    unknown: 0,
    held: 0,
    codes: this.failures.codes,
    recipients: { accepted: 0, rejected: 0, 'not-sent': 0, unknown: 0, held: 0 },
  };
  private readonly ready: SmsOutcome[] = [];
  private active = 0;
  /** How many of these wait for their turn in an outage. Meanwhile, no more input is read. */
  private held = 0;
  private reading = false;
  /** Whether no more is read. */
  private hasEnded = false;
  /** Whether the run was also ended early, so that nothing waits for the end of quiet hours or of an outage. */
  private isStopped = false;
  /** Creates what it throws at its end. */
  private failure: (() => unknown) | undefined;
  private readonly outage: OutagePause;
  private readonly waiting: (() => void)[] = [];

  /** @param open checks the options and opens the input; it may throw */
  constructor(
    private readonly account: RunAccount,
    private readonly open: () => RunPlan<T>,
  ) {
    super('call sendMany() or broadcast() again to send again');
    this.outage = new OutagePause(account, this.wake);
  }

  /** Short, because a run holds its whole input. */
  toJSON(): object {
    return { state: this.state, tally: this.tally };
  }

  [inspect.custom](): string {
    const { accepted, 'not-sent': notSent, unknown, held, codes } = this.tally;
    return `SmsRun { ${this.state}, accepted: ${accepted}, not-sent: ${notSent}, unknown: ${unknown}, held: ${held}, codes: ${inspect(codes)} }`;
  }

  private get state(): 'not started' | 'running' | 'ended' {
    if (!this.started) return 'not started';
    return this.hasEnded && this.active === 0 ? 'ended' : 'running';
  }

  protected override result(): SmsTally {
    if (this.failure) throw this.failure();
    return this.tally;
  }

  protected override async *go(): AsyncGenerator<SmsOutcome, void, undefined> {
    const plan = this.begin();
    const { input, send } = plan;
    const { signal } = send;
    this.account.lifetime.onClose(this.close);
    if (signal) onAbort(signal, this.stop);
    try {
      for (let turn = 1; ; turn += 1) {
        // Duplicates, and outcomes without a request like those of invalid messages, would starve
        // it.
        if (turn % TURNS === 0) await new Promise((resolve) => setImmediate(resolve));
        const isFull = this.read(plan);
        const outcome = this.ready.shift();
        if (outcome) yield outcome;
        else if (this.active === 0 && this.hasEnded) break;
        else if (isFull) await this.change();
      }
      if (this.failure) throw this.failure();
    } finally {
      this.stop();
      this.account.lifetime.offClose(this.close);
      if (signal) offAbort(signal, this.stop);
      while (this.active > 0) await this.change();
      const returned = (async () => input.return())();
      // An input that is being read may never answer, and what stopped the run matters more than an
      // error of its return(). So call it, but do not wait.
      if (this.reading || signal?.aborted || this.failure) returned.catch(() => undefined);
      else await returned;
    }
  }

  private begin(): RunPlan<T> {
    try {
      if (this.account.lifetime.isOver) throw this.account.lifetime.closedError();
      return this.open();
    } catch (error) {
      // Kept for finish(), for which a run that never started would look like an empty one.
      this.fail(error);
      throw error;
    }
  }

  /** Reads some input. Returns whether no more can be read for now. */
  private read(plan: RunPlan<T>): boolean {
    const { input, toJob, concurrency } = plan;
    for (let reads = 0; reads < READS_PER_TURN; reads += 1) {
      const isFull = this.active + this.ready.length >= concurrency;
      if (isFull || this.reading || this.hasEnded || this.held > 0) return true;
      try {
        const step = input.next();
        if (isPromise(step)) void this.readLater(step, plan);
        else this.start(toJob(step));
      } catch (error) {
        this.fail(error);
      }
    }
    return false;
  }

  private async readLater(
    step: PromiseLike<IteratorResult<T>>,
    { input, toJob }: RunPlan<T>,
  ): Promise<void> {
    this.reading = true;
    try {
      let job = toJob(await step);
      for (let reads = 1; job === 'none' && !this.hasEnded && reads < READS_PER_TURN; reads += 1) {
        job = toJob(await input.next());
      }
      this.start(job);
    } catch (error) {
      this.fail(error);
    }
    this.reading = false;
    this.wake();
  }

  private start(job: Job | 'none' | undefined): void {
    // Whatever arrives after the end is dropped.
    if (job === 'none' || this.hasEnded) return;
    if (!job) {
      this.hasEnded = true;
      return;
    }
    this.active += 1;
    const sending = this.outage.holds ? this.sendHeld(job) : this.send(job);
    sending.finally(() => {
      this.active -= 1;
      this.wake();
    });
  }

  /** Sends what was read during an outage, when its turn comes. Never sends it if the run is stopped first. */
  private async sendHeld(job: Job): Promise<unknown> {
    this.held += 1;
    while (this.outage.holds) await this.change();
    this.held -= 1;
    return this.isStopped ? undefined : this.send(job);
  }

  private send(job: Job): Promise<unknown> {
    const number = this.outage.started();
    return job.send().then(
      (end) => {
        this.outage.ended(number, end);
        return end instanceof CallFailure && end.error instanceof SmsGuardError
          ? this.sendAgain(job, end, end.error)
          : this.settle(job, end);
      },
      (error: unknown) => this.fail(error),
    );
  }

  /** Sends what the app's own limits refused: in parts, or later. Otherwise it stays refused. */
  private async sendAgain(job: Job, end: CallFailure, error: SmsGuardError): Promise<unknown> {
    const parts = job.divide?.(error.recipients);
    if (parts) return Promise.all(parts.map((part) => this.send(part)));
    if (error.code === 'quiet-hours') {
      await this.wait(error.retryAfter ?? 0);
      while (this.outage.holds) await this.change();
      if (!this.isStopped) return this.send(job);
    }
    end.giveUp?.();
    return this.settle(job, end);
  }

  /** Waits for a time or until the run stops. */
  private async wait(ms: number): Promise<void> {
    const end = { isReached: false };
    const reach = (): void => {
      end.isReached = true;
      this.wake();
    };
    const timer = setTimeout(reach, Math.min(ms, LONGEST_TIMER));
    while (!end.isReached && !this.isStopped) await this.change();
    clearTimeout(timer);
  }

  private settle({ index, message, numbers }: Job, end: SendResult): void {
    const isFailed = end instanceof CallFailure;
    const outcome: SmsOutcome = isFailed
      ? { index, message, status: end.error.outcome, error: end.error }
      : { index, message, status: 'accepted', receipt: end.receipt };
    this.ready.push(outcome);
    if (isFailed) this.failures.add(index, end.error);
    countOutcome(this.tally, outcome, numbers, isFailed ? end.held.length : 0);
    // Now, because other parts of the same batch may still be in progress.
    this.wake();
  }

  private readonly close = (): void => {
    const { account, tally } = this;
    // The error is about the whole run: sending all of it again could send some messages twice.
    const closedError = () => account.lifetime.closedError(tally.accepted + tally.unknown > 0);
    // Only this error says that the unread input was not sent. If all was read, each has an outcome.
    if (!this.hasEnded) this.failure ??= closedError;
    this.stop();
  };

  private fail(error: unknown): void {
    this.failure ??= () => error;
    this.stop();
  }

  /** Reads no more, and does not wait for the end of quiet hours or of an outage. */
  private readonly stop = (): void => {
    this.hasEnded = true;
    this.isStopped = true;
    this.outage.close();
    this.wake();
  };

  private change(): Promise<void> {
    return new Promise((resolve) => void this.waiting.push(resolve));
  }

  private readonly wake = (): void => {
    for (const resolve of this.waiting.splice(0)) resolve();
  };
}
