const NO_SYNONYMS: ReadonlyMap<string, string> = new Map();

/**
 * What to say about an unknown key: which key was probably meant, or which keys exist.
 *
 * @param allowed the known keys
 * @param advice what to give, if no known key is similar
 * @param synonyms other words for the allowed keys, in lower case
 */
export function unknownKeyProblem(
  key: string,
  allowed: readonly string[],
  advice: string,
  synonyms = NO_SYNONYMS,
): string {
  const meant = synonyms.get(key.toLowerCase()) ?? nearestKey(key.toLowerCase(), allowed);
  return meant !== undefined && allowed.includes(meant)
    ? `is not known; did you mean '${meant}'?`
    : `is not known; ${advice}`;
}

function nearestKey(key: string, allowed: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let least = 3;
  for (const known of allowed) {
    if (known.toLowerCase() === key) return known;
    // Any short word is close to `to`, so only longer keys are suggested.
    if (known.length < 4 || Math.abs(known.length - key.length) >= least) continue;
    const edits = distance(key, known.toLowerCase());
    if (edits < least) [nearest, least] = [known, edits];
  }
  return nearest;
}

/** The Levenshtein distance: how many characters must be added, removed or changed. */
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
