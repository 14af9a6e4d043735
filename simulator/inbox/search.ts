import { readExpiresAfter } from '../../lib/core/common/expires-after.js';
import { FAULT_NAMES } from '../common/fault.js';

// Imports nothing else, so that the page can bundle it.

/** The properties of a message that a search uses. */
export interface Searchable {
  readonly id: string;
  readonly at: string;
  readonly kind: string;
  readonly status: string;
  readonly account: string;
  readonly to: readonly string[];
  readonly rejected: readonly string[];
  readonly senderId: string;
  readonly text: string;
  readonly segments: { readonly count: number };
  readonly otp: string | null;
  readonly duplicate: boolean;
  readonly transactionId: string | null;
  readonly fault: string | null;
  readonly scheduledFor?: string | undefined;
  readonly path?: string;
  readonly read: boolean;
}

/** Whether a message matches. */
export type Predicate = (message: Searchable) => boolean;

interface Term {
  readonly matches: Predicate;
  /** Why it matches nothing. */
  readonly problem?: string;
  /** Whether it asks for requests other than sends. */
  readonly anyKind?: boolean;
}

/** The keys that a term can begin with, before the colon. */
export const SEARCH_KEYS = [
  'to',
  'from',
  'text',
  'account',
  'fault',
  'segments',
  'before',
  'after',
  'id',
  'is',
] as const;

// One term: an optional minus, an optional key with a colon, then a quoted phrase, a number with a plus
// sign and spaces, as the page shows it, or a word.
const TERM = new RegExp(
  String.raw`(-)?(?:(${SEARCH_KEYS.join('|')}):)?(?:"([^"]*)"?|(\+\d(?:[\s().-]*\d){7,14}(?!\S)|\S+))`,
  'gi',
);

const MOMENT = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(\.\d{1,3})?(Z|[+-]\d\d:\d\d)?)?$/;

const isSend: Predicate = ({ kind }) => kind !== 'login' && kind !== 'other';
/** The words after `is:`. */
export const IS: Readonly<Record<string, Predicate>> = {
  unread: ({ read }) => !read,
  read: ({ read }) => read,
  accepted: ({ status }) => status === 'accepted',
  refused: ({ status }) => status === 'refused',
  otp: ({ otp }) => otp !== null,
  duplicate: ({ duplicate }) => duplicate,
  rejected: ({ rejected }) => rejected.length > 0,
  fault: ({ fault }) => fault !== null,
  send: isSend,
  login: ({ kind }) => kind === 'login',
  other: ({ kind }) => kind === 'other',
  scheduled: ({ scheduledFor }) => scheduledFor !== undefined,
};

/**
 * Parses a search. All terms must match: `to:98765`, `from:DEMO`, `text:code`, `account:acme` (the
 * whole user id), a word, `"a phrase"` or a number like `+91 98765 43210` anywhere, `is:accepted`,
 * `is:refused`, `fault:429`, `segments:>1` (also `>=`, `<`, `<=`, `=`), `after:2026-03-17` (at or
 * after the start of that day), `before:2026-03-17T14:30` (earlier than that time), `id:` with ids and commas, `is:unread` and the
 * like. A leading minus negates a term.
 * Case does not matter. A term with an unknown key is a word, for example `https:` or `10:30`. An
 * invalid term like `is:blue` matches nothing; see {@link searchProblem}. Only sends match, unless
 * `is:login`, `is:other` or an id asks for others.
 *
 * @param timeZone the zone of days and times that name none
 */
export function parseSearch(search: string, timeZone: string): Predicate {
  const terms = parseTerms(search, timeZone);
  const asksForOthers = terms.some(({ anyKind }) => anyKind);
  return (message) =>
    (asksForOthers || isSend(message)) && terms.every(({ matches }) => matches(message));
}

/** What is wrong with a search, and what is known; undefined if nothing is. */
export function searchProblem(search: string): string | undefined {
  return parseTerms(search).find(({ problem }) => problem !== undefined)?.problem;
}

/** Whether a search has no terms, and so matches everything. */
export function isEmptySearch(search: string): boolean {
  return parseTerms(search).length === 0;
}

