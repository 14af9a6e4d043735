import { signal } from '@preact/signals';
import type { InboxChange } from '../../../inbox/inbox.js';
import { ask, fetchPage, type InboxMessage } from './api.js';
import { attempt } from './notices.js';

const PAGE = 100;

/** All messages of a number, as far as they have been read. */
interface Conversation {
  readonly to: string;
  /** Oldest first. */
  readonly messages: readonly InboxMessage[];
  /** Whether there are earlier ones. */
  readonly more: boolean;
}

const current = signal<Conversation | null>(null);
const known = new Map<string, InboxMessage>();
const removed = new Set<string>();
let wanted: string | null = null;
let next: string | null = null;

/** The messages of the number in the address. */
export const conversation = {
  signal: current,

  /** Reads the newest messages of a number; null closes the conversation. */
  async open(to: string | null): Promise<void> {
    wanted = to;
    next = null;
    known.clear();
    if (current.value?.to !== to) current.value = null;
    if (to !== null) await read(to);
  },

  /** Reads earlier messages. */
  async readEarlier(): Promise<void> {
    if (wanted !== null && next !== null) await read(wanted, next);
  },

  /** Applies a change that the simulator reported. */
  apply(change: InboxChange): void {
    if (wanted === null) return;
    if (change.type === 'cleared') known.clear();
    else if (change.type === 'removed') {
      removed.add(change.id);
      if (!known.delete(change.id)) return;
    } else {
      const { message } = change;
      const isNew = change.type === 'added' && concerns(message, wanted);
      if (!isNew && !known.has(message.id)) return;
      known.set(message.id, message);
    }
    show(wanted);
  },
};

async function read(to: string, before?: string): Promise<void> {
  removed.clear();
  await attempt(async () => {
    const page = await fetchPage({ search: `to:${to}`, limit: PAGE, before });
    if (wanted !== to) return;
    for (const message of page.messages) {
      // What came as a change in the meantime is newer.
      if (known.has(message.id) || removed.has(message.id)) continue;
      // The search also finds longer numbers.
      if (concerns(message, to)) known.set(message.id, message);
    }
    next = page.next;
    show(to);
  });
}

function show(to: string): void {
  const messages = [...known.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  current.value = { to, messages, more: next !== null };
  const unread = messages.filter((message) => !message.read).map(({ id }) => id);
  if (unread.length === 0 || document.hidden) return;
  void attempt(() => ask('POST', '/api/messages/read', { search: `id:${unread.join()}` }));
}

function concerns({ to, rejected }: InboxMessage, number: string): boolean {
  return to.includes(number) || rejected.includes(number);
}
