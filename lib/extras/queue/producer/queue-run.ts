import { inspect } from 'node:util';
import { SmsGatewayError, SmsGuardError, SmsMessageError } from '../../../core/errors/index.js';
import { asMessageError } from '../../../core/message/message-issues.js';
import { AwaitableRun } from '../../../core/runs/awaitable-run.js';
import { type AnyIterable, checkIterable } from '../../../core/runs/input.js';
import { problem, queueFailed } from '../problem.js';
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
    const chunk: Chunk = [];
    try {
      const plan = this.open();
      try {
        for await (const item of plan.items) {
          if ('error' in item) yield this.counted({ ...item, status: 'failed' });
          else if (chunk.push(item) >= CHUNK) yield* this.addChunk(plan, chunk.splice(0));
        }
      } catch (error) {
        this.failure = { error };
        // If the input failed, the transaction may have failed too.
        if (plan.isTransaction) throw error;
      }
      yield* this.addChunk(plan, chunk);
    } catch (error) {
      this.failure ??= { error };
    }
    // It is also thrown by `finish()` after a loop.
    if (this.failure) throw this.failure.error;
  }

  private async *addChunk(
    plan: QueuePlan,
    chunk: Chunk,
  ): AsyncGenerator<SmsQueueRunOutcome, void, undefined> {
    if (chunk.length === 0) return;
    /** The error that ends the run. What comes next would fail as well, and has not been read. */
    let failure: SmsGatewayError | undefined;
    const results = await plan
      .add(chunk.map(({ addition }) => addition))
      .catch((error: unknown): readonly AddResult[] => {
        if (!(error instanceof SmsGatewayError)) throw error;
        failure = error;
        return chunk.map(() => ({ error }));
      });
    for (const [at, { index }] of chunk.entries()) {
      const result = results[at]!;
      if ('error' in result) {
        yield this.counted({ index, status: 'failed', ...result });
        const { error } = result;
        if (error.code === 'queue-failed' && failure?.outcome !== 'unknown') failure = error;
      } else {
        yield this.counted({ index, status: result.duplicate ? 'duplicate' : 'added', ...result });
      }
    }
    if (failure) throw this.aboutRun(failure);
  }

  /** The error of the run for a failed chunk: repeating the whole run could queue some messages twice. */
  private aboutRun(failure: SmsGatewayError): SmsGatewayError {
    if (this.tally.added === 0 || failure.outcome === 'unknown') return failure;
    return queueFailed(
      'The store did not carry out an operation after some messages of the run had been queued. The rest were not queued. With keys it is safe to repeat the run. Without them, loop over a run to get the outcome of each message.',
      'unknown',
      failure.account,
    );
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
  const batch = new Set<string>();
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
        yield itemOf(first, () => make([...batch], first));
        batch.clear();
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
