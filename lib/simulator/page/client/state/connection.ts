import { signal } from '@preact/signals';
import type { FaultReport, InboxChange } from '../types.js';

const PAUSE = 1_000;
const GLANCE = 5_000;

/** How it stands with the simulator. */
export const connection = signal<'connecting' | 'live' | 'lost'>('connecting');

/** Who hears of changes. */
export interface Listener {
  /** The simulator answers, for the first time or again. */
  onOpen(): void;
  /** Everything must be read anew: at the start, and where too much was missed. */
  onReset(): void;
  onChange(change: InboxChange): void;
  onFaults(faults: FaultReport): void;
  /** Nothing is told for now: time to ask how much there is. */
  onAway(): void;
}

/**
 * Listens to the simulator for as long as the page is seen. The browser comes back by itself and
 * says what it heard last, and the simulator tells what it missed. A page out of sight lets go:
 * browsers allow six connections at a time for all pages together.
 */
export function listen(listener: Listener): void {
  let source = connect();
  let planned: ReturnType<typeof setTimeout>;
  attend();
  document.addEventListener('visibilitychange', attend);

  function plan(act: () => void, pause: number): void {
    clearTimeout(planned);
    planned = setTimeout(act, pause);
  }

  function attend(): void {
    clearTimeout(planned);
    if (document.hidden) plan(leave, GLANCE);
    else if (source.readyState === EventSource.CLOSED) source = connect();
  }

  function leave(): void {
    source.close();
    connection.value = 'connecting';
    listener.onAway();
    plan(leave, GLANCE);
  }

  function connect(): EventSource {
    const made = new EventSource('/api/events');
    const on = <T>(type: string, act: (data: T) => void) =>
      made.addEventListener(type, (event: MessageEvent<string>) =>
        act(JSON.parse(event.data) as T),
      );
    made.addEventListener('open', () => {
      connection.value = 'live';
      listener.onOpen();
    });
    made.addEventListener('error', () => {
      connection.value = 'lost';
      // The browser gives up where something else than the simulator answers, such as a proxy.
      if (made.readyState === EventSource.CLOSED) plan(attend, PAUSE);
    });
    on('hello', () => listener.onReset());
    on('reset', () => listener.onReset());
    for (const type of ['added', 'updated', 'removed', 'cleared']) {
      on<object>(type, (data) => listener.onChange({ type, ...data } as InboxChange));
    }
    on<FaultReport>('faults', (faults) => listener.onFaults(faults));
    return made;
  }
}
