import { inspect } from 'node:util';
import {
  setAccount,
  SmsGatewayError,
  SmsGuardError,
  SmsMessageError,
  SmsTransportError,
} from '../../../core/errors/index.js';
import { asMessageError } from '../../../core/message/message-issues.js';
import { AwaitableRun } from '../../../core/runs/awaitable-run.js';
import { type AnyIterable, checkIterable } from '../../../core/runs/input.js';
import { problem } from '../problem.js';
import type { QueueAccount } from '../queue-account.js';
import type { Addition, AddResult } from './add-messages.js';
import type { SmsQueueRun, SmsQueueRunOutcome, SmsQueueTally } from '../sms-queue.js';

/** An item of the input: something to add, or what is wrong with it. */
export type QueueItem =
  | { readonly index: number; readonly addition: Addition }
  | { readonly index: number; readonly error: SmsGatewayError };

/** What a run adds, and how. */
export interface QueuePlan {
  readonly items: AsyncIterable<QueueItem>;
  /** Whether it adds in a transaction of the user. */
  readonly isTransaction: boolean;
  add(additions: readonly Addition[]): Promise<readonly AddResult[]>;
}

type Chunk = (QueueItem & { readonly addition: Addition })[];

const CHUNK = 500;
const CUT = 'threw an error before this batch was full, so the batch is not queued. Run it again';

/** Adds what an input yields, chunk by chunk, and reads it only as fast as outcomes are taken. */
export class QueueRun
  extends AwaitableRun<SmsQueueRunOutcome, SmsQueueTally>
  implements SmsQueueRun
{
  /** The error that the run throws at its end. */
  private failure: { readonly error: unknown } | undefined;
  private readonly tally = { added: 0, duplicate: 0, failed: 0, codes: this.failures.codes };

  /** @param open checks the options and opens the input; it may throw */
  constructor(
    private readonly open: () => QueuePlan,
    account?: string,
  ) {
    super('start another run', account);
  }

  toJSON(): object {
    return { tally: this.tally };
  }

  [inspect.custom](): string {
    return `SmsQueueRun ${inspect(this.tally)}`;
  }

  protected override result(): SmsQueueTally {
    if (this.failure) throw this.failure.error;
    return this.tally;
  }

  protected override async *go(): AsyncGenerator<SmsQueueRunOutcome, void, undefined> {
    try {
      yield* this.addAll(this.open());
    } catch (error) {
      // Also for `finish()` after a loop.
      this.failure ??= { error };
      throw this.failure.error;
    }
  }

  private async *addAll(plan: QueuePlan): AsyncGenerator<SmsQueueRunOutcome, void, undefined> {
    let chunk: Chunk = [];
    for await (const item of this.read(plan)) {
      if ('error' in item) yield this.counted({ ...item, status: 'failed' });
      else if (chunk.push(item) >= CHUNK) {
        yield* this.addChunk(plan, chunk);
        chunk = [];
      }
    }
    // If the input failed, the transaction may have failed too.
    if (!this.failure || !plan.isTransaction) yield* this.addChunk(plan, chunk);
    if (this.failure) throw this.failure.error;
  }

  /** The items of the input until it ends or throws. Its error is thrown at the end of the run. */
  private async *read({ items }: QueuePlan): AsyncGenerator<QueueItem, void, undefined> {
    const input = items[Symbol.asyncIterator]();
    try {
      for (;;) {
        const step = await input.next().catch((error: unknown) => {
          this.failure = { error };
        });
        if (!step || step.done) return;
        yield step.value;
      }
    } finally {
      await input.return?.();
    }
  }

  private async *addChunk(
    plan: QueuePlan,
    chunk: Chunk,
  ): AsyncGenerator<SmsQueueRunOutcome, void, undefined> {
    if (chunk.length === 0) return;
    let results: readonly AddResult[];
    try {
      results = await plan.add(chunk.map(({ addition }) => addition));
    } catch (error) {
      if (!(error instanceof SmsGatewayError)) throw error;
      for (const { index } of chunk) yield this.counted({ index, status: 'failed', error });
      // The store failed: what comes next would fail as well, and has not been read.
      throw this.aboutRun(error);
    }
    for (const [at, { index }] of chunk.entries()) {
      const result = results[at]!;
      if ('error' in result) yield this.counted({ index, status: 'failed', ...result });
      else {
        yield this.counted({ index, status: result.duplicate ? 'duplicate' : 'added', ...result });
      }
    }
    const failures = results.flatMap((result) => ('error' in result ? [result.error] : []));
    const ofStore = failures.filter(({ code }) => code === 'queue-failed');
    const [first] = ofStore;
    if (first) throw this.aboutRun(ofStore.find(({ outcome }) => outcome === 'unknown') ?? first);
  }

  /** The error of the run for a failed chunk: repeating the whole run could queue some messages twice. */
  private aboutRun(failure: SmsGatewayError): SmsGatewayError {
    if (this.tally.added === 0 || failure.outcome === 'unknown') return failure;
    const error = new SmsTransportError(
      'queue-failed',
      'The store did not carry out an operation after some messages of the run had been queued. The rest were not queued. With keys it is safe to repeat the run. Without them, loop over a run to get the outcome of each message.',
      { outcome: 'unknown' },
    );
    setAccount(error, failure.account);
    return error;
  }

  private counted(outcome: SmsQueueRunOutcome): SmsQueueRunOutcome {
    this.tally[outcome.status] += 1;
    if (outcome.status === 'failed') this.failures.add(outcome.index, outcome.error);
    return outcome;
  }
}

/** Items that each are a message. */
export async function* checkedItems<I>(
  inputs: AnyIterable<I>,
  check: (input: I, index: number) => Addition,
): AsyncGenerator<QueueItem, void, undefined> {
  checkIterable(inputs, 'messages', 'messages');
  let index = 0;
  for await (const input of inputs) {
    yield itemOf(index, () => check(input, index));
    index += 1;
  }
}

/**
 * Collects numbers into batches, each number once in its batch. A batch that is not full when the input throws is
 * not added: a repeated run with the same keys would have a different batch in its place.
 */
export async function* batchItems(
  recipients: AnyIterable<string>,
  size: number,
  account: Pick<QueueAccount, 'readRecipient' | 'checkRecipient'>,
  make: (batch: readonly string[], index: number) => Addition,
): AsyncGenerator<QueueItem, void, undefined> {
  checkIterable(recipients, 'recipients', 'strings');
  let batch = new Set<string>();
  let first = 0;
  let index = 0;
  try {
    for await (const recipient of recipients) {
      try {
        const number = account.readRecipient(recipient);
        if (typeof number !== 'string') {
          throw new SmsMessageError([{ path: 'to', message: number.issue }]);
        }
        account.checkRecipient(number);
        if (batch.size === 0) first = index;
        batch.add(number);
      } catch (error) {
        yield { index, error: asItemError(error) };
      }
      if (batch.size >= size) {
        const full = [...batch];
        batch = new Set();
        yield itemOf(first, () => make(full, first));
      }
      index += 1;
    }
  } catch (error) {
    if (batch.size > 0) yield { index: first, error: problem('recipients', CUT) };
    throw error;
  }
  if (batch.size > 0) yield itemOf(first, () => make([...batch], first));
}

function itemOf(index: number, make: () => Addition): QueueItem {
  try {
    return { index, addition: make() };
  } catch (error) {
    return { index, error: asItemError(error) };
  }
}

function asItemError(error: unknown): SmsGatewayError {
  return error instanceof SmsGuardError ? error : asMessageError(error);
}
