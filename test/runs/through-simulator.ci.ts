import { GatewaySimulator } from '../../simulator/index.js';
import { counted, countedLater, errorOf, messageAt, numberAt, outcomesOf } from './runs.js';
import { openAccount, TOKEN_AUTH } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';

let gateway: GatewaySimulator;

beforeEach(async () => {
  const { userId, password } = TOKEN_AUTH;
  gateway = await GatewaySimulator.start({ userId, password, keep: 5000 });
  afterThisTest(() => gateway.close());
});

describe('sendMany', () => {
  it('sends every message once, with one login', async () => {
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: TOKEN_AUTH });
    const tally = await sms.sendMany(countedLater(300, messageAt)).finish();
    expect(tally).toMatchObject({ accepted: 300, 'not-sent': 0, unknown: 0 });
    expect(new Set(gateway.messages.map(({ text }) => text)).size).toBe(300);
    expect(gateway.messages).toHaveLength(300);
    expect(gateway.logins).toBe(1);
  });

  it('reports for each message what the gateway knows of it, whatever fault it met', async () => {
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: TOKEN_AUTH });
    gateway.faults.next('accept-then-drop', 5).next('refuse', 5).next('500', 5).next('429', 5);
    const outcomes = await outcomesOf(sms.sendMany(counted(100, messageAt)));
    const count = (status: string): number =>
      outcomes.filter((outcome) => outcome.status === status).length;
    expect([count('accepted'), count('not-sent'), count('unknown')]).toEqual([80, 10, 10]);
    const arrived = new Set(gateway.messages.map(({ text }) => text));
    const untrue = outcomes.filter(
      ({ message, status }) =>
        status !== 'unknown' && arrived.has(message.text) !== (status === 'accepted'),
    );
    expect(untrue).toEqual([]);
  });
});

describe('broadcast', () => {
  it('sends the text to every number once', async () => {
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: TOKEN_AUTH });
    const tally = await sms.broadcast({ text: 'News' }, countedLater(2500, numberAt)).finish();
    expect(tally).toMatchObject({ accepted: 25, recipients: { accepted: 2500, rejected: 0 } });
    const reached = gateway.messages.flatMap(({ to }) => to);
    expect(reached.toSorted()).toEqual([...counted(2500, numberAt)]);
    expect(gateway.messages.every(({ text }) => text === 'News')).toBe(true);
  });
});

describe('closing the app in a run', () => {
  it('reads no more, lets the sends in progress end, and throws that the app closes', async () => {
    const app = await openAccount({ baseUrl: gateway.url, auth: TOKEN_AUTH, drain: 20_000 });
    const statuses: string[] = [];
    let closing: Promise<void> | undefined;
    const loop = async (): Promise<void> => {
      const run = app.sms.sendMany(counted(200, messageAt), { concurrency: 8 });
      for await (const { status } of run) {
        statuses.push(status);
        if (statuses.length === 20) closing = app.close();
      }
    };
    expect(await errorOf(loop())).toMatchObject({ code: 'closed', outcome: 'unknown' });
    await closing;
    expect(new Set(statuses)).toEqual(new Set(['accepted']));
    expect(gateway.messages).toHaveLength(statuses.length);
    expect(statuses.length).toBeLessThan(200);
  });
});
