import { inspect } from 'node:util';
import { config, filter, lastValueFrom, map, toArray } from 'rxjs';
import {
  type SmsEvent,
  smsMessageOf,
  type SmsReceipt,
  type SmsRun,
  type SmsSegments,
  SmsService,
} from '../../lib/index.js';
import {
  errorOf,
  message,
  NUMBER,
  openAccount,
  PASSWORD_AUTH,
  TOKEN_AUTH,
} from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { holdTimers } from '../support/clock.js';
import { eventually } from '../support/eventually.js';
import { FakeAccount } from '../support/fake-account.js';
import { acceptance, rejection, ScriptedGateway } from '../support/scripted-gateway.js';

const THROTTLED = { status: 429, body: '' };

/** All events of the account of a service until it closes. */
function eventsOf(sms: SmsService): SmsEvent[] {
  const events: SmsEvent[] = [];
  sms.events$.subscribe((event) => events.push(event));
  return events;
}

function fail(): never {
  throw new Error('boom');
}

describe('events$', () => {
  it('reports each outcome, retry and login, with the account and the size', async () => {
    const answers = [
      THROTTLED,
      acceptance({ invalidMobile: '919876543211' }),
      rejection(),
      { body: 'huh' },
    ];
    const { url } = await ScriptedGateway.listen({
      send: (_request, count) => answers[count - 1] ?? acceptance(),
    });
    const retry = { attempts: 2, base: 1 };
    const { sms } = await openAccount({ baseUrl: url, auth: TOKEN_AUTH, retry });
    const events = eventsOf(sms);
    await sms.send({ to: [NUMBER, '919876543211'], text: 'hello' });
    const rejected = await errorOf(sms.send(message()));
    const unknown = await errorOf(sms.send(message()));
    const common = { account: 'default', at: expect.any(Number), segments: 1 };
    expect(events).toEqual([
      {
        type: 'login',
        account: 'default',
        at: expect.any(Number),
        ok: true,
        code: undefined,
        duration: expect.any(Number),
      },
      {
        type: 'retry',
        ...common,
        recipients: 2,
        attempt: 2,
        pause: expect.any(Number),
        code: 'throttled',
      },
      {
        type: 'accepted',
        ...common,
        recipients: 2,
        transactionId: '1234567890123456789',
        accepted: 1,
        rejected: 1,
        waited: 0,
      },
      { type: 'not-sent', ...common, recipients: 1, code: 'rejected', error: rejected },
      { type: 'unknown', ...common, recipients: 1, code: unknown.code, error: unknown },
    ]);
  });

  it('say how long an accepted message waited for its turn, all its waits together', async () => {
    const time = holdTimers();
    const account = new FakeAccount(
      (send) => (account.sends.length === 2 ? send.refuse() : send.accept()),
      { rateLimit: { recipients: 1, perMs: 1000 }, retry: { attempts: 2, base: 0, cap: 0 } },
    );
    const events = eventsOf(account.sms);
    const sends = ['at once', 'twice'].map((text) => account.sms.send({ to: NUMBER, text }));
    await time.pass(10_000);
    const receipts = await Promise.all(sends);
    const waits = events.flatMap((event) => (event.type === 'accepted' ? event.waited : []));
    // A second, and after the request that failed on its way, a second and a quarter.
    expect(waits).toEqual([0, 2250]);
    expect(receipts.map((receipt) => 'waited' in receipt)).toEqual([false, false]);
  });

  it('reports messages that were invalid, also in a broadcast, and a failed login', async () => {
    const { url } = await ScriptedGateway.listen({ login: () => rejection() });
    const { sms } = await openAccount({ baseUrl: url, auth: TOKEN_AUTH });
    const events = eventsOf(sms);
    await errorOf(sms.send({ to: '12', text: 'hello' }));
    await sms.broadcast({ text: 'hello' }, ['34', NUMBER]);
    expect(events).toMatchObject([
      { type: 'not-sent', code: 'message-invalid', recipients: 0, segments: 0 },
      { type: 'not-sent', code: 'message-invalid' },
      { type: 'login', ok: false, code: 'login-refused' },
      { type: 'not-sent', code: 'login-refused', recipients: 1 },
    ]);
  });

  it('shows the message only to code that asks for it', async () => {
    const { url } = await ScriptedGateway.listen();
    const { sms } = await openAccount({ baseUrl: url });
    const [event] = eventsOf(sms);
    expect(event).toBeUndefined();
    const events = eventsOf(sms);
    await sms.send({
      to: '+91 98765 43210',
      text: 'Your code is 482913',
      senderId: 'ACME',
      dltTemplateId: '4711',
    });
    const shown = inspect(events, { showHidden: true, getters: true }) + JSON.stringify(events);
    expect(shown).not.toMatch(/9876543210|482913/);
    expect(smsMessageOf(events[0]!)).toMatchObject({
      to: [NUMBER],
      text: 'Your code is 482913',
      senderId: 'ACME',
      dltTemplateId: '4711',
      duplicateCheck: true,
    });
  });

  it('completes when the account has closed, after the last outcome', async () => {
    const gateway = await ScriptedGateway.listen();
    const { sms, close } = await openAccount({
      baseUrl: gateway.url,
      auth: PASSWORD_AUTH,
      drain: 10_000,
    });
    const all = lastValueFrom(sms.events$.pipe(toArray()));
    const sending = sms.send(message());
    await close();
    await sending;
    expect(await all).toMatchObject([{ type: 'accepted' }]);
    const late = await lastValueFrom(sms.events$.pipe(toArray()));
    expect(late).toEqual([]);
  });

  it('leaves errors of subscribers to RxJS, which rethrows them, and no outcome changes', async () => {
    const { url } = await ScriptedGateway.listen();
    const { sms } = await openAccount({ baseUrl: url });
    const unhandled: unknown[] = [];
    config.onUnhandledError = (error) => unhandled.push(error);
    afterThisTest(() => {
      config.onUnhandledError = null;
    });
    sms.events$.subscribe(fail);
    sms.events$.pipe(filter(({ type }) => type === 'accepted')).subscribe({ next: fail });
    sms.events$.pipe(map(fail)).subscribe();
    const events = eventsOf(sms);
    await expect(sms.send(message())).resolves.toBeDefined();
    expect(events.map(({ type }) => type)).toEqual(['accepted']);
    await eventually(() => unhandled.length === 3);
  });

  it('is empty in a service of your own', async () => {
    class Fake extends SmsService {
      send = (): Promise<SmsReceipt> => Promise.reject(new Error('no'));
      sendMany = (): SmsRun => this.broadcast();
      broadcast = (): SmsRun => this.sendMany();
      estimate = (): SmsSegments => ({
        encoding: 'GSM-7',
        count: 1,
        units: 1,
        perSegment: 160,
        nonGsm: [],
      });
    }
    expect(await lastValueFrom(new Fake().events$.pipe(toArray()))).toEqual([]);
  });
});
