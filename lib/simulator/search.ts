// Without imports, so that the page can bundle it.

/** The properties of a message that a search uses. */
export interface Searchable {
  readonly status: string;
  readonly to: readonly string[];
  readonly rejected: readonly string[];
  readonly senderId: string;
  readonly text: string;
  readonly segments: { readonly count: number };
  readonly otp: string | null;
  readonly duplicate: boolean;
  readonly transactionId: string | null;
  readonly read: boolean;
}

/** Whether a message matches. */
export type Predicate = (message: Searchable) => boolean;

// One term: an optional minus, an optional key with a colon, then a quoted phrase or a word.
const TERM = /(-)?(?:(to|from|text|status|segments|is):)?(?:"([^"]*)"?|(\S+))/gi;

const IS = new Map<string, Predicate>([
  ['unread', ({ read }) => !read],
  ['read', ({ read }) => read],
  ['otp', ({ otp }) => otp !== null],
  ['duplicate', ({ duplicate }) => duplicate],
  ['rejected', ({ rejected }) => rejected.length > 0],
]);

/**
 * Parses a search. All terms must match: `to:98765`, `from:DEMO`, `text:code`, a word or `"a phrase"`
 * anywhere, `status:accepted`, `status:refused`, `segments:>1` (also `>=`, `<`, `<=`, `=`),
 * `is:unread`, `is:read`, `is:otp`, `is:duplicate`, `is:rejected`. A leading minus negates a term.
 * Case does not matter. An invalid term such as `is:blue` matches nothing.
 */
export function parseSearch(search: string): Predicate {
  const terms = parseTerms(search);
  return (message) => terms.every((term) => term(message));
}

/** Whether a search has no terms, and so matches everything. */
export function isEmptySearch(search: string): boolean {
  return parseTerms(search).length === 0;
}

function parseTerms(search: string): Predicate[] {
  const terms: Predicate[] = [];
  for (const [, minus, key, phrase, word] of search.matchAll(TERM)) {
    const value = (phrase ?? word ?? '').toLowerCase();
    if (value === '') continue;
    const term = makeTerm(key?.toLowerCase(), value);
    terms.push(minus === undefined ? term : (message) => !term(message));
  }
  return terms;
}

function makeTerm(key: string | undefined, value: string): Predicate {
  const contains = (text: string) => text.toLowerCase().includes(value);
  switch (key) {
    case 'to': {
      const digits = value.replace(/[\s().+-]/g, '');
      return ({ to, rejected }) =>
        [...to, ...rejected].some((number) => digits !== '' && number.includes(digits));
    }
    case 'from':
      return ({ senderId }) => contains(senderId);
    case 'text':
      return ({ text }) => contains(text);
    case 'status':
      return ({ status }) => status === value;
    case 'segments':
      return segments(value);
    case 'is':
      return IS.get(value) ?? (() => false);
    default:
      return ({ text, senderId, to, rejected, transactionId }) =>
        [text, senderId, ...to, ...rejected, transactionId ?? ''].some(contains);
  }
}

function segments(value: string): Predicate {
  const [, sign = '=', digits] = /^(>=|<=|>|<|=)?(\d+)$/.exec(value) ?? [];
  const wanted = Number(digits);
  return ({ segments: { count } }) =>
    (sign.includes('=') && count === wanted) ||
    (sign.includes('>') && count > wanted) ||
    (sign.includes('<') && count < wanted);
}
