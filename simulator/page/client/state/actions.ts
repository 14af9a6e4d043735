import { shown } from '../logic/format.js';
import { closePane, openMessage, place, searchNumber } from './address.js';
import { ask, fetchMessage, markRead, messagePath, type InboxMessage } from './api.js';
import { copy } from './copy.js';
import { cursor, focusList } from './cursor.js';
import { listLength, rows } from './inbox.js';
import { attempt, say } from './notices.js';
import { clearSelection, selected, target, type Target } from './selection.js';

/** The message that a key acts on: the open one, or the one at the cursor. */
export function currentId(): string | null {
  return place.value.message ?? cursor.value;
}

/** Marks a message read, or unread. One that is marked unread is closed, so that it stays unread. */
export function setRead(id: string, read: boolean): Promise<boolean> {
  return attempt(async () => {
    await markRead(id, read);
    if (!read && place.value.message === id) closePane();
    say(read ? 'Marked as read.' : 'Marked as unread.');
  });
}

/** Marks everything read that matches the search. */
export function setAllRead(): Promise<boolean> {
  return attempt(async () => {
    await ask('POST', '/api/messages/read', { search: place.value.search });
    say('All marked as read.');
  });
}

/** Marks the selected messages read, or unread. */
export function setSelectedRead(read: boolean): Promise<boolean> {
  return attempt(async () => {
    const { search } = target();
    const { message } = place.value;
    const isOpen = message !== null && selected.value.has(message);
    const body = { search, read };
    const { updated } = await ask<{ updated: number }>('POST', '/api/messages/read', body);
    if (!read && isOpen) closePane();
    say(`${shown(updated)} marked as ${read ? 'read' : 'unread'}.`);
  });
}

/** Sets by hand what happened to a message. */
export function setFate(
  id: string,
  status: Exclude<InboxMessage['deliveries'][number]['status'], 'pending'>,
  why: { readonly code?: string; readonly cause?: string } = {},
): Promise<boolean> {
  return attempt(async () => {
    await ask('PUT', `${messagePath(id)}/delivery`, { status, ...why });
    say(`Set to ${status}.`);
  });
}

/** Sends the delivery reports of a message again. */
export function sendReports(id: string): Promise<boolean> {
  return attempt(async () => {
    await ask('POST', `${messagePath(id)}/report`);
    say('The report is sent again.');
  });
}

/** Lists everything that was sent to the first recipient of a message. */
export function searchNumberOf(id: string): void {
  void attempt(async () => {
    const { to, rejected } = await fetchMessage(id);
    const number = [...to, ...rejected][0] ?? '';
    if (/^\d+$/.test(number)) searchNumber(number);
  });
}

/** Copies the one-time password of a message, or its text if it has none. */
export function copyBest(id: string): Promise<boolean> {
  return attempt(async () => {
    const otp = rows.at(rows.indexOf(id))?.otp;
    if (otp) await copy(otp, 'Code');
    else {
      const message = await fetchMessage(id);
      await (message.otp === null ? copy(message.text, 'Text') : copy(message.otp, 'Code'));
    }
  });
}

/**
 * Deletes what is selected, or everything that matches the search.
 *
 * @param chosenTarget which, as it was when the reader was asked
 * @param what how many messages, in words
 */
export function removeAll(chosenTarget: Target, what: string): Promise<boolean> {
  return attempt(async () => {
    const { message } = place.value;
    const following = chosenTarget.several ? neighbour(selected.value) : undefined;
    const wasOpen = chosenTarget.several && message !== null && selected.value.has(message);
    await ask('DELETE', `/api/messages?${new URLSearchParams({ search: chosenTarget.search })}`);
    if (wasOpen) closePane();
    if (following !== undefined) cursor.value = following;
    clearSelection();
    focusList();
    say(`${what} deleted.`);
  });
}

// The row that the cursor goes to when these are gone: the next one, or else the one before.
function neighbour(ids: ReadonlySet<string>): string | undefined {
  const positions = [...ids].map((id) => rows.indexOf(id));
  const last = rows.at(Math.max(...positions) + 1);
  return (last ?? rows.at(Math.min(...positions) - 1))?.id;
}

/** Deletes a message. If it is open, the next one opens, as in mail programs. */
export function remove(id: string): Promise<boolean> {
  return attempt(async () => {
    const index = rows.indexOf(id);
    const wasOpen = place.value.message === id;
    await ask('DELETE', messagePath(id));
    say('Message deleted.');
    const here = rows.at(index);
    const next = here?.id === id ? rows.at(index + 1) : here;
    if (!wasOpen) cursor.value = (next ?? rows.at(index - 1))?.id ?? null;
    else if (index === -1 || next === undefined || listLength() === 0) closePane();
    else openMessage(next.id, 'replace');
    focusList();
  });
}
