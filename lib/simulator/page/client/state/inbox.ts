import { batch, signal } from '@preact/signals';
import { parseSearch } from '../../../search.js';
import type { InboxChange, InboxMessage } from '../types.js';
import { fetchPage } from './api.js';
import { oncePerFrame } from './frame.js';
import { report } from './notices.js';
import { opened } from './opened.js';
import { toRow } from './row.js';
import { RowList } from './row-list.js';

const FIRST_PAGE = 100;
const PAGE = 200;
const LARGEST_PAGE = 1_000;
const TRIMMED = 300;
const RECOUNT_PAUSE = 300;

/** How many messages there are. */
export interface Counts {
  readonly total: number;
  readonly unread: number;
}

const NONE: Counts = { total: 0, unread: 0 };

/** The rows that were read so far. They change in place: look at `revision` to hear of it. */
export const rows = new RowList();
/** Grows whenever the rows have changed. */
export const revision = signal(0);
/** What fits the search. */
export const found = signal<Counts>(NONE);
/** Everything; null where that is not known yet. */
export const kept = signal<Counts | null>(null);
/** Whether the list was read at least once. */
export const ready = signal(false);
/** Ids that came while the page was open, with the moment in which they did. */
export const arrivals = new Map<string, number>();

let search = '';
let fits = parseSearch('');
let complete = false;
let missed = false;
let reading: Promise<void> | undefined;
let generation = 0;
let recounting = false;
let recountAgain = false;
const waiting: InboxChange[] = [];
const changed = oncePerFrame(() => {
  revision.value += 1;
});

/** How many rows the list has, read or not. */
export function listLength(): number {
  return complete ? rows.length : Math.max(rows.length, found.value.total);
}

/** Reads the list anew, for a search. What changes meanwhile is applied afterwards. */
export function readAnew(wanted: string): Promise<boolean> {
  search = wanted;
  fits = parseSearch(wanted);
  generation += 1;
  return read(FIRST_PAGE, undefined);
}

/** Reads what could not be read while the simulator was away. */
export function readMissed(): void {
  if (missed) void readAnew(search);
}

/** Reads on until the row at an index is there. */
export function readTo(index: number): void {
  if (complete || reading !== undefined || !ready.value || index < rows.length) return;
  const limit = Math.min(LARGEST_PAGE, Math.max(PAGE, index - rows.length + PAGE));
  void readOn(limit, index);
}

async function readOn(limit: number, index: number): Promise<void> {
  const done = await read(limit, rows.at(rows.length - 1)?.id);
  if (done) readTo(index);
}

/** Forgets rows far below what is seen; they are read again when somebody goes there. */
export function forgetFarRows(): void {
  if (rows.length <= 2 * TRIMMED || reading !== undefined) return;
  rows.trim(TRIMMED);
  complete = false;
}

/** Takes a change that the simulator told. */
export function takeChange(change: InboxChange): void {
  if (reading === undefined) apply(change);
  else waiting.push(change);
}

async function read(limit: number, before: string | undefined): Promise<boolean> {
  const mine = generation;
  const task = fetchPage({ search, limit, before });
  const settled = task.then(
    () => undefined,
    () => undefined,
  );
  reading = settled;
  try {
    const page = await task;
    if (mine !== generation) return false;
    batch(() => {
      if (before === undefined) rows.replace([]);
      for (const message of page.messages) rows.put(toRow(message));
      complete = page.next === null;
      // A later page's counts hold what waits to be applied, which would count it twice.
      if (before === undefined) {
        missed = false;
        found.value = { total: page.total, unread: page.unread };
        if (search === '') kept.value = found.value;
        else planRecount();
      }
      ready.value = true;
      revision.value += 1;
    });
    return true;
  } catch (error) {
    if (mine === generation) {
      missed = true;
      report(error);
    }
    return false;
  } finally {
    if (reading === settled) {
      reading = undefined;
      for (const change of waiting.splice(0)) apply(change);
    }
  }
}

function apply(change: InboxChange): void {
  recountAgain = true;
  switch (change.type) {
    case 'added':
    case 'updated':
      put(change.message, change.type === 'added');
      break;
    case 'removed':
      remove(change.id);
      break;
    case 'cleared':
      rows.replace([]);
      complete = true;
      found.value = NONE;
      kept.value = NONE;
      opened.leave();
  }
  changed();
}

function put(message: InboxMessage, isNew: boolean): void {
  opened.update(message);
  if (search !== '') planRecount();
  const known = rows.indexOf(message.id) !== -1;
  // A row that fits no more stays until the next search: nothing jumps away under the reader.
  if (!known && !(fits(message) && isInReach(message.id))) {
    if (search === '') planRecount();
    return;
  }
  const old = rows.put(toRow(message));
  if (isNew && old === undefined) noteArrival(message.id);
  const unread = Number(!message.read) - Number(old !== undefined && !old.read);
  count({ total: old === undefined && isNew ? 1 : 0, unread });
  if (old === undefined && !isNew) planRecount();
}

function remove(id: string): void {
  opened.remove(id);
  const old = rows.remove(id);
  arrivals.delete(id);
  if (old !== undefined) count({ total: -1, unread: old.read ? 0 : -1 });
  else planRecount();
}

function count(by: Counts): void {
  found.value = add(found.value, by);
  if (search === '') kept.value = found.value;
}

function add(counts: Counts, by: Counts): Counts {
  return {
    total: Math.max(0, counts.total + by.total),
    unread: Math.max(0, counts.unread + by.unread),
  };
}

function isInReach(id: string): boolean {
  return complete || id > (rows.at(rows.length - 1)?.id ?? '');
}

const ARRIVAL = 2_000;
function noteArrival(id: string): void {
  const now = performance.now();
  for (const [old, at] of arrivals) {
    if (now - at < ARRIVAL) break;
    arrivals.delete(old);
  }
  arrivals.set(id, now);
}

/**
 * Asks for the counts, a moment later, where a change alone does not tell them; and once more where
 * something changed while they were on their way.
 */
export function planRecount(): void {
  if (recounting) return;
  recounting = true;
  setTimeout(() => void recount(), RECOUNT_PAUSE);
}

async function recount(): Promise<void> {
  const asked = search;
  recountAgain = false;
  try {
    const [fitting, all] = await Promise.all([
      fetchPage({ search: asked, limit: 1 }),
      asked === '' ? undefined : fetchPage({ search: '', limit: 1 }),
    ]);
    if (asked === search) {
      found.value = { total: fitting.total, unread: fitting.unread };
      kept.value = all === undefined ? found.value : { total: all.total, unread: all.unread };
      changed();
    } else recountAgain = true;
  } catch {
    recountAgain = false;
    missed = true;
  }
  recounting = false;
  if (recountAgain) planRecount();
}
