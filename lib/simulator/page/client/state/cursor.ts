import { signal } from '@preact/signals';
import { isPaneOpen, openMessage, place } from './address.js';
import { listLength, readTo, rows } from './inbox.js';

/** The row that keys act on. */
export const cursor = signal<string | null>(null);

/** Where the cursor is; -1 where it is nowhere. */
export function cursorIndex(): number {
  return cursor.value === null ? -1 : rows.indexOf(cursor.value);
}

/** Puts the cursor on a row; what the pane shows goes along. */
export function moveTo(index: number): void {
  const last = listLength() - 1;
  if (last < 0) return;
  const wanted = Math.max(0, Math.min(index, last));
  readTo(wanted);
  const row = rows.at(Math.min(wanted, rows.length - 1));
  if (row === undefined) return;
  cursor.value = row.id;
  if (isPaneOpen() && place.value.message !== null) openMessage(row.id, 'replace');
}

/** Moves the cursor down, or up where negative. */
export function moveBy(step: number): void {
  const index = cursorIndex();
  moveTo(index === -1 ? 0 : index + step);
}

/** Opens the row under the cursor. */
export function openCursor(): void {
  if (cursorIndex() === -1) moveTo(0);
  if (cursor.value !== null) openMessage(cursor.value);
}
