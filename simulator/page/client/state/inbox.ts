import { batch, effect, signal } from '@preact/signals';
import type { InboxChange } from '../../../inbox/inbox.js';
import { parseSearch, searchProblem } from '../../../inbox/search.js';
import { fetchPage, type InboxMessage, type MessageList } from './api.js';
import { report } from './notices.js';
import { opened } from './opened.js';
import { RowList, toRow, type Row } from './row-list.js';
import { timeZone } from './times.js';

const FIRST_PAGE = 100;
const PAGE = 200;
const LARGEST_PAGE = 1_000;
const TRIMMED = 300;
const RECOUNT_PAUSE = 300;
const HIDDEN_PAUSE = 250;

/** Numbers of messages. */
export type Counts = Pick<MessageList, 'total' | 'unread' | 'others'>;

const NONE: Counts = { total: 0, unread: 0, others: 0 };

/** The rows that have been read. They change in place; `revision` says when. */
export const rows = new RowList();
/** Increases whenever the rows have changed, at most once per frame. */
export const revision = signal(0);
/** The counts of the search. */
export const foundCounts = signal<Counts>(NONE);
/** The counts of everything; null until they are known. */
export const keptCounts = signal<Counts | null>(null);
/** The configured accounts, and those of kept messages. */
export const accounts = signal<readonly string[]>([]);
/** What is wrong with the search; empty if nothing is. */
export const problemOfSearch = signal('');
/** Whether the list has been read at least once. */
export const ready = signal(false);

let counts = NONE;
let allCounts: Counts | null = null;
let search = '';
let matches = parseSearch('', 'UTC');
let complete = false;
let missed = false;
let reading: object | undefined;
let generation = 0;
let recounting = false;
let recountAgain = false;
let showing = false;
const waiting: InboxChange[] = [];

// The zone comes with the settings, which are read beside the list.
effect(() => {
  matches = parseSearch(search, timeZone.value);
});

/** The length of the list, including rows that have not been read. Nothing fits an invalid search. */
export function listLength(): number {
  if (problemOfSearch.value !== '') return 0;
  return complete ? rows.length : Math.max(rows.length, counts.total + counts.others);
}

/** Searches. Nothing is read while the search is invalid, such as while a term is typed. */
export function searchFor(newSearch: string): void {
  if (setSearch(newSearch)) void readFirst();
}

/** Reads the list from the start. Changes in the meantime are applied afterwards. */
export function reload(newSearch: string): void {
  setSearch(newSearch);
  void readFirst();
}

/** Reads what could not be read while the simulator did not answer. */
export function readMissed(): void {
  if (missed) void readFirst();
}

/** Reads on until there is a row at an index. */
export function readTo(index: number): void {
  if (complete || reading !== undefined || !ready.value || index < rows.length) return;
  const limit = Math.min(LARGEST_PAGE, Math.max(PAGE, index - rows.length + PAGE));
  void read(limit, lastId()).then((done) => done && readTo(index));
}

/** Forgets rows far down. They are read again when needed. */
export function forgetFarRows(): void {
  if (rows.length <= 2 * TRIMMED || reading !== undefined) return;
  rows.trim(TRIMMED);
  complete = false;
}

/** Applies a change that the simulator reported. */
export function applyChange(change: InboxChange): void {
  if (reading === undefined) apply(change);
  else waiting.push(change);
}

/**
 * Asks for the counts a moment later, if a change alone does not tell them. Asks again if something
 * changed in the meantime.
 */
export function planRecount(): void {
  if (recounting) return;
  recounting = true;
  setTimeout(() => void recount(), RECOUNT_PAUSE);
}

/** Returns whether the search is valid. */
function setSearch(newSearch: string): boolean {
  problemOfSearch.value = searchProblem(newSearch) ?? '';
  if (problemOfSearch.value !== '') return false;
  search = newSearch;
  matches = parseSearch(newSearch, timeZone.value);
  return true;
}

function readFirst(): Promise<boolean> {
  generation += 1;
  return read(FIRST_PAGE, undefined);
}

