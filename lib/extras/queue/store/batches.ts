/** Collects items of many callers into batches and works on one batch at a time, so that a flood blocks nothing else. */
export class Batches<Item> {
  private last: Promise<unknown> = Promise.resolve();
  /** The batch that still collects. */
  private next: { readonly items: Item[]; readonly done: Promise<void> } | undefined;

  /** @param most the most items of several callers in a batch. A single caller may bring more */
  constructor(
    private readonly most: number,
    private readonly work: (items: readonly Item[]) => Promise<void>,
  ) {}

  /** Resolves or rejects as the batch with these items does. */
  add(items: readonly Item[]): Promise<void> {
    const isFull = this.next && this.next.items.length + items.length > this.most;
    if (!this.next || isFull) this.next = this.begin();
    this.next.items.push(...items);
    return this.next.done;
  }

  private begin() {
    const items: Item[] = [];
    const done = this.last.then(() => {
      if (this.next?.items === items) this.next = undefined;
      return this.work(items);
    });
    this.last = done.catch(() => undefined);
    return { items, done };
  }
}
