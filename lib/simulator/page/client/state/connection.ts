import { signal } from '@preact/signals';
import type { FaultReport, InboxChange, InboxMessage } from '../types.js';

const PAUSE = 1_000;

/** How it stands with the simulator. */
export const connection = signal<'connecting' | 'live' | 'lost'>('connecting');

/** Who hears of changes. */
export interface Listener {
  /** Everything must be read anew: at the start, and where too much was missed. */
  onReset(): void;
  onChange(change: InboxChange): void;
  onFaults(faults: FaultReport): void;
}

/**
 * Listens to the simulator for as long as the page is open. The browser comes back by itself and
 * says what it heard last, and the simulator tells what it missed.
 */
export function listen(listener: Listener): void {
  const source = new EventSource('/api/events');
  const on = <T>(type: string, act: (data: T) => void) =>
    source.addEventListener(type, (event: MessageEvent<string>) =>
      act(JSON.parse(event.data) as T),
    );
  source.addEventListener('open', () => {
    connection.value = 'live';
  });
  source.addEventListener('error', () => {
    connection.value = 'lost';
    // The browser gives up where something else than the simulator answers, such as a proxy.
    if (source.readyState === EventSource.CLOSED) setTimeout(() => listen(listener), PAUSE);
  });
  on('hello', () => listener.onReset());
  on('reset', () => listener.onReset());
  on<{ message: InboxMessage }>('added', ({ message }) =>
    listener.onChange({ type: 'added', message }),
  );
  on<{ message: InboxMessage }>('updated', ({ message }) =>
    listener.onChange({ type: 'updated', message }),
  );
  on<{ id: string }>('removed', ({ id }) => listener.onChange({ type: 'removed', id }));
  on('cleared', () => listener.onChange({ type: 'cleared' }));
  on<FaultReport>('faults', (faults) => listener.onFaults(faults));
}