async function read(limit: number, before: string | undefined): Promise<boolean> {
  const started = generation;
  const mine = {};
  reading = mine;
  try {
    const page = await fetchPage({ search, limit, before, others: search === '' });
    if (started !== generation) return false;
    show(page, before === undefined);
    return true;
  } catch (error) {
    if (started === generation) {
      missed = true;
      report(error);
    }
    return false;
  } finally {
    if (reading === mine) {
      reading = undefined;
      for (const change of waiting.splice(0)) apply(change);
    }
  }
}

function show(
  { messages, total, unread, others, next, accounts: knownAccounts }: MessageList,
  isFirst: boolean,
): void {
  if (isFirst) rows.trim(0);
  for (const message of messages) rows.put(toRow(message));
  complete = next === null;
  // The counts of a later page include changes that are waiting, which would then count twice.
  if (isFirst) {
    missed = false;
    setCounts({ total, unread, others });
    if (search !== '') planRecount();
  }
  batch(() => {
    ready.value = true;
    accounts.value = knownAccounts;
    publish();
  });
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
      rows.trim(0);
      complete = true;
      counts = NONE;
      allCounts = NONE;
      opened.removeAll();
  }
  showChanges();
}

function put(message: InboxMessage, isNew: boolean): void {
  opened.update(message);
  if (message.kind === 'send') addAccount(message.account);
  if (search !== '') planRecount();
  const isKnownRow = rows.indexOf(message.id) !== -1;
  const isInReach = complete || message.id > (lastId() ?? '');
  // A row that no longer matches stays until the next search, so that nothing jumps.
  if (!isKnownRow && !((matches(message) || search === '') && isInReach)) {
    if (search === '') planRecount();
    return;
  }
  const old = rows.put(toRow(message));
  const unread = Number(!message.read) - Number(old !== undefined && !old.read);
  count(message, old === undefined && isNew ? 1 : 0, unread);
  if (old === undefined && !isNew) planRecount();
}

function addAccount(account: string): void {
  if (account === '' || accounts.value.includes(account)) return;
  accounts.value = [...accounts.value, account];
}

function remove(id: string): void {
  opened.remove(id);
  const old = rows.remove(id);
  if (old !== undefined) count(old, -1, old.read ? 0 : -1);
  else planRecount();
}

function count({ kind }: Pick<Row, 'kind'>, countChange: number, unread: number): void {
  // Without a search, the counts are of sends.
  const isOther = search === '' && kind !== 'send';
  setCounts({
    total: Math.max(0, counts.total + (isOther ? 0 : countChange)),
    unread: Math.max(0, counts.unread + unread),
    others: Math.max(0, counts.others + (isOther ? countChange : 0)),
  });
}

function setCounts(changed: Counts): void {
  counts = changed;
  if (search === '') allCounts = changed;
}

function publish(): void {
  batch(() => {
    foundCounts.value = counts;
    keptCounts.value = allCounts;
    revision.value += 1;
  });
}

function lastId(): string | undefined {
  return rows.at(rows.length - 1)?.id;
}

// Once before the next frame, however many changes there are.
function showChanges(): void {
  if (showing) return;
  showing = true;
  const act = () => {
    showing = false;
    publish();
  };
  // A hidden page has no frames, but its title still counts.
  if (document.hidden) setTimeout(act, HIDDEN_PAUSE);
  else requestAnimationFrame(act);
}

function countsOf({ total, unread, others }: MessageList): Counts {
  return { total, unread, others };
}

async function recount(): Promise<void> {
  const askedSearch = search;
  recountAgain = false;
  try {
    const [fitting, all] = await Promise.all([
      fetchPage({ search: askedSearch, limit: 1, others: askedSearch === '' }),
      askedSearch === '' ? undefined : fetchPage({ search: '', limit: 1, others: true }),
    ]);
    if (askedSearch === search) {
      counts = countsOf(fitting);
      allCounts = all === undefined ? counts : countsOf(all);
      publish();
    } else recountAgain = true;
  } catch {
    recountAgain = false;
    missed = true;
  }
  recounting = false;
  if (recountAgain) planRecount();
}
