import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { SmsFailoverModule, SmsGatewayModule, SmsService } from '../../lib/index.js';
import { makeDice } from '../../simulator/faults/dice.js';
import { build } from '../module/build.js';
import { RawGateway } from './raw-gateway.js';
import { stormMessage, stormScript } from './storm-script.js';
import { isTrue, type Outcome, outcomeOf, TOKEN_AUTH } from '../support/account.js';

const SEED = Number(process.env['STORM_SEED'] ?? Math.floor(Math.random() * 2 ** 32));
const SENDS = 600;
const AT_ONCE = 24;
const OUTAGE_EVERY = 100;
const OUTAGE_LENGTH = 40;
const AT_CLOSE = 40;
const NAMES = ['primary', 'backup'];

async function openFailover(gateways: readonly RawGateway[]) {
  Logger.overrideLogger(false);
  const module = await build([
    ...gateways.map(({ url: baseUrl }, index) =>
      SmsGatewayModule.forRoot({
        name: NAMES[index],
        baseUrl,
        auth: { ...TOKEN_AUTH, cooldown: 5 },
        timeout: { connect: 2000, attempt: 1000, total: 20_000 },
        maxConnections: 8,
        drain: 20,
        ...(index === 0 && { breaker: { failures: 3, halfOpenAfter: 20 } }),
      }),
    ),
    SmsFailoverModule.forRoot({ accounts: NAMES }),
  ]);
  return { sms: module.get(SmsService), close: () => module.close() };
}

/** Sends through two storms, in which each gateway is down in turn, and closes the app during sends. */
async function weather(gateways: readonly [RawGateway, RawGateway]): Promise<Map<string, Outcome>> {
  const { sms, close } = await openFailover(gateways);
  const outcomes = new Map<string, Outcome>();
  const send = async (text: string): Promise<void> => {
    outcomes.set(text, await outcomeOf(sms.send(stormMessage(text))));
  };
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < SENDS) {
      const number = next++;
      const gateway = gateways[Math.floor(number / OUTAGE_EVERY) % 2 === 0 ? 0 : 1];
      if (number % OUTAGE_EVERY === 0) gateway.shut();
      if (number % OUTAGE_EVERY === OUTAGE_LENGTH) await gateway.open();
      await send(`message ${number}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const last = Array.from({ length: AT_CLOSE }, (_, index) => send(`last ${index}`));
  await sleep(5);
  await close();
  await Promise.all(last);
  return outcomes;
}

it(`a failover in two storms reports no wrong outcome, and no message is read by two accounts (STORM_SEED=${SEED})`, async () => {
  await using primary = await RawGateway.listen();
  await using backup = await RawGateway.listen();
  primary.script = stormScript(primary, makeDice(SEED));
  backup.script = stormScript(backup, makeDice(SEED + 1));
  const outcomes = await weather([primary, backup]);
  const lies = [...outcomes]
    .map(([text, outcome]) => {
      const taken = { primary: primary.readWhole(text), backup: backup.readWhole(text) };
      return { text, outcome, taken };
    })
    .filter(({ outcome, taken }) => {
      if (!isTrue(outcome, taken.primary + taken.backup)) return true;
      if (outcome.status !== 'accepted') return false;
      return outcome.receipt.account !== (taken.primary === 1 ? 'primary' : 'backup');
    });
  expect(lies).toEqual([]);
  expect(outcomes.size).toBe(SENDS + AT_CLOSE);
  // Two storms in which one of the accounts did nothing, or nothing was lost, would show nothing.
  const took = (name: string): number =>
    [...outcomes.values()].filter(
      (outcome) => outcome.status === 'accepted' && outcome.receipt.account === name,
    ).length;
  expect(Math.min(...NAMES.map(took))).toBeGreaterThan(SENDS / 100);
  expect([...outcomes.values()].some(({ status }) => status === 'unknown')).toBe(true);
  expect([primary.problems, backup.problems]).toEqual([[], []]);
}, 120_000);
