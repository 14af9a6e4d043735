const MOST = 5;

/** Why numbers failed: one line per reason, the most frequent first. */
export function failureLines(reasons: ReadonlyMap<string, number>): string {
  const sorted = [...reasons].toSorted(([, left], [, right]) => right - left);
  const lines = sorted.slice(0, MOST).map(([reason, count]) => `${count} failed: ${reason}\n`);
  const rest = sorted.slice(MOST).reduce((sum, [, count]) => sum + count, 0);
  if (rest > 0) lines.push(`${rest} failed for other reasons.\n`);
  return lines.join('');
}
