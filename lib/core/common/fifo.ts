/** An item's place in a queue. */
export interface Entry<T> {
  readonly item: T;
  before: Entry<T> | undefined;
  after: Entry<T> | undefined;
}

/** A queue that items can leave from anywhere, at the same cost however long it is. */
export class Fifo<T> implements Iterable<T> {
  size = 0;

  private first: Entry<T> | undefined;
  private last: Entry<T> | undefined;

  push(item: T): Entry<T> {
    const entry: Entry<T> = { item, before: this.last, after: undefined };
    if (this.last) this.last.after = entry;
    else this.first = entry;
    this.last = entry;
    this.size += 1;
    return entry;
  }

  peek(): T | undefined {
    return this.first?.item;
  }

  shift(): void {
    if (this.first) this.remove(this.first);
  }

  /** @param entry must be in this queue */
  remove(entry: Entry<T>): void {
    const { before, after } = entry;
    if (before) before.after = after;
    else this.first = after;
    if (after) after.before = before;
    else this.last = before;
    entry.before = undefined;
    entry.after = undefined;
    this.size -= 1;
  }

  /** All items in order. The current one may be removed. */
  *[Symbol.iterator](): Iterator<T> {
    let entry = this.first;
    while (entry) {
      const { item, after } = entry;
      yield item;
      entry = after;
    }
  }
}
