import { signal } from '@preact/signals';
import type { InboxChange } from '../../../inbox/inbox.js';
import { BASE, type FaultReport } from './api.js';

const PAUSE = 1_000;
const PATIENCE = 5_000;

/** The state of the connection to the simulator. */
export const connection = signal<'connecting' | 'live' | 'lost'>('connecting');

/** Callbacks of the connection. */
export interface Listener {
  /** The simulator answers, for the first time or again. */
  onOpen(): void;
  /** Everything must be read again: at the start, or because too much was missed. */
  onReset(): void;
  onChange(change: InboxChange): void;
  onFaults(faults: FaultReport): void;
  /** There are no events for now, so it is time to ask for the counts. */
  onAway(): void;
}

/**
 * Listens to the simulator while the page is visible. After an interruption the browser reconnects
 * with the id of its last event, and the simulator replays the rest. A hidden page disconnects,
 * because browsers allow six connections for all pages together.
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
    if (document.hidden) plan(leave, PATIENCE);
    else if (source.readyState === EventSource.CLOSED) source = connect();
  }

  function leave(): void {
    source.close();
    connection.value = 'connecting';
    listener.onAway();
    plan(leave, PATIENCE);
  }

  function connect(): EventSource {
    const newSource = new EventSource(`${BASE}/api/events`);
    const on = <T>(type: string, act: (data: T) => void) =>
      newSource.addEventListener(type, (event: MessageEvent<string>) =>
        act(JSON.parse(event.data) as T),
      );
    newSource.addEventListener('open', () => {
      connection.value = 'live';
      listener.onOpen();
    });
    newSource.addEventListener('error', () => {
      connection.value = 'lost';
      // The browser gives up if something else answers, such as a proxy.
      if (newSource.readyState === EventSource.CLOSED) plan(attend, PAUSE);
    });
    on('hello', listener.onReset);
    on('reset', listener.onReset);
    for (const type of ['added', 'updated', 'removed', 'cleared']) {
      on<object>(type, (data) => listener.onChange({ type, ...data } as InboxChange));
    }
    on('faults', listener.onFaults);
    return newSource;
  }
}
