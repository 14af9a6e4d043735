import { EventEmitter, getEventListeners, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ACCEPTANCE } from './answers.js';
import { holdTimers } from '../support/clock.js';
import { eventually } from '../support/eventually.js';
import { RawGateway, type Script } from './raw-gateway.js';
import { errorOf, message, openAccount, outcomeOf } from '../support/account.js';

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
