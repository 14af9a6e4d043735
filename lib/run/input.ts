/** Any input that can be iterated. */
export type Source<T> = Iterable<T> | AsyncIterable<T>;

/** Whether a value can be iterated. A string can, but nobody means its characters. */
export function isSource(value: unknown): value is Source<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    (Symbol.iterator in value || Symbol.asyncIterator in value)
  );
}

/**
 * Whether a value is a promise. Told by its method: a stream's promises belong to another realm than
 * the caller's when the caller's code runs in a VM context, as it does in Jest.
 */
export function isPromise<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof value.then === 'function'
  );
}

/**
 * Iterates a source as it is: a plain iterable without a promise for each item. A source that has
 * ended or thrown is not asked again, and not told to return.
 */
export class Input<T> {
  private readonly iterator: Iterator<T> | AsyncIterator<T>;
  private over = false;

  constructor(source: Source<T>) {
    this.iterator =
      Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  }

  next(): IteratorResult<T> | Promise<IteratorResult<T>> {
    if (this.over) return { done: true, value: undefined };
    try {
      const step: IteratorResult<T> | PromiseLike<IteratorResult<T>> = this.iterator.next();
      return isPromise(step) ? this.later(step) : this.noted(step);
    } catch (error) {
      this.over = true;
      throw error;
    }
  }

  return(): unknown {
    if (this.over) return undefined;
    this.over = true;
    return this.iterator.return?.();
  }

  private async later(step: PromiseLike<IteratorResult<T>>): Promise<IteratorResult<T>> {
    try {
      return this.noted(await step);
    } catch (error) {
      this.over = true;
      throw error;
    }
  }

  private noted(step: IteratorResult<T>): IteratorResult<T> {
    if (step.done) this.over = true;
    return step;
  }
}
