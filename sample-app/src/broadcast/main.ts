// npm run broadcast -- numbers.txt "The text"
//
// Sends one text to every number of a file, one number a line, and shows how far it is. Ctrl-C pulls
// no more numbers and lets the sends under way end.
import 'reflect-metadata';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { NestFactory } from '@nestjs/core';
import { SmsService } from 'nestjs-sms-gateway';
import { AppModule } from '../app.module.js';
import { progressLine } from './progress.js';

const [file, text] = process.argv.slice(2);
if (!file || !text) {
  process.stderr.write('Usage: npm run broadcast -- FILE TEXT\nFILE has one number a line.\n');
  process.exitCode = 2;
} else {
  await broadcast(file, text);
}

async function broadcast(path: string, message: string): Promise<void> {
  let interrupted = false;
  process.once('SIGINT', () => {
    interrupted = true;
  });
  const isOver = (): boolean => interrupted;
  let total = 0;
  for await (const number of numbersOf(path, isOver)) total += number ? 1 : 0;
  const app = await NestFactory.createApplicationContext(AppModule, { logger: ['error', 'warn'] });
  const began = performance.now();
  const interactive = process.stderr.isTTY;
  let done = 0;
  let failed = 0;
  let unknown = 0;
  const show = (): void => {
    const seconds = (performance.now() - began) / 1000;
    const line = progressLine({ done, total, failed, seconds });
    process.stderr.write(interactive ? `\r${line}\u001B[K` : `${line}\n`);
  };
  const timer = setInterval(show, interactive ? 100 : 1000);
  try {
    // An abort would leave the sends under way in doubt; a list that ends leaves none.
    const numbers = numbersOf(path, isOver);
    for await (const outcome of app.get(SmsService).broadcast({ text: message }, numbers)) {
      const recipients = countOf(outcome.message.to);
      done += recipients;
      if (outcome.status === 'accepted') {
        failed += outcome.receipt.rejected.length;
        continue;
      }
      failed += recipients;
      if (outcome.status === 'unknown') unknown += recipients;
    }
  } finally {
    clearInterval(timer);
    show();
    if (interactive) process.stderr.write('\n');
    await app.close();
  }
  if (unknown > 0) {
    process.stderr.write(`${unknown} of the failed may have been sent: look them up first.\n`);
  }
  if (done < total) process.stderr.write(`Interrupted: ${total - done} were not tried.\n`);
}

function countOf(to: string | readonly string[]): number {
  return typeof to === 'string' ? 1 : to.length;
}

async function* numbersOf(path: string, isOver = (): boolean => false): AsyncGenerator<string> {
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (isOver()) return;
    const number = line.trim();
    if (number) yield number;
  }
}
