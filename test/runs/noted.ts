import type { SmsMessage } from '../../lib/index.js';
import { messageAt } from './runs.js';

/** A source that notes what is asked of it. */
export class Noted<T> {
  pulls = 0;
  returned = 0;

  constructor(private readonly next: (index: number) => IteratorResult<T, undefined>) {}

  plain(): Iterable<T> {
    return { [Symbol.iterator]: () => this.iterator((step) => step()) };
  }

  later(): AsyncIterable<T> {
    return { [Symbol.asyncIterator]: () => this.iterator(async (step) => step()) };
  }

  private iterator<S>(when: (step: () => IteratorResult<T, undefined>) => S): {
    next: () => S;
    return: () => S;
  } {
    return {
      next: () => when(() => this.next(this.pulls++)),
      return: () => {
        this.returned += 1;
        return when(() => ({ done: true, value: undefined }));
      },
    };
  }
}

/** Messages without end. */
export function endless(): Noted<SmsMessage> {
  return new Noted((index) => ({ value: messageAt(index) }));
}

/** Whether a source yields its items at once or as promises. */
export const KINDS = ['plain', 'later'] as const;

/** Never comes. */
export function never(): Promise<never> {
  return new Promise(() => undefined);
}
