/** Lets other work of the process run between many short steps, however many callers there are. */
export class Pace {
  private unitsLeft: number;
  private turn: Promise<void> | undefined;

  /** @param steps how many steps may be taken before others get a turn */
  constructor(private readonly steps: number) {
    this.unitsLeft = steps;
  }

  /** Resolves when a step may be taken. */
  async step(): Promise<void> {
    while (this.unitsLeft === 0) await (this.turn ??= this.begin());
    this.unitsLeft -= 1;
  }

  private async begin(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.unitsLeft = this.steps;
    this.turn = undefined;
  }
}
