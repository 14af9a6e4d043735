import { within } from '../common/promises.js';
import { endFault, type LogFault } from '../logging/log-fault.js';
import type { SmsGuardCount, SmsGuardStore, SmsGuardTake } from './guard-store.js';
import { MemoryGuardStore } from './memory-guard-store.js';

/** How long a store may take, in ms. */
const PATIENCE = 1000;
/** How long a store that failed is left alone, in ms. */
const REST = 5000;

/**
 * A store that may fail. Meanwhile the counts are kept in this process: one-time passwords still
 * arrive, and someone who abuses the form is still held back.
 */
export class SharedGuardStore implements SmsGuardStore {
  private readonly memory = new MemoryGuardStore();
  private readonly inMemory = new WeakSet<readonly number[]>();
  /** When it is asked again, by `performance.now()`. `-Infinity` if it works. */
  private downUntil = -Infinity;

  /**
   * @param warn logs that the store works again
   * @param fault logs what the store throws
   */
  constructor(
    private readonly store: SmsGuardStore,
    private readonly warn: (text: string) => void,
    private readonly fault: LogFault,
  ) {}

  async take(counts: readonly SmsGuardCount[]): Promise<SmsGuardTake> {
    if (performance.now() >= this.downUntil) {
      try {
        const asking = (async () => ({ given: await this.store.take(counts) }))();
        const answer = await within(PATIENCE, asking);
        if (!answer) throw new Error('It did not answer within 1 s');
        const take = readTake(answer.given, counts.length);
        endFault(this.store, 'guard.store');
        if (this.downUntil !== -Infinity) this.warn('guard.store works again.');
        this.downUntil = -Infinity;
        return take;
      } catch (error) {
        this.downUntil = performance.now() + REST;
        const meanwhile = 'Until it works again, this process counts by itself.';
        this.fault(this.store, 'guard.store', error, meanwhile);
      }
    }
    const take = await this.memory.take(counts);
    this.inMemory.add(take.stamps);
    return take;
  }

  async giveBack(counts: readonly SmsGuardCount[], stamps: readonly number[]): Promise<void> {
    if (this.inMemory.has(stamps)) return this.memory.giveBack(counts, stamps);
    try {
      await within(PATIENCE, this.store.giveBack(counts, stamps));
      endFault(this.store, 'guard.store.giveBack');
    } catch (error) {
      this.fault(this.store, 'guard.store.giveBack', error, 'What was counted still counts.');
    }
  }
}

/**
 * Checks and copies what a store answered: an app may have written it.
 *
 * @throws TypeError if it is not an answer of `take`
 */
function readTake(answer: SmsGuardTake | undefined, counts: number): SmsGuardTake {
  if (!answer) throw new TypeError('not an answer of take');
  const take = {
    over: Array.from(answer.over, ({ index, retryAfter }) => ({ index, retryAfter })),
    stamps: Array.from(answer.stamps),
  };
  const isAnswer =
    take.over.every(({ index, retryAfter }) => isWithin(index, counts) && isTime(retryAfter)) &&
    take.stamps.every(isTime);
  if (!isAnswer) throw new TypeError('not an answer of take');
  return take;
}

function isWithin(index: number, length: number): boolean {
  return Number.isInteger(index) && index >= 0 && index < length;
}

function isTime(value: number): boolean {
  return Number.isFinite(value) && value >= 0;
}
