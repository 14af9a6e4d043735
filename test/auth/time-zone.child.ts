// Sends two messages through the token flow: one at once, one just before the token's end. Tells
// which zone this process is in, and what each gateway saw.
import { Logger } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { SmsGatewayModule, SmsService } from '../../lib/index.js';
import { GatewaySimulator } from '../../lib/simulator/index.js';

Logger.overrideLogger(false);
const LIFE = 3600;
const realNow = Date.now.bind(Date);
let ahead = 0;
Date.now = () => realNow() + ahead;

async function loginsIn(timeZone: string): Promise<readonly number[]> {
  ahead = 0;
  const options = { userId: 'acme', password: 'pass', timeZone, tokenTtl: LIFE };
  const gateway = await GatewaySimulator.start({ ...options, now: () => Date.now() });
  const module = await Test.createTestingModule({
    imports: [
      SmsGatewayModule.forRoot({
        baseUrl: gateway.url,
        auth: { method: 'token', userId: 'acme', password: 'pass', timeZone },
      }),
    ],
  }).compile();
  const sms = module.get(SmsService);
  const counts: number[] = [];
  // At once; 55 minutes on, before the window of two; past the end.
  for (const seconds of [0, LIFE - 300, LIFE + 1]) {
    ahead = seconds * 1000;
    await sms.send({ to: '919876543210', text: `after ${seconds} s` });
    counts.push(gateway.logins);
  }
  const refused = gateway.refused.length;
  await module.close();
  await gateway.close();
  return [...counts, refused];
}

const logins: Record<string, readonly number[]> = {};
for (const zone of process.argv.slice(2)) logins[zone] = await loginsIn(zone);
const offset = new Date(2026, 0, 1).getTimezoneOffset();
process.stdout.write(JSON.stringify({ offset, logins }));
