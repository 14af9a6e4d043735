import { inspect } from 'node:util';
import { SmsGatewayError } from '../errors/index.js';
import type { SmsQueueAdded, SmsQueueRun, SmsQueueRunOutcome, SmsQueueTally } from './sms-queue.js';

/** An item of the input: something to add, or what is wrong with it. */
export type QueueItem<T> =
  | { readonly index: number; readonly value: T }
  | { readonly index: number; readonly error: SmsGatewayError };

/** Items that are added together. */
const CHUNK = 500;

/** Adds what a source gives, chunk by chunk, and reads it only as fast as outcomes are taken. */
export class QueueRun<T> implements SmsQueueRun {
  private readonly tally = { added: 0, duplicate: 0, failed: 0 };
  private started = false;
  private finished: Promise<SmsQueueTally> | undefined;
  private readonly outcomes: AsyncGenerator<SmsQueueRunOutcome, void, undefined>;

  /**
   * @param items reads the input; it may throw
   * @param add adds a chunk
   */
  constructor(
    private readonly items: () => AsyncIterable<QueueItem<T>>,
    private readonly add: (values: readonly T[]) => Promise<readonly ChunkResult[]>,
  ) {
    this.outcomes = this.go();
  }

  [Symbol.asyncIterator](): AsyncIterator<SmsQueueRunOutcome> {
    if (this.started) {
      throw new TypeError(
        'This run has already been started, and a run can be looped over once. Await it for its tally, or start another run.',
      );
    }
    this.started = true;
    return this.outcomes;
  }

  finish(): Promise<SmsQueueTally> {
    this.started = true;
    return (this.finished ??= this.runToEnd());
  }

  // A run that was awaited by mistake would otherwise queue nothing, silently.
  // oxlint-disable-next-line unicorn/no-thenable
  then<A = SmsQueueTally, B = never>(
    onFinished?: ((tally: SmsQueueTally) => A | PromiseLike<A>) | null,
    onFailed?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.finish().then(onFinished, onFailed);
  }

  toJSON(): object {
    return { tally: this.tally };
  }

  [inspect.custom](): string {
    const { added, duplicate, failed } = this.tally;
    return `SmsQueueRun { added: ${added}, duplicate: ${duplicate}, failed: ${failed} }`;
  }

  private async runToEnd(): Promise<SmsQueueTally> {
    let step = await this.outcomes.next();
    while (!step.done) step = await this.outcomes.next();
    return this.tally;
  }

  private async *go(): AsyncGenerator<SmsQueueRunOutcome, void, undefined> {
    let chunk: { index: number; value: T }[] = [];
    for await (const item of this.items()) {
      if ('error' in item) yield this.counted({ ...item, status: 'failed' });
      else if (chunk.push(item) >= CHUNK) {
        yield* this.addChunk(chunk);
        chunk = [];
      }
    }
    yield* this.addChunk(chunk);
  }

  private async *addChunk(
    chunk: readonly { index: number; value: T }[],
  ): AsyncGenerator<SmsQueueRunOutcome, void, undefined> {
    if (chunk.length === 0) return;
    let results: readonly ChunkResult[];
    let failure: SmsGatewayError | undefined;
    try {
      results = await this.add(chunk.map(({ value }) => value));
    } catch (error) {
      if (!(error instanceof SmsGatewayError)) throw error;
      failure = error;
      results = chunk.map(() => ({ error }));
    }
    for (const [at, { index }] of chunk.entries()) {
      const result = results[at]!;
      if ('error' in result) yield this.counted({ index, status: 'failed', ...result });
      else {
        yield this.counted({ index, status: result.duplicate ? 'duplicate' : 'added', ...result });
      }
    }
    // The store failed: what comes next would fail as well, and has not been read.
    if (failure) throw failure;
  }

  private counted(outcome: SmsQueueRunOutcome): SmsQueueRunOutcome {
    this.tally[outcome.status] += 1;
    return outcome;
  }
}

/** What became of one item of a chunk. */
export type ChunkResult = SmsQueueAdded | { readonly error: SmsGatewayError };
