import type { RunAccount } from './run-account.js';

/** The numbers of a batch, with their input positions. */
export type Numbers = ReadonlyMap<string, number>;

/** A recipient that cannot be sent to. */
export interface InvalidItem {
  readonly index: number;
  readonly value: string;
  /** Why, with the number masked. */
  readonly issue: string;
}

/** Collects recipients into batches. */
export class Batches {
  /** How many recipients were in their batch already. */
  duplicates = 0;
  private numbers = new Map<string, number>();
  private position = 0;
  private readonly size: number;

  constructor(
    private readonly account: Pick<RunAccount, 'largestBatch' | 'readRecipient'>,
    batchSize: number,
  ) {
    this.size = Math.min(batchSize, account.largestBatch);
  }

  /** @returns the batch that an item completes; `none` if it completes none, undefined at the end */
  add(step: IteratorResult<string>): Numbers | InvalidItem | 'none' | undefined {
    if (step.done) return this.numbers.size > 0 ? this.take() : undefined;
    const index = this.position++;
    const number = this.account.readRecipient(step.value);
    if (typeof number !== 'string') return { index, value: step.value, issue: number.issue };
    if (this.numbers.has(number)) this.duplicates += 1;
    else this.numbers.set(number, index);
    return this.numbers.size >= this.size ? this.take() : 'none';
  }

  private take(): Numbers {
    const { numbers } = this;
    this.numbers = new Map();
    return numbers;
  }
}
