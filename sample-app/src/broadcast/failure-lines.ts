const MOST = 5;

/** Why numbers failed, the most frequent reason first: a line each. */
export function failureLines(reasons: ReadonlyMap<string, number>): string {
  const sorted = [...reasons].toSorted(([, left], [, right]) => right - left);
  const lines = sorted.slice(0, MOST).map(([reason, count]) => `${count} failed: ${reason}\n`);
  const rest = sorted.slice(MOST).reduce((sum, [, count]) => sum + count, 0);
  if (rest > 0) lines.push(`${rest} failed for other reasons.\n`);
  return lines.join('');
}
