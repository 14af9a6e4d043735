/** A pause of a loop, which ends early once there is something to do. */
export class Pause {
  private isOver = false;
  private end: () => void = () => undefined;

  /** Ends the pause, or the next one if there is none now. */
  over(): void {
    this.isOver = true;
    this.end();
  }

  /** @param ms the longest time. If it is not above 0, other work gets its turn all the same */
  async take(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      if (this.isOver || ms <= 0) {
        setImmediate(resolve);
        return;
      }
      const timer = setTimeout(resolve, ms);
      this.end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.isOver = false;
    this.end = () => undefined;
  }
}
