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
  // One edit makes `to` of any short word, so it is not guessed at.
  let nearest: string | undefined;
  let least = 3;
  for (const known of MESSAGE_KEYS) {
    if (known.toLowerCase() === key) return known;
    if (known.length < 4 || Math.abs(known.length - key.length) >= least) continue;
    const edits = distance(key, known.toLowerCase());
    if (edits < least) [nearest, least] = [known, edits];
  }
  return nearest;
}

/** Levenshtein's: how many characters have to be added, left out or changed. */
function distance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const change = left[row - 1] === right[column - 1] ? 0 : 1;
      current.push(
        Math.min(
          at(previous, column) + 1,
          at(current, column - 1) + 1,
          at(previous, column - 1) + change,
        ),
      );
    }
    previous = current;
  }
  return at(previous, right.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
