import { effect, signal } from '@preact/signals';
import { isPaneOpen, openMessage, place } from './address.js';
import { listLength, readTo, ready, rows } from './inbox.js';

/** The row that keys act on. */
export const cursor = signal<string | null>(null);

/** Increases with each move of the cursor, even if it is already there. */
export const cursorMoves = signal(0);

/** How many rows are read at once on the way to a message. */
const STEP = 800;

// Where the cursor goes when the row there has been read: its position, or the id of its message.
let goal: number | string | undefined;

effect(() => {
  void place.value;
  goal = undefined;
});

/** The position of the cursor, or -1. */
export function cursorIndex(): number {
  return cursor.value === null ? -1 : rows.indexOf(cursor.value);
}

/** Moves the cursor to a row. If a message is open, that row is opened instead. */
export function moveTo(index: number): void {
  const last = listLength() - 1;
  if (last < 0) return;
  const targetIndex = Math.max(0, Math.min(index, last));
  const row = rows.at(targetIndex);
  goal = row === undefined ? index : undefined;
  if (row === undefined) {
    readTo(targetIndex);
    return;
  }
  cursor.value = row.id;
  cursorMoves.value += 1;
  if (isPaneOpen() && place.value.message !== null) openMessage(row.id, 'replace');
}

/** Puts the cursor on a message, whose row may not have been read yet. */
export function seek(id: string): void {
  cursor.value = id;
  if (cursorIndex() === -1) goal = id;
}

/** Continues to where the cursor was going. Returns whether it was going anywhere. */
export function moveOn(): boolean {
  if (goal === undefined) return false;
  if (typeof goal === 'number') moveTo(goal);
  else if (ready.value) readOnTo(goal);
  return true;
}

function readOnTo(id: string): void {
  const index = rows.positionOf(id);
  if (index === rows.length && index < listLength()) readTo(index + STEP);
  // It is there, or the search does not find it.
  else goal = undefined;
}

/** Moves the cursor down, or up if negative. */
export function moveBy(step: number): void {
  const index = cursorIndex();
  moveTo(index === -1 ? 0 : index + step);
}

/** Gives the list the focus, with the cursor on one of its rows. */
export function enterList(): void {
  if (cursorIndex() === -1) moveTo(0);
  focusList();
}

/** Focuses the list, or the title of the pane if a narrow page shows that instead. */
export function focusList(): void {
  for (const selector of ['#pane-title', '.viewport']) {
    document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
  }
}

/** Opens the row at the cursor. */
export function openCursor(): void {
  if (cursorIndex() === -1) moveTo(0);
  if (cursor.value !== null) openMessage(cursor.value);
}