function parseTerms(search: string, timeZone = 'UTC'): Term[] {
  const terms: Term[] = [];
  for (const [, minus, key, phrase, word] of search.matchAll(TERM)) {
    const value = (phrase ?? word ?? '').toLowerCase();
    if (value === '') continue;
    const term = makeTerm(key?.toLowerCase(), value, timeZone);
    const { matches } = term;
    const isPlain = minus === undefined || term.problem !== undefined;
    terms.push(isPlain ? term : { matches: (message) => !matches(message) });
  }
  return terms;
}

function makeTerm(key: string | undefined, value: string, timeZone: string): Term {
  const contains = (text: string) => text.toLowerCase().includes(value);
  switch (key) {
    case 'to':
      return { matches: toNumber(value) };
    case 'from':
      return { matches: ({ senderId }) => contains(senderId) };
    case 'text':
      return { matches: ({ text }) => contains(text) };
    case 'account':
      return { matches: ({ account }) => account.toLowerCase() === value };
    case 'fault':
      return oneOf(key, value, FAULT_NAMES, ({ fault }) => fault === value);
    case 'is': {
      const term = oneOf(key, value, Object.keys(IS), (message) => IS[value]?.(message) ?? false);
      return { ...term, anyKind: value === 'login' || value === 'other' };
    }
    case 'segments':
      return segments(value);
    case 'id': {
      const ids = new Set(value.split(','));
      return /^\d{16}(?:,\d{16})*$/.test(value)
        ? { matches: ({ id }) => ids.has(id), anyKind: true }
        : invalid(
            `id:${value} is not a search term; use ids of messages, with commas between them`,
          );
    }
    case 'before':
    case 'after':
      return moment(key, value, timeZone);
    default: {
      const isNumber = /^\+[\d\s().-]{8,}$/.test(value) ? toNumber(value) : () => false;
      return {
        matches: (message) => {
          const { text, senderId, to, rejected, transactionId, path } = message;
          const otherTexts = isSend(message) ? [] : [path ?? ''];
          const texts = [text, senderId, ...to, ...rejected, transactionId ?? '', ...otherTexts];
          return texts.some(contains) || isNumber(message);
        },
      };
    }
  }
}

function toNumber(value: string): Predicate {
  const digits = value.replace(/[\s().+-]/g, '');
  const has = (number: string) => digits !== '' && number.includes(digits);
  return ({ to, rejected }) => [...to, ...rejected].some(has);
}

function oneOf(
  key: string,
  value: string,
  knownWords: readonly string[],
  matches: Predicate,
): Term {
  if (knownWords.includes(value)) return { matches };
  return invalid(
    `${key}:${value} is not a search term; after ${key}: use ${knownWords.join(', ')}`,
  );
}

function invalid(problem: string): Term {
  return { matches: () => false, problem };
}

function segments(value: string): Term {
  const [, sign = '=', digits] = /^(>=|<=|>|<|=)?(\d+)$/.exec(value) ?? [];
  if (digits === undefined) {
    return invalid(`segments:${value} is not a search term; use a number, for example segments:>1`);
  }
  const wantedCount = Number(digits);
  return {
    matches: ({ segments: { count } }) =>
      (sign.includes('=') && count === wantedCount) ||
      (sign.includes('>') && count > wantedCount) ||
      (sign.includes('<') && count < wantedCount),
  };
}

function moment(key: 'before' | 'after', value: string, timeZone: string): Term {
  const wantedTime = readMoment(value.toUpperCase(), timeZone);
  if (wantedTime === undefined) {
    const example = `${key}:2026-03-17 or ${key}:2026-03-17T14:30`;
    return invalid(
      `${key}:${value} is not a search term; use a day or a time, for example ${example}`,
    );
  }
  return { matches: ({ at }) => Date.parse(at) < wantedTime === (key === 'before') };
}

// A day, which begins at midnight, or a time, both in the zone unless the time names another.
function readMoment(text: string, timeZone: string): number | undefined {
  const [, day, clock = '00:00', second = ':00', fraction = '', zone] = MOMENT.exec(text) ?? [];
  const wall = `${day} ${clock}${second}`;
  const time = readExpiresAfter(wall, zone === undefined ? timeZone : 'UTC');
  if (time === undefined) return undefined;
  if (zone === undefined) return time + Math.round(Number(`0${fraction}`) * 1000);
  const named = Date.parse(`${day}T${clock}${second}${fraction}${zone}`);
  return Number.isNaN(named) ? undefined : named;
}
