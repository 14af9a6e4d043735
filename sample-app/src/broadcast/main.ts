// npm run broadcast -- [--yes] numbers.txt "The text"
//
// Shows what a text to every number of a file, one number per line, would do and cost. Asks, unless --yes
// is given, and sends it. The exit code is 0 if every number was accepted.
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { SmsGatewayError, SmsService } from 'nestjs-sms-gateway';
import type { GatewaySimulator } from 'nestjs-sms-gateway/simulator';
import { AppModule } from '../app.module.js';
import { SIMULATOR } from '../simulator.js';
import { balanceLine } from './balance-line.js';
import { isConfirmed } from './is-confirmed.js';
import { numbersOf, UnreadableFileError } from './numbers-of.js';
import { inputOf, planLines } from './plan-lines.js';
import { sendToAll } from './send-to-all.js';
import { StatusLine, StatusLineLogger } from './status-line.js';

const given = process.argv.slice(2);
const [file, text, ...more] = given.filter((each) => each !== '--yes');
if (!file || !text || more.length > 0) {
  say(
    'Usage: npm run broadcast -- [--yes] FILE "TEXT"\nFILE has one number per line. Put quotes around the text. --yes sends without a question.\n',
  );
  process.exitCode = 2;
} else {
  try {
    process.exitCode = await broadcast(file, text, given.includes('--yes'));
  } catch (error) {
    if (!(error instanceof UnreadableFileError || error instanceof SmsGatewayError)) throw error;
    say(`${error.message}\n`);
    process.exitCode = 1;
  }
}

/** @returns the exit code */
async function broadcast(path: string, message: string, isAgreed: boolean): Promise<number> {
  const status = new StatusLine(process.stderr);
  const app = await NestFactory.createApplicationContext(AppModule, {
    logger: new StatusLineLogger(status),
  });
  try {
    const simulator = app.get<GatewaySimulator | null>(SIMULATOR);
    if (simulator) {
      say(
        `The gateway is a simulator at ${simulator.url}, just for this command. Nothing reaches a phone.\n`,
      );
    }
    const sms = app.get(SmsService);
    const plan = await sms.plan({ text: message }, numbersOf(path));
    say(planLines(plan));
    if (plan.recipients === 0) {
      say('Nothing was sent, because nobody would get it.\n');
      return 1;
    }
    say(await balanceLine(sms, plan.totalSegments));
    if (!isAgreed && !(process.stdin.isTTY && process.stderr.isTTY)) {
      say('Nothing was sent, because there is no terminal to ask on. Add --yes to send it.\n');
      return 2;
    }
    if (!isAgreed && !(await isConfirmed('Send it? [y/N] '))) {
      say('Nothing was sent.\n');
      return 1;
    }
    // A new stream, because the plan has read the other one to its end.
    const numbers = numbersOf(path);
    const all = { text: message, numbers, total: inputOf(plan), status };
    return (await sendToAll(sms, all)) ? 0 : 1;
  } finally {
    await app.close();
  }
}

function say(line: string): void {
  process.stderr.write(line);
}
