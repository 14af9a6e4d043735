import { setImmediate } from 'node:timers/promises';
import { closedError } from '../account/sms-account.js';
import { SmsGatewayError } from '../errors/index.js';
import type { SendOptions } from '../message/sms-message.js';
import { offAbort, onAbort } from '../transport/shared-abort.js';
import { isPromise } from './input.js';
import type { Job, JobSource } from './jobs.js';
import type { SmsOutcome, SmsRun, SmsTally } from './sms-run.js';

/** What a run ends with: the account that it sends through. */
export interface RunLife {
  readonly closed: boolean;
  onClose(end: () => void): void;
  offClose(end: () => void): void;
}

/** How a run is made. */
export interface RunOptions {
  /** The most sends at once. */
  readonly concurrency: number;
  /** The most numbers in one send of a broadcast. */
  readonly batchSize: number;
  /** How each send is made; its signal ends the run, too. */
  readonly send: SendOptions;
}

const TURN = 256;

/** Sends what a source gives, so many at once, pulling only as fast as outcomes are taken. */
export class Run implements SmsRun {
  private readonly outcomes: AsyncGenerator<SmsOutcome, void, undefined>;
  private readonly tally = {
    accepted: 0,
    'not-sent': 0,
    unknown: 0,
    recipients: { accepted: 0, rejected: 0 },
  };
  private readonly ready: SmsOutcome[] = [];
  private active = 0;
  private pulling = false;
  private ended = false;
  private failure: { readonly error: unknown } | undefined;
  private wake: () => void = () => undefined;
  private readonly end = (): void => {
    this.ended = true;
    this.wake();
  };
  private readonly close = (): void => {
    // Thrown on after the last outcome: what was not pulled was not sent, and nobody else says so.
    this.fail(closedError());
    this.wake();
  };
  private readonly isWanted = (): boolean => !this.ended;

  /**
   * @param open begins the input; it may throw
   * @param options how many at once, and what ends it
   */
  constructor(
    private readonly open: (options: RunOptions) => JobSource,
    private readonly options: () => RunOptions,
    private readonly life: RunLife,
  ) {
    this.outcomes = this.go();
  }

  [Symbol.asyncIterator](): AsyncIterator<SmsOutcome> {
    return this.outcomes;
  }

  async finish(): Promise<SmsTally> {
    let step = await this.outcomes.next();
    while (!step.done) step = await this.outcomes.next();
    if (this.failure) throw this.failure.error;
    return this.tally;
  }

  private async *go(): AsyncGenerator<SmsOutcome, void, undefined> {
    const { concurrency, send, source } = this.begin();
    const { signal } = send;
    this.life.onClose(this.close);
    if (signal?.aborted) this.ended = true;
    else if (signal) onAbort(signal, this.end);
    try {
      for (let count = 1; ; count += 1) {
        // Outcomes that need no exchange, as of wrong messages, would keep all else from its turn.
        if (count % TURN === 0) await setImmediate();
        this.pull(source, concurrency);
        const outcome = this.ready.shift();
        if (outcome) yield outcome;
        else if (this.active === 0 && this.ended) break;
        else await this.change();
      }
      if (this.failure) throw this.failure.error;
    } finally {
      this.ended = true;
      this.life.offClose(this.close);
      if (signal) offAbort(signal, this.end);
      while (this.active > 0) await this.change();
      await this.letGo(source, signal);
    }
  }

  private begin(): RunOptions & { source: JobSource } {
    try {
      const options = this.options();
      if (this.life.closed) throw closedError();
      return { ...options, source: this.open(options) };
    } catch (error) {
      // Kept: to whoever asks again, a run that never began would look like an empty one.
      this.fail(error);
      throw error;
    }
  }

  private pull(source: JobSource, concurrency: number): void {
    while (!this.ended && !this.pulling && this.active + this.ready.length < concurrency) {
      try {
        const next = source.next(this.isWanted);
        if (isPromise(next)) this.await(next);
        // What comes after the end was never wanted.
        else if (!this.ended) this.start(next);
      } catch (error) {
        this.fail(error);
      }
    }
  }

  private await(next: PromiseLike<Job | undefined>): void {
    this.pulling = true;
    Promise.resolve(next)
      .then(
        (job) => this.ended || this.start(job),
        (error: unknown) => this.fail(error),
      )
      .finally(() => {
        this.pulling = false;
        this.wake();
      });
  }

  private start(job: Job | undefined): void {
    if (!job) {
      this.ended = true;
      return;
    }
    const { index, message } = job;
    const sent = job.send();
    this.active += 1;
    sent
      .then(
        (receipt) => this.settle({ index, message, status: 'accepted', receipt }),
        (error: unknown) => {
          if (!(error instanceof SmsGatewayError)) this.fail(error);
          else this.settle({ index, message, status: error.outcome, error });
        },
      )
      .finally(() => {
        this.active -= 1;
        this.wake();
      });
  }

  private settle(outcome: SmsOutcome): void {
    this.count(outcome);
    this.ready.push(outcome);
  }

  private count(outcome: SmsOutcome): void {
    this.tally[outcome.status] += 1;
    if (outcome.status !== 'accepted') return;
    this.tally.recipients.accepted += outcome.receipt.accepted.length;
    this.tally.recipients.rejected += outcome.receipt.rejected.length;
  }

  private fail(error: unknown): void {
    this.failure ??= { error };
    this.ended = true;
  }

  private change(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }

  private async letGo(source: JobSource, signal: AbortSignal | undefined): Promise<void> {
    const returned = (async () => source.return())();
    const isStopped = signal?.aborted || this.life.closed || this.failure;
    // A source in the middle of a pull may never answer, and what stopped the run comes before
    // whatever the source says: it is told, and not waited for.
    if (this.pulling || isStopped) returned.catch(() => undefined);
    else await returned;
  }
}
