import { effect, signal } from '@preact/signals';
import { isPaneOpen, openMessage, place } from './address.js';
import { listLength, readTo, rows } from './inbox.js';

/** The row that keys act on. */
export const cursor = signal<string | null>(null);

// Where the cursor goes as soon as the row there is read.
let goal: number | undefined;

effect(() => {
  void place.value;
  goal = undefined;
});

/** Where the cursor is; -1 where it is nowhere. */
export function cursorIndex(): number {
  return cursor.value === null ? -1 : rows.indexOf(cursor.value);
}

/** Puts the cursor on a row; what the pane shows goes along. */
export function moveTo(index: number): void {
  const last = listLength() - 1;
  if (last < 0) return;
  const wanted = Math.max(0, Math.min(index, last));
  const row = rows.at(wanted);
  goal = row === undefined ? index : undefined;
  if (row === undefined) {
    readTo(wanted);
    return;
  }
  cursor.value = row.id;
  if (isPaneOpen() && place.value.message !== null) openMessage(row.id, 'replace');
}

/** Goes on to where the cursor was to go. Gives whether it was on its way. */
export function moveOn(): boolean {
  if (goal === undefined) return false;
  moveTo(goal);
  return true;
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
