import { signal } from '@preact/signals';
import type { InboxChange } from '../../../inbox/inbox.js';
import { place } from './address.js';
import { cursor, cursorIndex } from './cursor.js';
import { foundCounts, rows } from './inbox.js';
import { report, say } from './notices.js';

// So that their ids fit into the address of a request, which proxies limit to 8 kB.
const MOST = 400;

/** The ids of the selected messages. */
export const selected = signal<ReadonlySet<string>>(new Set());

// Where a range begins.
let anchor: string | null = null;

/** What an action applies to. */
export interface Target {
  /** Whether it is the selected messages, not what the search shows. */
  readonly several: boolean;
  readonly search: string;
  /** How many messages, or matches of a search. */
  readonly count: number;
  /** How many logins and other requests besides. */
  readonly others: number;
}

/** The selected messages, or what the search shows. */
export function target(): Target {
  const { search } = place.value;
  const { total: count, others } = foundCounts.value;
  if (selected.value.size === 0) return { several: false, search, count, others };
  const ids = [...selected.value];
  const kinds = ids.map((id) => rows.at(rows.indexOf(id))?.kind ?? 'send');
  const messages = kinds.filter((kind) => kind === 'send').length;
  const requests = ids.length - messages;
  return { several: true, search: `id:${ids.join()}`, count: messages, others: requests };
}

/** Selects a message, or no longer. */
export function toggleSelected(id: string): void {
  const ids = new Set(selected.value);
  if (!ids.delete(id)) ids.add(id);
  anchor = id;
  cursor.value = id;
  select(ids);
}

/** Selects everything from the last message that was selected alone, or the cursor, to another one. */
export function selectTo(id: string): void {
  anchor ??= cursor.value ?? id;
  const end = rows.indexOf(id);
  const begin = rows.indexOf(anchor);
  const from = begin === -1 ? end : begin;
  const step = Math.sign(end - from);
  const ids = new Set<string>();
  for (let index = from; ids.size <= Math.abs(end - from); index += step) {
    const row = rows.at(index);
    if (row === undefined) break;
    ids.add(row.id);
  }
  cursor.value = id;
  select(ids);
}

/** Selects one more row below the cursor, or above if negative. */
export function selectBy(step: number): void {
  const index = cursorIndex();
  const row = rows.at(Math.max(0, index === -1 ? 0 : index + step));
  if (row !== undefined) selectTo(row.id);
}

/** Ends the selection. */
export function clearSelection(): void {
  anchor = null;
  if (selected.value.size > 0) select(new Set());
}

/** Applies a change that the simulator reported. */
export function changeSelection(change: InboxChange): void {
  if (change.type === 'cleared') clearSelection();
  if (change.type !== 'removed' || !selected.value.has(change.id)) return;
  selected.value = new Set([...selected.value].filter((id) => id !== change.id));
}

function select(ids: ReadonlySet<string>): void {
  if (ids.size > MOST) report(`At most ${MOST} messages can be selected.`);
  selected.value = new Set([...ids].slice(0, MOST));
  say(ids.size === 0 ? 'Nothing selected.' : `${selected.value.size} selected.`);
}
