import { SmsMessageError } from '../errors/index.js';
import { isPromise } from '../common/promises.js';

/** Any input that can be iterated. */
export type AnyIterable<T> = Iterable<T> | AsyncIterable<T>;

/**
 * Strings do not count as iterable: nobody means their characters.
 *
 * @param path what it is called in the error
 * @param items what it should hold
 * @throws SmsMessageError if it cannot be iterated
 */
export function checkIterable(value: unknown, path: string, items: string): void {
  const isObject = typeof value === 'object' && value !== null;
  if (isObject && (Symbol.iterator in value || Symbol.asyncIterator in value)) return;
  const message = `must be an array, or another iterable, of ${items}`;
  throw new SmsMessageError([{ path, message }], 'argument-invalid');
}

/**
 * Iterates an input, without a promise for each item if it is a plain iterable. After the input has
 * ended or thrown, neither `next` nor `return` is called.
 */
export class Input<T> {
  private readonly iterator: Iterator<T> | AsyncIterator<T>;
  private over = false;

  /** @throws SmsMessageError, see {@link checkIterable} */
  constructor(source: AnyIterable<T>, path: string, items: string) {
    checkIterable(source, path, items);
    this.iterator =
      Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  }

  next(): IteratorResult<T> | Promise<IteratorResult<T>> {
    if (this.over) return { done: true, value: undefined };
    try {
      const step: IteratorResult<T> | PromiseLike<IteratorResult<T>> = this.iterator.next();
      return isPromise(step)
        ? Promise.resolve(step).then(this.noted, this.failed)
        : this.noted(step);
    } catch (error) {
      return this.failed(error);
    }
  }

  return(): unknown {
    if (this.over) return undefined;
    this.over = true;
    return this.iterator.return?.();
  }

  private readonly noted = (step: IteratorResult<T>): IteratorResult<T> => {
    if (step.done) this.over = true;
    return step;
  };

  private readonly failed = (error: unknown): never => {
    this.over = true;
    throw error;
  };
}
