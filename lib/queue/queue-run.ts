import { inspect } from 'node:util';
import { SmsGatewayError } from '../errors/index.js';
import { AwaitableRun } from '../run/awaitable-run.js';
import type { SmsQueueAdded, SmsQueueRun, SmsQueueRunOutcome, SmsQueueTally } from './sms-queue.js';

/** An item of the input: something to add, or what is wrong with it. */
export type QueueItem<T> =
  | { readonly index: number; readonly value: T }
  | { readonly index: number; readonly error: SmsGatewayError };

/** Items that are added together. */
const CHUNK = 500;

/** Adds what a source gives, chunk by chunk, and reads it only as fast as outcomes are taken. */
export class QueueRun<T>
  extends AwaitableRun<SmsQueueRunOutcome, SmsQueueTally>
  implements SmsQueueRun
{
  private readonly tally = { added: 0, duplicate: 0, failed: 0 };

  /**
   * @param items reads the input; it may throw
   * @param add adds a chunk
   */
  constructor(
    private readonly items: () => AsyncIterable<QueueItem<T>>,
    private readonly add: (values: readonly T[]) => Promise<readonly ChunkResult[]>,
  ) {
    super('start another run');
  }

  toJSON(): object {
    return { tally: this.tally };
  }

  [inspect.custom](): string {
    const { added, duplicate, failed } = this.tally;
    return `SmsQueueRun { added: ${added}, duplicate: ${duplicate}, failed: ${failed} }`;
  }

  protected override result(): SmsQueueTally {
    return this.tally;
  }

  protected override async *go(): AsyncGenerator<SmsQueueRunOutcome, void, undefined> {
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
