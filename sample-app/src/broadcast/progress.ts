/** How far a broadcast is. */
export interface Progress {
  /** Recipients whose sends have ended. */
  readonly done: number;
  /** Recipients that a send named twice, and so was sent to once. Known at the end. */
  readonly duplicates: number;
  /** All recipients. */
  readonly total: number;
  /** How many of the recipients done were not accepted. */
  readonly failed: number;
  /** Time since the start. */
  readonly seconds: number;
}

const WIDTH = 30;

/** One line with a bar, the count, the rate and the failures. */
export function progressLine({ done, duplicates, total, failed, seconds }: Progress): string {
  const passed = done + duplicates;
  const share = total === 0 ? 1 : passed / total;
  const filled = Math.round(share * WIDTH);
  const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
  const rate = seconds > 0 ? Math.round(done / seconds) : 0;
  const percent = String(Math.floor(share * 100)).padStart(3);
  const line = `${bar} ${percent} %  ${passed}/${total}  ${rate}/s  ${failed} failed`;
  return duplicates > 0 ? `${line}  ${duplicates} duplicate` : line;
}
