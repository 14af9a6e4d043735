import { RunFailures } from './run-failures.js';

/** Something that can be looped over once, or awaited for its tally: awaiting it runs it to its end. */
export abstract class AwaitableRun<Outcome, Tally>
  implements AsyncIterable<Outcome>, PromiseLike<Tally>
{
  protected started = false;
  protected readonly failures = new RunFailures();
  private isLooping = false;
  private finished: Promise<Tally> | undefined;
  private readonly outcomes = this.go();

  /**
   * @param again what to do to run it again, for the error of a second loop
   * @param logName the account to whose log the warning goes. Default: that of the first error
   */
  constructor(
    private readonly again: string,
    private readonly logName?: string,
  ) {}

  /** Runs it. Called once, and not begun before the first outcome is asked for. */
  protected abstract go(): AsyncGenerator<Outcome, void, undefined>;

  protected abstract result(): Tally;

  [Symbol.asyncIterator](): AsyncIterator<Outcome> {
    if (this.started) {
      throw new TypeError(
        `This run has already been started, and a run can be looped over once. Await it for its tally, or ${this.again}.`,
      );
    }
    this.started = true;
    this.isLooping = true;
    const { outcomes } = this;
    return {
      next: () => this.noted(outcomes.next()),
      return: () => this.noted(outcomes.return()),
    };
  }

  finish(): Promise<Tally> {
    if (this.isLooping) {
      const error = new TypeError(
        'This run is being looped over, so await the loop first. Afterwards, the run has its tally.',
      );
      return Promise.reject(error);
    }
    // A loop has seen each outcome.
    const warn = this.started ? undefined : () => this.failures.warn(this.logName);
    this.started = true;
    return (this.finished ??= this.runToEnd().finally(warn));
  }

  // Otherwise, a run that is awaited would silently do nothing.
  // oxlint-disable-next-line unicorn/no-thenable
  then<A = Tally, B = never>(
    onFinished?: ((tally: Tally) => A | PromiseLike<A>) | null,
    onFailed?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.finish().then(onFinished, onFailed);
  }

  /** Notes the end of the loop. */
  private async noted(
    taking: Promise<IteratorResult<Outcome, void>>,
  ): Promise<IteratorResult<Outcome, void>> {
    let isOver = true;
    try {
      const step = await taking;
      isOver = step.done === true;
      return step;
    } finally {
      if (isOver) this.isLooping = false;
    }
  }

  private async runToEnd(): Promise<Tally> {
    let step = await this.outcomes.next();
    while (!step.done) step = await this.outcomes.next();
    return this.result();
  }
}
