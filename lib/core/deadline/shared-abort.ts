/** The listeners of a signal, and the one listener that it has for all of them. */
interface Shared {
  readonly listeners: Set<() => void>;
  readonly callAll: () => void;
}

const sharedBy = new WeakMap<AbortSignal, Shared>();

/**
 * Calls back when a caller's signal aborts, or at once if it has.
 *
 * Thousands of sends may share a signal. Node.js warns of a leak from the 11th listener on, and goes
 * through all listeners to add one. So each signal gets a single listener.
 */
export function onAbort(signal: AbortSignal, listener: () => void): void {
  if (signal.aborted) return listener();
  const sharedEntry = sharedBy.get(signal);
  if (sharedEntry) {
    sharedEntry.listeners.add(listener);
    return;
  }
  const listeners = new Set([listener]);
  const callAll = (): void => listeners.forEach((callback) => callback());
  sharedBy.set(signal, { listeners, callAll });
  signal.addEventListener('abort', callAll);
}

/** Stops calling back. */
export function offAbort(signal: AbortSignal, listener: () => void): void {
  const sharedEntry = sharedBy.get(signal);
  if (!sharedEntry?.listeners.delete(listener) || sharedEntry.listeners.size > 0) return;
  sharedBy.delete(signal);
  signal.removeEventListener('abort', sharedEntry.callAll);
}
