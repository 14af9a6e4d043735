import { ACCEPTANCE, answer } from './answers.js';
import { RawGateway, type Script } from './raw-gateway.js';
import { EventEmitter, once } from 'node:events';
import type { SmsEvent } from '../../lib/index.js';
import {
  errorOf,
  GENEROUS,
  isTrue,
  message,
  openAccount,
  outcomeOf,
  PASSWORD_AUTH,
  TOKEN_AUTH,
} from '../support/account.js';
import { eventually, Latch } from '../support/eventually.js';

const silent: Script = async (conversation) => {
  await conversation.readRequest();
  await conversation.stall();
};

describe('app.close()', () => {
  it('waits for sends in progress, and takes no new ones', async () => {
    const gate = new EventEmitter();
    await using gateway = await RawGateway.listen({
      script: async (conversation) => {
        await conversation.readRequest();
        await once(gate, 'open');
        await conversation.write(ACCEPTANCE);
      },
    });
    const app = await openAccount({ baseUrl: gateway.url, drain: GENEROUS });
    const sending = outcomeOf(app.sms.send(message('under way')));
    await eventually(() => gateway.sends === 1);
    const closing = app.close();
    // The app's hooks run one after another: until the package's has, sends are still taken.
    await eventually(() => gate.listenerCount('open') === 1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await errorOf(app.sms.send(message('new')))).toMatchObject({
      code: 'closed',
      outcome: 'not-sent',
    });
    gate.emit('open');
    expect((await sending).status).toBe('accepted');
    await closing;
    await gateway.idle();
    expect(gateway.readWhole('new')).toBe(0);
  });

  it('ends what does not end within drain, with its outcome', async () => {
    await using gateway = await RawGateway.listen({ script: silent });
    const app = await openAccount({ baseUrl: gateway.url, drain: 50, maxConnections: 1 });
    const underWay = errorOf(app.sms.send(message('under way')));
    await eventually(() => gateway.sends === 1);
    const waiting = errorOf(app.sms.send(message('waits for a socket')));
    await app.close();
    expect(await underWay).toMatchObject({ code: 'closed', outcome: 'unknown', retryable: false });
    expect(await waiting).toMatchObject({ code: 'closed', outcome: 'not-sent' });
    await gateway.idle();
    expect([gateway.readWhole('under way'), gateway.readWhole('waits for a socket')]).toEqual([
      1, 0,
    ]);
  });

  it('publishes the events of the sends that it ends before events$ completes', async () => {
    const asked = new Latch();
    const password = (): Promise<string> => {
      asked.open();
      return new Promise(() => undefined);
    };
    const app = await openAccount({
      baseUrl: 'http://127.0.0.1:9',
      auth: { ...PASSWORD_AUTH, password },
      guard: { perRecipient: { count: 5, perMs: 10_000 } },
    });
    const seen: string[] = [];
    app.sms.events$.subscribe({
      next: ({ type }) => seen.push(type),
      complete: () => seen.push('complete'),
    });
    const sending = errorOf(app.sms.send(message()));
    await asked.opened;
    await app.close();
    expect(await sending).toMatchObject({ code: 'closed', outcome: 'not-sent' });
    expect(seen).toEqual(['not-sent', 'complete']);
  });

  it('ends pauses before retries and waits for a login, as not sent', async () => {
    await using throttling = await RawGateway.listen({
      script: async (conversation) => {
        await conversation.readRequest();
        await conversation.write(answer('', { status: 429, headers: { 'Retry-After': '10' } }));
        await conversation.stall();
      },
    });
    await using mute = await RawGateway.listen({ script: silent });
    const pausing = await openAccount({ baseUrl: throttling.url, retry: { attempts: 2 } });
    const loggingIn = await openAccount({ baseUrl: mute.url, auth: TOKEN_AUTH });
    const retries: SmsEvent[] = [];
    pausing.sms.events$.subscribe((event) => retries.push(event));
    const sends = [
      errorOf(pausing.sms.send(message('pauses'))),
      errorOf(loggingIn.sms.send(message('waits for a login'))),
    ];
    // Until the app has read the 429, its send is not in a pause.
    await eventually(() => retries.length === 1 && mute.logins === 1);
    await Promise.all([pausing.close(), loggingIn.close()]);
    for (const error of await Promise.all(sends)) {
      expect(error).toMatchObject({ code: 'closed', outcome: 'not-sent' });
    }
    await Promise.all([throttling.idle(), mute.idle()]);
  });

  it('reports the true outcome of each of many sends', async () => {
    await using gateway = await RawGateway.listen({
      script: async (conversation) => {
        for (;;) {
          await conversation.readRequest();
          await conversation.pause(2);
          await conversation.write(ACCEPTANCE);
        }
      },
    });
    const app = await openAccount({ baseUrl: gateway.url, drain: 0, maxConnections: 8 });
    const sends = Array.from({ length: 200 }, (_, index) =>
      outcomeOf(app.sms.send(message(`m ${index}`))),
    );
    await eventually(() => gateway.sends > 20);
    await app.close();
    const outcomes = await Promise.all(sends);
    await gateway.idle();
    const lies = outcomes.filter(
      (outcome, index) => !isTrue(outcome, gateway.readWhole(`m ${index}`)),
    );
    expect(lies).toEqual([]);
    expect(new Set(outcomes.map(({ status }) => status))).toContain('accepted');
  });

  it('can be called again', async () => {
    await using gateway = await RawGateway.listen();
    const app = await openAccount({ baseUrl: gateway.url });
    await app.sms.send(message('x'));
    await Promise.all([app.close(), app.close()]);
    expect(await errorOf(app.sms.send(message('late')))).toMatchObject({ code: 'closed' });
  });
});
