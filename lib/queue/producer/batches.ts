interface Waiting<Item> {
  readonly items: readonly Item[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Collects items of many callers into batches and works on one batch at a time, so that a flood blocks nothing else. */
export class Batches<Item> {
  private readonly waiting: Waiting<Item>[] = [];
  private isAtWork = false;

  /** @param most the most items of several callers in a batch. A single caller may bring more */
  constructor(
    private readonly most: number,
    private readonly work: (items: readonly Item[]) => Promise<void>,
  ) {}

  /** Resolves or rejects as the batch with these items does. */
  add(items: readonly Item[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ items, resolve, reject });
      if (!this.isAtWork) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.isAtWork = true;
    while (this.waiting.length > 0) {
      const batch = this.takeBatch();
      try {
        await this.work(batch.flatMap(({ items }) => items));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.isAtWork = false;
  }

  private takeBatch(): readonly Waiting<Item>[] {
    let left = this.most;
    const end = this.waiting.findIndex(({ items }, at) => {
      left -= items.length;
      return left < 0 && at > 0;
    });
    return this.waiting.splice(0, end < 0 ? this.waiting.length : end);
  }
}
