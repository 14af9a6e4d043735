// Pure and without imports from Node, so that the page can bundle it.

/** What a search looks at in a message. */
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

/** Whether a message is what was searched for. */
export type Predicate = (message: Searchable) => boolean;

// One term: an optional minus, an optional key with a colon, then a quoted phrase or a word.
const TERM = /(-)?(?:(to|from|text|status|segments|is):)?(?:"([^"]*)"?|(\S+))/gi;

/**
 * Reads a search. Every term must fit:
 * `to:98765`, `from:DEMO`, `text:code`, a word or `"a phrase"` anywhere, `status:accepted`,
 * `status:refused`, `segments:>1` (also `>=`, `<`, `<=`, `=`), `is:unread`, `is:read`, `is:otp`,
 * `is:duplicate`, `is:rejected`. A minus in front turns a term round. Case does not matter. A term
 * that makes no sense, such as `is:blue`, fits nothing.
 */
export function parseSearch(search: string): Predicate {
  const terms = parseTerms(search);
  return (message) => terms.every((term) => term(message));
}

/** Whether a search holds no term, and so fits everything. */
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
  switch (key) {
    case 'to':
      return to(value);
    case 'from':
      return ({ senderId }) => holds(senderId, value);
    case 'text':
      return ({ text }) => holds(text, value);
    case 'status':
      return ({ status }) => status === value;
    case 'segments':
      return segments(value);
    case 'is':
      return is(value);
    default:
      return anywhere(value);
  }
}

function to(value: string): Predicate {
  const digits = value.replace(/[\s().+-]/g, '');
  return ({ to: valid, rejected }) =>
    [...valid, ...rejected].some((number) => digits !== '' && number.includes(digits));
}

function segments(value: string): Predicate {
  const [, sign = '=', digits] = /^(>=|<=|>|<|=)?(\d+)$/.exec(value) ?? [];
  if (digits === undefined) return () => false;
  const wanted = Number(digits);
  return ({ segments: { count } }) =>
    (sign.includes('=') && count === wanted) ||
    (sign.includes('>') && count > wanted) ||
    (sign.includes('<') && count < wanted);
}

function is(value: string): Predicate {
  switch (value) {
    case 'unread':
      return ({ read }) => !read;
    case 'read':
      return ({ read }) => read;
    case 'otp':
      return ({ otp }) => otp !== null;
    case 'duplicate':
      return ({ duplicate }) => duplicate;
    case 'rejected':
      return ({ rejected }) => rejected.length > 0;
    default:
      return () => false;
  }
}

function anywhere(value: string): Predicate {
  return ({ text, senderId, to: valid, rejected, transactionId }) =>
    [text, senderId, ...valid, ...rejected, transactionId ?? ''].some((part) => holds(part, value));
}

function holds(text: string, value: string): boolean {
  return text.toLowerCase().includes(value);
}
