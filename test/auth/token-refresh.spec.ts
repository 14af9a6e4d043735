import { jest } from '@jest/globals';
import { message, openAccount, TOKEN_AUTH } from '../support/account.js';
import { setClock } from '../support/clock.js';
import { eventually, Latch } from '../support/eventually.js';
import { passTime, ScriptedAccount } from '../support/fake-account.js';
import { type Answering, rejection, ScriptedGateway, token } from '../support/scripted-gateway.js';

const NOON = '2026-03-01T12:00:00Z';
const MINUTE = 60_000;

/** `expires_after` this many ms from now, as a gateway in UTC writes it. */
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, 19).replace('T', ' ');

const living =
  (ms: number): Answering =>
  (_request, count) =>
    token(`t${count}`, inMs(ms));

const tokensOf = (gateway: ScriptedGateway) =>
  gateway.sends.map(({ headers }) => headers['authorization']);

describe('a token near its end', () => {
  it('is renewed in the background by a send, and used meanwhile', async () => {
    const clock = setClock(NOON);
    const renewal = new Latch();
    const gateway = await ScriptedGateway.listen({
      login: async (request, count) => {
        if (count === 2) await renewal.opened;
        return living(60 * MINUTE)(request, count);
      },
    });
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: TOKEN_AUTH });
    await sms.send(message());
    clock.pass(59 * MINUTE);
    for (let count = 0; count < 5; count += 1) await sms.send(message());
    await eventually(() => gateway.logins.length === 2);
    renewal.open();
    while (!tokensOf(gateway).includes('t2')) await sms.send(message());
    expect(tokensOf(gateway).slice(0, 6)).toEqual(Array.from({ length: 6 }, () => 't1'));
    expect(gateway.logins).toHaveLength(2);
  });

  it.each([
    // Lifetime, what has passed without a renewal, and with one for sure: min(120 s, 20 %).
    ['an hour', 60 * MINUTE, 58 * MINUTE - 1000, 59 * MINUTE],
    ['four minutes', 4 * MINUTE, 4 * MINUTE - 49_000, 4 * MINUTE - 35_000],
    ['ten seconds', 10_000, 7900, 8600],
  ])(
    'of %s is renewed in a window that scales with its lifetime',
    async (_what, life, early, late) => {
      const clock = setClock(NOON);
      const gateway = await ScriptedGateway.listen({ login: living(life) });
      const { sms } = await openAccount({ baseUrl: gateway.url, auth: TOKEN_AUTH });
      await sms.send(message());
      clock.pass(early);
      for (let count = 0; count < 5; count += 1) await sms.send(message());
      expect(gateway.logins).toHaveLength(1);
      clock.pass(late - early);
      await sms.send(message());
      await eventually(() => gateway.logins.length === 2);
    },
  );

  it('is not renewed on every call if its lifetime is four minutes', async () => {
    const clock = setClock(NOON);
    const gateway = await ScriptedGateway.listen({ login: living(4 * MINUTE) });
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: TOKEN_AUTH });
    for (let second = 0; second < 24 * 60; second += 10) {
      await sms.send(message());
      clock.pass(10_000);
    }
    // 24 minutes of tokens that are renewed after 192 to 204 s and a bit.
    expect(gateway.logins.length).toBeLessThanOrEqual(8);
    expect(gateway.logins.length).toBeGreaterThanOrEqual(6);
  });

  it('stays in use if the renewal fails, and the next renewal waits for the cool-down', async () => {
    const clock = setClock(NOON);
    const gateway = await ScriptedGateway.listen({
      login: (request, count) =>
        count === 1 || count > 3 ? living(60 * MINUTE)(request, count) : rejection('216'),
    });
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: TOKEN_AUTH });
    await sms.send(message());
    clock.pass(59 * MINUTE);
    await sms.send(message());
    await eventually(() => gateway.logins.length === 2);
    for (let count = 0; count < 10; count += 1) await sms.send(message());
    expect(gateway.logins).toHaveLength(2);
    clock.pass(1000);
    await sms.send(message());
    await eventually(() => gateway.logins.length === 3);
    expect(new Set(tokensOf(gateway))).toEqual(new Set(['t1']));
  });

  it.each([429, 503])('is not renewed sooner than Retry-After says (HTTP %d)', async (status) => {
    const clock = setClock(NOON);
    const gateway = await ScriptedGateway.listen({
      login: (request, count) =>
        count === 2
          ? { status, headers: { 'Retry-After': '30' } }
          : living(60 * MINUTE)(request, count),
    });
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: TOKEN_AUTH });
    await sms.send(message());
    clock.pass(59 * MINUTE);
    await sms.send(message());
    await eventually(() => gateway.logins.length === 2);
    for (let count = 0; count < 5; count += 1) await sms.send(message());
    clock.pass(29_000);
    for (let count = 0; count < 5; count += 1) await sms.send(message());
    expect(gateway.logins).toHaveLength(2);
    clock.pass(1000);
    await sms.send(message());
    await eventually(() => gateway.logins.length === 3);
  });

  it('is not used after its expiry, and sends wait for the next one', async () => {
    const clock = setClock(NOON);
    const gateway = await ScriptedGateway.listen({ login: living(60 * MINUTE) });
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: TOKEN_AUTH });
    await sms.send(message());
    clock.pass(60 * MINUTE);
    await Promise.all([sms.send(message()), sms.send(message()), sms.send(message())]);
    expect(tokensOf(gateway)).toEqual(['t1', 't2', 't2', 't2']);
    expect(gateway.logins).toHaveLength(2);
  });

  it('is not renewed by a timer: an app that sends nothing does not log in', async () => {
    const gateway = new ScriptedGateway();
    const account = new ScriptedAccount(gateway);
    const outcome = account.outcome();
    await passTime(10);
    expect(await outcome).toBe('accepted');
    expect(jest.getTimerCount()).toBe(0);
    await passTime(2 * 60 * MINUTE);
    expect(gateway.logins).toHaveLength(1);
  });
});
