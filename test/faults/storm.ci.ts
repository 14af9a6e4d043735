import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, type Dispatcher } from 'undici';
import type { SmsGatewayOptions } from '../../lib/index.js';
import { makeDice } from '../../simulator/faults/dice.js';
import { RawGateway } from './raw-gateway.js';
import { stormMessage, stormScript } from './storm-script.js';
import {
  type Account,
  isTrue,
  openAccount,
  type Outcome,
  outcomeOf,
  TOKEN_AUTH,
} from '../support/account.js';
import { eventually } from '../support/eventually.js';

const SEED = Number(process.env['STORM_SEED'] ?? Math.floor(Math.random() * 2 ** 32));
const SENDS = 250;
const AT_ONCE = 48;
const OUTAGE_EVERY = 150;
const OUTAGE_LENGTH = 10;
// Enough that some are under way on any machine.
const AT_CLOSE = 100;

interface Sent {
  readonly text: string;
  readonly outcome: Outcome;
}

/** Sends through a storm, closes the app during sends, and returns the outcome of each. */
async function weather(app: Account, gateway: RawGateway, shared: AbortSignal): Promise<Sent[]> {
  const dice = makeDice(SEED + 1);
  const sent: Sent[] = [];
  let next = 0;
  const send = async (text: string, signal: AbortSignal): Promise<void> => {
    sent.push({ text, outcome: await outcomeOf(app.sms.send(stormMessage(text), { signal })) });
  };
  const work = async (): Promise<void> => {
    while (next < SENDS) {
      const number = next++;
      // The port closes after a number of sends, not after a time: refused sends are quick.
      if (number % OUTAGE_EVERY === OUTAGE_EVERY - 1) gateway.shut();
      if (number % OUTAGE_EVERY === OUTAGE_LENGTH) await gateway.open();
      const roll = dice();
      const signal = roll < 0.03 ? AbortSignal.timeout(Math.floor(roll * 1000)) : shared;
      await send(`message ${number}`, signal);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await gateway.open();
  const last = Array.from({ length: AT_CLOSE }, (_, index) => send(`last ${index}`, shared));
  await sleep(5);
  await app.close();
  await Promise.all(last);
  return sent;
}

async function storm(
  options: Partial<SmsGatewayOptions> & { readonly dispatcher?: Dispatcher },
): Promise<{
  readonly sent: Sent[];
  readonly gateway: RawGateway;
  readonly listeners: number;
}> {
  await using gateway = await RawGateway.listen();
  gateway.script = stormScript(gateway, makeDice(SEED));
  const app = await openAccount({
    baseUrl: gateway.url,
    timeout: { connect: 2000, attempt: 1000, total: 20_000 },
    retry: { attempts: 3, base: 5, budget: 1_000_000 },
    maxConnections: 16,
    drain: 20,
    ...options,
  });
  const caller = new AbortController();
  const sent = await weather(app, gateway, caller.signal);
  await options.dispatcher?.destroy();
  // Before the gateway closes: the package must have closed every socket.
  await gateway.idle();
  expect(gateway.problems).toEqual([]);
  return { sent, gateway, listeners: getEventListeners(caller.signal, 'abort').length };
}

/** The sockets and listening ports of this process, of the package and the gateway. */
function openSockets(): number {
  return process.getActiveResourcesInfo().filter((name) => /TCP|TLS/.test(name)).length;
}

const TOKEN = { ...TOKEN_AUTH, cooldown: 5 };
const agent = (): Dispatcher => new Agent({ connections: 16 });

describe(`a storm (STORM_SEED=${SEED})`, () => {
  it.each([
    ['with the method password', () => ({})],
    ['with the method token', () => ({ auth: TOKEN })],
    ["through a user's Agent, with the method password", () => ({ dispatcher: agent() })],
    ["through a user's Agent, with the method token", () => ({ auth: TOKEN, dispatcher: agent() })],
  ])(
    'never makes the package report a wrong outcome, %s',
    async (_how, options) => {
      const before = openSockets();
      const { sent, gateway, listeners } = await storm(options());
      await eventually(() => openSockets() <= before);
      const lies = sent
        .filter(({ text, outcome }) => !isTrue(outcome, gateway.readWhole(text)))
        .map(({ text, outcome }) => ({ text, outcome, taken: gateway.readWhole(text) }));
      expect(lies).toEqual([]);
      expect(sent).toHaveLength(SENDS + AT_CLOSE);
      expect(listeners).toBe(0);
      const count = (status: Outcome['status']): number =>
        sent.filter(({ outcome }) => outcome.status === status).length;
      // A storm that accepts nothing or loses nothing would show nothing.
      expect(count('accepted')).toBeGreaterThan(SENDS / 10);
      expect(count('unknown')).toBeGreaterThan(SENDS / 100);
      expect(count('not-sent')).toBeGreaterThan(10);
    },
    120_000,
  );
});
