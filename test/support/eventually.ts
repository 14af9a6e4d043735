import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE = 20_000;

/** Waits until a condition holds, and fails if it never does. */
export async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE;
  while (!(await holds())) {
    if (performance.now() > deadline)
      throw new Error(`This never became true: ${holds.toString()}`);
    await sleep(5);
  }
}

/** A promise that the test resolves. */
export class Latch {
  readonly opened: Promise<void>;
  private end: (() => void) | undefined;

  constructor() {
    this.opened = new Promise((resolve) => {
      this.end = resolve;
    });
  }

  open(): void {
    this.end?.();
  }
}
