import { signal } from '@preact/signals';
import { ApiError, fetchMessage, markRead, type InboxMessage } from './api.js';
import { report } from './notices.js';

/** The message in the pane: being read, loaded, or deleted. */
type Opened =
  | { readonly id: string; readonly state: 'reading' | 'gone' }
  | { readonly id: string; readonly state: 'here'; readonly message: InboxMessage };

const current = signal<Opened | null>(null);
let wantedId: string | null = null;
let missed = false;

/** The only message that is kept completely. */
export const opened = {
  signal: current,

  /** Opens a message and marks it read. */
  async open(id: string | null): Promise<void> {
    wantedId = id;
    missed = false;
    if (id === null) {
      current.value = null;
      return;
    }
    // The old message stays visible until the new one is loaded, to avoid flicker.
    if (current.value?.state !== 'here') current.value = { id, state: 'reading' };
    try {
      const message = await fetchMessage(id);
      // It may have been deleted in the meantime.
      if (wantedId !== id || isGone(id)) return;
      current.value = { id, state: 'here', message };
      if (!message.read) await markRead(id, true);
    } catch (error) {
      if (wantedId !== id) return;
      missed = !(error instanceof ApiError && error.status === 404);
      if (missed) report(error);
      else current.value = { id, state: 'gone' };
    }
  },

  /** Opens what could not be read while the simulator did not answer. */
  openMissed(): void {
    if (missed) void opened.open(wantedId);
  },

  update(message: InboxMessage): void {
    const { id } = message;
    if (current.value?.id === id) current.value = { id, state: 'here', message };
  },

  remove(id: string): void {
    if (wantedId === id) current.value = { id, state: 'gone' };
  },

  /** Everything was deleted. */
  removeAll(): void {
    if (wantedId !== null) opened.remove(wantedId);
  },
};

function isGone(id: string): boolean {
  return current.value?.id === id && current.value.state === 'gone';
}
