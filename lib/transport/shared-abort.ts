/** Who waits for one signal, through the one listener that it is given. */
class Waiting {
  private readonly listeners = new Set<() => void>();
  private readonly onAbort = (): void => {
    for (const listener of this.listeners) listener();
  };

  constructor(private readonly signal: AbortSignal) {}

  add(listener: () => void): void {
    if (this.listeners.size === 0) this.signal.addEventListener('abort', this.onAbort);
    this.listeners.add(listener);
  }

  delete(listener: () => void): void {
    if (!this.listeners.delete(listener) || this.listeners.size > 0) return;
    this.signal.removeEventListener('abort', this.onAbort);
  }
}

const waitingFor = new WeakMap<AbortSignal, Waiting>();

/**
 * Calls back when a caller's signal aborts. One that has is not told: ask it first.
 *
 * Thousands of sends may share a signal, and Node warns of a leak from its 11th listener on and goes
 * through all of them to add one, so all of ours are one to it.
 */
export function onAbort(signal: AbortSignal, listener: () => void): void {
  let waiting = waitingFor.get(signal);
  if (!waiting) waitingFor.set(signal, (waiting = new Waiting(signal)));
  waiting.add(listener);
}

/** Calls back no more. */
export function offAbort(signal: AbortSignal, listener: () => void): void {
  waitingFor.get(signal)?.delete(listener);
}
