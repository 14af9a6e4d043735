import { EventEmitter, getEventListeners, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { SmsAuthProvider, type SmsCredentials } from '../../lib/index.js';
import { ACCEPTANCE, answer, TOKEN } from './answers.js';
import { holdTimers } from '../support/clock.js';
import { eventually, Latch } from '../support/eventually.js';
import { RawGateway, type Script } from './raw-gateway.js';
import { errorOf, message, openAccount, outcomeOf, TOKEN_AUTH } from '../support/account.js';

const TOTAL = 1000;

const silent: Script = async (conversation) => {
  await conversation.readRequest();
  await conversation.stall();
};

describe("the caller's signal", () => {
  it('that is already aborted sends nothing', async () => {
    await using gateway = await RawGateway.listen();
    const { sms } = await openAccount({ baseUrl: gateway.url });
    const error = await errorOf(sms.send(message('x'), { signal: AbortSignal.abort() }));
    expect(error).toMatchObject({ code: 'aborted', outcome: 'not-sent' });
    expect(gateway.accepted).toBe(0);
  });

  it('ends a wait for a socket, as not sent', async () => {
    await using gateway = await RawGateway.listen({ script: silent });
    const { sms, close } = await openAccount({ baseUrl: gateway.url, maxConnections: 1 });
    const first = outcomeOf(sms.send(message('holds the only socket')));
    await eventually(() => gateway.sends === 1);
    const caller = new AbortController();
    const waiting = errorOf(sms.send(message('waits'), { signal: caller.signal }));
    await sleep(20);
    caller.abort();
    expect(await waiting).toMatchObject({ code: 'aborted', outcome: 'not-sent' });
    await close();
    await first;
    expect(gateway.readWhole('waits')).toBe(0);
  });

  it('ends an exchange, as unknown', async () => {
    await using gateway = await RawGateway.listen({ script: silent });
    const { sms } = await openAccount({ baseUrl: gateway.url });
    const caller = new AbortController();
    const sending = errorOf(sms.send(message('under way'), { signal: caller.signal }));
    await eventually(() => gateway.sends === 1);
    caller.abort();
    expect(await sending).toMatchObject({ code: 'aborted', outcome: 'unknown', retryable: false });
    await gateway.idle();
    expect(getEventListeners(caller.signal, 'abort')).toHaveLength(0);
  });

  it('ends a wait for a login, as not sent, and leaves the login to others', async () => {
    const gate = new EventEmitter();
    await using gateway = await RawGateway.listen({
      script: async (conversation) => {
        for (;;) {
          const { path } = await conversation.readRequest();
          if (path === '/me/') await once(gate, 'open');
          await conversation.write(path === '/me/' ? TOKEN : ACCEPTANCE);
        }
      },
    });
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: TOKEN_AUTH });
    const caller = new AbortController();
    const leaves = errorOf(sms.send(message('leaves'), { signal: caller.signal }));
    const stays = outcomeOf(sms.send(message('stays')));
    await eventually(() => gateway.logins === 1);
    caller.abort();
    expect(await leaves).toMatchObject({ code: 'aborted', outcome: 'not-sent' });
    gate.emit('open');
    expect((await stays).status).toBe('accepted');
    expect([gateway.logins, gateway.readWhole('leaves')]).toEqual([1, 0]);
  });

  it("ends a wait for the user's own strategy", async () => {
    const asked = new Latch();
    class Slow extends SmsAuthProvider {
      override credentials(): Promise<SmsCredentials> {
        return Promise.resolve({ headers: { apikey: 'key' }, fields: { userid: 'acme' } });
      }
      override refused(): Promise<boolean> {
        asked.open();
        return new Promise(() => undefined);
      }
    }
    await using gateway = await RawGateway.listen({
      script: async (conversation) => {
        await conversation.readRequest();
        await conversation.write(answer('', { status: 401 }));
      },
    });
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: new Slow() });
    const caller = new AbortController();
    const sending = errorOf(sms.send(message('x'), { signal: caller.signal }));
    await asked.opened;
    caller.abort();
    expect(await sending).toMatchObject({ code: 'credentials-refused', outcome: 'not-sent' });
  });
});

describe('sends that wait for a socket', () => {
  it('cost no connection if they end before', async () => {
    const gate = new EventEmitter();
    await using gateway = await RawGateway.listen({
      script: async (conversation) => {
        await conversation.readRequest();
        await once(gate, 'open');
        await conversation.write(ACCEPTANCE);
        for (;;) {
          await conversation.readRequest();
          await conversation.write(ACCEPTANCE);
        }
      },
    });
    const { sms } = await openAccount({ baseUrl: gateway.url, maxConnections: 1 });
    const first = outcomeOf(sms.send(message('first')));
    await eventually(() => gateway.sends === 1);
    const caller = new AbortController();
    const given = Array.from({ length: 8 }, (_, index) =>
      errorOf(sms.send(message(`gives up ${index}`), { signal: caller.signal })),
    );
    await sleep(20);
    caller.abort();
    for (const error of await Promise.all(given)) {
      expect(error).toMatchObject({ code: 'aborted', outcome: 'not-sent' });
    }
    gate.emit('open');
    expect((await first).status).toBe('accepted');
    expect((await outcomeOf(sms.send(message('last')))).status).toBe('accepted');
    expect([gateway.sends, gateway.accepted]).toEqual([2, 1]);
  });

  it('are not sent if the total deadline ends their wait', async () => {
    await using gateway = await RawGateway.listen({ script: silent });
    const { sms } = await openAccount({
      baseUrl: gateway.url,
      maxConnections: 1,
      timeout: { total: TOTAL },
    });
    const timers = holdTimers();
    const first = errorOf(sms.send(message('holds the only socket')));
    await eventually(() => gateway.sends === 1);
    const second = errorOf(sms.send(message('waits')));
    await timers.pass(TOTAL);
    expect(await first).toMatchObject({ code: 'timeout', outcome: 'unknown' });
    // The end of the first one may have let it through at the last moment.
    const { outcome } = await second;
    expect(outcome === 'unknown' || gateway.readWhole('waits') === 0).toBe(true);
  });
});
