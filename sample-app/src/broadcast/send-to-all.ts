import type { SmsService } from 'nestjs-sms-gateway';
import { failureLines } from './failure-lines.js';
import { progressLine } from './progress.js';
import type { StatusLine } from './status-line.js';

/** A broadcast that a person watches. */
export interface WatchedBroadcast {
  readonly text: string;
  readonly numbers: AsyncIterable<string>;
  /** How many numbers there are. */
  readonly total: number;
  readonly status: StatusLine;
}

/**
 * Sends one text to many numbers and shows the progress. Ctrl-C stops reading numbers and waits for the
 * sends in progress.
 *
 * @returns whether every number was accepted
 */
export async function sendToAll(
  sms: SmsService,
  { text, numbers, total, status }: WatchedBroadcast,
): Promise<boolean> {
  let interrupted = false;
  process.once('SIGINT', () => {
    interrupted = true;
  });
  const began = performance.now();
  const reasons = new Map<string, number>();
  const countFailure = (reason: string, recipients: number): void => {
    failed += recipients;
    reasons.set(reason, (reasons.get(reason) ?? 0) + recipients);
  };
  let pulled = 0;
  let done = 0;
  let duplicates = 0;
  let failed = 0;
  let unknown = 0;
  const show = (): void => {
    const seconds = (performance.now() - began) / 1000;
    status.show(progressLine({ done, duplicates, total, failed, seconds }));
  };
  async function* untilInterrupted(): AsyncGenerator<string> {
    for await (const number of numbers) {
      if (interrupted) return;
      pulled += 1;
      yield number;
    }
  }
  const timer = setInterval(show, status.interval);
  try {
    // Aborting would leave the outcome of the sends in progress unknown. Ending the list does not.
    for await (const outcome of sms.broadcast({ text }, untilInterrupted())) {
      const recipients = countOf(outcome.message.to);
      done += recipients;
      if (outcome.status === 'accepted') {
        const rejected = outcome.receipt.rejected.length;
        if (rejected > 0) countFailure('The gateway rejected the number.', rejected);
        continue;
      }
      countFailure(outcome.error.message, recipients);
      if (outcome.status === 'unknown') unknown += recipients;
    }
    duplicates = pulled - done;
  } finally {
    clearInterval(timer);
    show();
    status.end();
  }
  process.stderr.write(failureLines(reasons));
  if (unknown > 0) {
    process.stderr.write(`${unknown} of them may have been sent. Look them up before you retry.\n`);
  }
  if (interrupted) process.stderr.write(`Interrupted: ${total - pulled} were not attempted.\n`);
  return failed === 0 && !interrupted;
}

function countOf(to: string | readonly string[]): number {
  return typeof to === 'string' ? 1 : to.length;
}
