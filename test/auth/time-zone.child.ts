// Sends three messages through the token flow, around the expiry of its token: on hosts in several
// zones, to gateways in several zones. Tells what each gateway saw.
import { Logger } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { SmsGatewayModule, SmsService } from '../../lib/index.js';
import { GatewaySimulator } from '../../simulator/index.js';

Logger.overrideLogger(false);
interface Zones {
  readonly hosts: readonly string[];
  readonly gateways: readonly string[];
}

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

// Node.js takes a change of TZ while it runs.
const runs: Record<string, unknown> = {};
const { hosts, gateways } = JSON.parse(process.argv[2] ?? '{}') as Zones;
for (const host of hosts) {
  process.env['TZ'] = host;
  const logins: Record<string, readonly number[]> = {};
  for (const zone of gateways) logins[zone] = await loginsIn(zone);
  const offset = new Date(2026, 0, 1).getTimezoneOffset();
  runs[host] = { offset, logins };
}
process.stdout.write(JSON.stringify(runs));
