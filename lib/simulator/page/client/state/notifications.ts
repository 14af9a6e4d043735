import { effect, signal } from '@preact/signals';
import type { InboxChange } from '../../../inbox/inbox.js';
import { counted } from '../logic/format.js';
import { groupNumber } from '../logic/phone-number.js';
import { openMessage } from './address.js';
import type { InboxMessage } from './api.js';
import { report, say } from './notices.js';

const KEY = 'sms-inbox-notify';
// Several messages at once are one notification.
const PAUSE = 300;
const LONGEST = 200;

/** Whether the browser has notifications for this page. It has none over http from another machine. */
export const canNotify = 'Notification' in globalThis && isSecureContext;

/**
 * Whether this tab notifies. Kept for the tab alone: each tab that does keeps its connection while it is
 * hidden, and browsers allow six.
 */
export const notifying = signal(false);

let unseen = 0;
let newest: InboxMessage | undefined;
let planned: ReturnType<typeof setTimeout> | undefined;

// Storage may be disabled. The choice is then lost with the page.
try {
  notifying.value =
    canNotify && Notification.permission === 'granted' && sessionStorage.getItem(KEY) === 'on';
} catch {}

effect(() => {
  try {
    sessionStorage.setItem(KEY, notifying.value ? 'on' : 'off');
  } catch {}
});

// What came is seen.
addEventListener('focus', () => {
  unseen = 0;
});

/** Turns notifications on, for which the browser may ask the reader, or off. */
export async function toggleNotifications(): Promise<void> {
  if (!notifying.value && (await Notification.requestPermission()) !== 'granted') {
    report('The browser does not allow notifications. Allow them in its settings for this page.');
    return;
  }
  notifying.value = !notifying.value;
  say(`Notifications are ${notifying.value ? 'on' : 'off'}.`);
}

/** Notifies of a new message if the reader does not look at the page. */
export function notifyOf(change: InboxChange): void {
  if (!notifying.value || change.type !== 'added' || document.hasFocus()) return;
  if (change.message.kind !== 'send') return;
  unseen += 1;
  newest = change.message;
  planned ??= setTimeout(show, PAUSE);
}

function show(): void {
  planned = undefined;
  if (newest === undefined || unseen === 0) return;
  const { id, senderId, to, rejected, text, status } = newest;
  newest = undefined;
  const number = groupNumber([...to, ...rejected][0] ?? '');
  const what = status === 'refused' ? 'Refused: ' : '';
  const title =
    unseen > 1
      ? counted(unseen, 'new message')
      : `${what}${senderId || 'Unknown sender'} to ${number || 'no recipient'}`;
  let shown: Notification;
  try {
    // With one tag, so that the next one replaces it.
    shown = new Notification(title, { body: text.slice(0, LONGEST), tag: KEY });
  } catch {
    // Phones leave this to service workers.
    notifying.value = false;
    report('This browser has no notifications for pages.');
    return;
  }
  shown.addEventListener('click', () => {
    focus();
    openMessage(id);
    shown.close();
  });
}
