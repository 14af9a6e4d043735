import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';

/** A pause of a loop, which ends early once there is something to do. */
export class Pause {
  private end = new AbortController();

  /** Ends the pause, or the next one if there is none now. */
  over(): void {
    this.end.abort();
  }

  /** @param ms the longest time. However short it is, other work gets its turn */
  async take(ms: number): Promise<void> {
    const { signal } = this.end;
    await sleep(ms, undefined, { signal }).catch(() => turn());
    this.end = new AbortController();
  }
}
