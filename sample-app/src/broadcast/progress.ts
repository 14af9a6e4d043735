/** What has become of a broadcast so far. */
export interface Progress {
  /** Recipients dealt with. */
  readonly done: number;
  /** Recipients in all. */
  readonly total: number;
  /** Of those dealt with, how many were not accepted. */
  readonly failed: number;
  /** Since the start. */
  readonly seconds: number;
}

const WIDTH = 30;

/** One line with a bar, the count, the rate and the failures. */
export function progressLine({ done, total, failed, seconds }: Progress): string {
  const share = total === 0 ? 1 : done / total;
  const filled = Math.round(share * WIDTH);
  const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
  const rate = seconds > 0 ? Math.round(done / seconds) : 0;
  const percent = String(Math.floor(share * 100)).padStart(3);
  return `${bar} ${percent} %  ${done}/${total}  ${rate}/s  ${failed} failed`;
}
