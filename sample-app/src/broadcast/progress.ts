/** What has become of a broadcast so far. */
export interface Progress {
  /** Recipients dealt with. */
  readonly done: number;
  /** Recipients that stood twice within a send, and so went once. Known once all is sent. */
  readonly duplicates: number;
  /** Recipients in all. */
  readonly total: number;
  /** Of those dealt with, how many were not accepted. */
  readonly failed: number;
  /** Since the start. */
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
