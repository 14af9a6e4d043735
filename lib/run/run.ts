import { SmsGatewayError } from '../errors/index.js';
import type { Job, JobSource } from './jobs.js';
import type { SmsOutcome, SmsRun, SmsTally } from './sms-run.js';

/** How a run is made. */
export interface RunOptions {
  readonly concurrency: number;
  readonly signal?: AbortSignal | undefined;
}

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
  private exhausted = false;
  private failure: { readonly error: unknown } | undefined;
  private wake: () => void = () => undefined;

  /**
   * @param open begins the input; it may throw
   * @param options how many at once, and what ends it
   */
  constructor(
    private readonly open: () => JobSource,
    private readonly options: () => RunOptions,
  ) {
    this.outcomes = this.go();
  }

  [Symbol.asyncIterator](): AsyncIterator<SmsOutcome> {
    return this.outcomes;
  }

  async finish(): Promise<SmsTally> {
    let step = await this.outcomes.next();
    while (!step.done) step = await this.outcomes.next();
    return this.tally;
  }

  private async *go(): AsyncGenerator<SmsOutcome, void, undefined> {
    const { concurrency, signal } = this.options();
    const source = this.open();
    const onAbort = (): void => this.wake();
    signal?.addEventListener('abort', onAbort);
    try {
      for (;;) {
        if (signal?.aborted) this.ended = true;
        this.pull(source, concurrency);
        const outcome = this.ready.shift();
        if (outcome) yield outcome;
        else if (this.active === 0 && this.ended) break;
        else await this.change();
      }
      if (this.failure) throw this.failure.error;
    } finally {
      this.ended = true;
      signal?.removeEventListener('abort', onAbort);
      while (this.active > 0) await this.change();
      await this.letGo(source);
    }
  }

  private pull(source: JobSource, concurrency: number): void {
    while (!this.ended && !this.pulling && this.active + this.ready.length < concurrency) {
      try {
        const next = source.next();
        if (next instanceof Promise) this.await(next);
        else this.start(next);
      } catch (error) {
        this.fail(error);
      }
    }
  }

  private await(next: Promise<Job | undefined>): void {
    this.pulling = true;
    next
      .then(
        // What comes after the end was never wanted.
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
      this.exhausted = true;
      return;
    }
    const { index, message } = job;
    this.active += 1;
    job
      .send()
      .then(
        (receipt) => this.settle({ index, message, status: 'accepted', receipt }),
        (error: unknown) => {
          if (!(error instanceof SmsGatewayError)) this.fail(error);
          else this.settle({ index, message, status: error.delivery, error });
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

  // A source in the middle of a pull may never answer: it is told, and not waited for.
  private async letGo(source: JobSource): Promise<void> {
    if (this.failure || this.exhausted) return;
    try {
      const returned = source.return();
      if (!this.pulling) await returned;
    } catch (error) {
      if (!this.pulling) throw error;
    }
  }
}
