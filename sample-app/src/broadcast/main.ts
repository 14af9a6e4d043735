// npm run broadcast -- numbers.txt "The text"
//
// Sends one text to every number of a file with one number per line, and shows its progress. Ctrl-C
// stops reading numbers and waits for the sends in progress. The exit code is 0 if every number was
// accepted.
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { SmsGatewayError, SmsService } from 'nestjs-sms-gateway';
import type { GatewaySimulator } from 'nestjs-sms-gateway/simulator';
import { AppModule } from '../app.module.js';
import { SIMULATOR } from '../simulator/simulator.js';
import { failureLines } from './failure-lines.js';
import { numbersOf, UnreadableFileError } from './numbers-of.js';
import { progressLine } from './progress.js';
import { StatusLine, StatusLineLogger } from './status-line.js';

const [file, text, ...more] = process.argv.slice(2);
if (!file || !text || more.length > 0) {
  process.stderr.write(
    'Usage: npm run broadcast -- FILE "TEXT"\nFILE has one number per line. Put quotes around the text.\n',
  );
  process.exitCode = 2;
} else {
  try {
    process.exitCode = (await broadcast(file, text)) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof UnreadableFileError || error instanceof SmsGatewayError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

/** Whether every number of the file was accepted. */
async function broadcast(path: string, message: string): Promise<boolean> {
  let interrupted = false;
  process.once('SIGINT', () => {
    interrupted = true;
  });
  const isOver = (): boolean => interrupted;
  let total = 0;
  for await (const _ of numbersOf(path, isOver)) total += 1;
  if (interrupted) {
    process.stderr.write('Interrupted: nothing was sent.\n');
    return false;
  }
  const status = new StatusLine(process.stderr);
  const app = await NestFactory.createApplicationContext(AppModule, {
    logger: new StatusLineLogger(status),
  });
  const simulator = app.get<GatewaySimulator | null>(SIMULATOR);
  if (simulator) {
    process.stderr.write(
      `Sending to a simulator at ${simulator.url} that ends with this command. Nothing reaches a phone.\n`,
    );
  }
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
  async function* numbers(): AsyncGenerator<string> {
    for await (const number of numbersOf(path, isOver)) {
      pulled += 1;
      yield number;
    }
  }
  const timer = setInterval(show, status.interval);
  try {
    // Aborting would leave the outcome of the sends in progress unknown. Ending the list does not.
    for await (const outcome of app.get(SmsService).broadcast({ text: message }, numbers())) {
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
    await app.close();
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
