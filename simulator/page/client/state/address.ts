import { signal } from '@preact/signals';

export const TABS = ['message', 'segments', 'request', 'answer', 'timeline'] as const;
export type Tab = (typeof TABS)[number];

/** What the pane can show instead of a message. */
type Panel = 'faults';

/** What the page shows. It is all in the address, so that back, forward and copied links work. */
export interface Place {
  readonly search: string;
  readonly message: string | null;
  readonly tab: Tab;
  readonly panel: Panel | null;
}

export const place = signal<Place>(readAddress());

addEventListener('popstate', () => {
  place.value = readAddress();
});

/** Goes somewhere. Only a `push` can be undone with the back button. */
export function go(change: Partial<Place>, how: 'push' | 'replace' = 'push'): void {
  const next = { ...place.value, ...change };
  const address = writeAddress(next);
  if (address !== location.pathname + location.search) {
    if (how === 'push') history.pushState(null, '', address);
    else history.replaceState(null, '', address);
  }
  place.value = next;
}

/** Opens a message in the pane. */
export function openMessage(id: string, how: 'push' | 'replace' = 'push'): void {
  const tab = place.value.message === null ? 'message' : place.value.tab;
  go({ message: id, panel: null, tab }, how);
}

/** Lists everything that was sent to a number. */
export function searchNumber(number: string): void {
  go({ search: `to:${number}`, message: null, panel: null, tab: 'message' });
}

/** Opens the faults, or closes them if they are open. */
export function toggleFaults(): void {
  if (place.value.panel === null) go({ panel: 'faults', message: null, tab: 'message' });
  else closePane();
}

export function closePane(): void {
  go({ message: null, panel: null, tab: 'message' });
}

/** Whether the pane shows anything. */
export function isPaneOpen({ message, panel }: Place = place.value): boolean {
  return message !== null || panel !== null;
}

function readAddress(): Place {
  const query = new URLSearchParams(location.search);
  const show = query.get('show');
  const tab = query.get('tab');
  return {
    search: query.get('search') ?? '',
    message: query.get('message'),
    tab: TABS.find((knownTab) => knownTab === tab) ?? 'message',
    panel: show === 'faults' ? show : null,
  };
}

function writeAddress({ search, message, tab, panel }: Place): string {
  const query = new URLSearchParams();
  if (search !== '') query.set('search', search);
  if (message !== null) query.set('message', message);
  if (message !== null && tab !== 'message') query.set('tab', tab);
  if (panel !== null) query.set('show', panel);
  // The path stays, because a proxy may serve the page under one of its own.
  return query.size === 0 ? location.pathname : `${location.pathname}?${query}`;
}
