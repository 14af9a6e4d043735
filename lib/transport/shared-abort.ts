/** The listeners of one signal, called by the single listener that is added to it. */
class Listeners {
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

const listenersOf = new WeakMap<AbortSignal, Listeners>();

/**
 * Calls back when a caller's signal aborts. Check the signal first: an earlier abort is not reported.
 *
 * Thousands of sends may share a signal. Node.js warns of a leak from the 11th listener on, and goes
 * through all listeners to add one. So each signal gets a single listener.
 */
export function onAbort(signal: AbortSignal, listener: () => void): void {
  let listeners = listenersOf.get(signal);
  if (!listeners) listenersOf.set(signal, (listeners = new Listeners(signal)));
  listeners.add(listener);
}

/** Stops calling back. */
export function offAbort(signal: AbortSignal, listener: () => void): void {
  listenersOf.get(signal)?.delete(listener);
}
