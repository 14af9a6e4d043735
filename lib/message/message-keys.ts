/** The keys of a message, in the order of `SmsMessage`. */
export const MESSAGE_KEYS = [
  'to',
  'text',
  'senderId',
  'dltEntityId',
  'type',
  'duplicateCheck',
  'fields',
] as const;

/** The keys of a message whose recipients are given beside it. */
export const CONTENT_KEYS: readonly string[] = MESSAGE_KEYS.filter((key) => key !== 'to');

/** Words that people use for ours: the document's field names, and other packages' keys. */
const OTHER_WORDS: ReadonlyMap<string, string> = new Map([
  ['mobile', 'to'],
  ['number', 'to'],
  ['numbers', 'to'],
  ['phone', 'to'],
  ['recipient', 'to'],
  ['recipients', 'to'],
  ['msg', 'text'],
  ['message', 'text'],
  ['body', 'text'],
  ['content', 'text'],
  ['from', 'senderId'],
  ['sender', 'senderId'],
  ['msgtype', 'type'],
]);

/** What to say of a key that a message does not have, with the one that may have been meant. */
export function unknownKeyProblem(key: string, allowed: readonly string[]): string {
  const meant = nearestKey(key.toLowerCase());
  if (meant !== undefined && allowed.includes(meant)) {
    return `is not known; did you mean '${meant}'?`;
  }
  return `is not known; a message has ${allowed.join(', ')}, and further form fields go into 'fields'`;
}

function nearestKey(key: string): string | undefined {
  const word = OTHER_WORDS.get(key);
  if (word !== undefined) return word;
  return MESSAGE_KEYS.find((known) => isClose(key, known.toLowerCase()));
}

/** At most two edits apart, or one for words so short that two would make any other word of them. */
function isClose(left: string, right: string): boolean {
  const most = Math.min(left.length, right.length) > 3 ? 2 : 1;
  return Math.abs(left.length - right.length) <= most && distance(left, right) <= most;
}

/** Levenshtein's distance, with two neighbours that changed places as one edit. */
function distance(left: string, right: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1];
      let best = Math.min(
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + (same ? 0 : 1),
      );
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (row > 1 && column > 1 && swapped) best = Math.min(best, at(before, column - 2) + 1);
      current.push(best);
    }
    before = previous;
    previous = current;
  }
  return at(previous, right.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
