import { AsyncLocalStorage } from 'node:async_hooks';
import { memberOf } from '../../lib/common/members.js';
import { smsChannels } from '../../lib/index.js';
import {
  errorOf,
  message,
  NUMBER,
  openAccount,
  PASSWORD_AUTH,
  TOKEN_AUTH,
} from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { acceptance, rejection, ScriptedGateway } from '../support/scripted-gateway.js';
import { type Published, watchChannels } from './watcher.js';

const on = (published: readonly Published[], name: string) =>
  published.filter((each) => each.on === name).map(({ payload }) => payload);

const BUSY = { status: 503, body: 'busy' };
const THROTTLED = { status: 429, body: '' };
const REFUSED = { status: 401, body: '' };

describe('the channels', () => {
  it('publish a send from its start to its outcome, with its account, size and transaction', async () => {
    const { url } = await ScriptedGateway.listen();
    const published = watchChannels();
    const { sms } = await openAccount({ baseUrl: url, auth: PASSWORD_AUTH });
    await sms.send({ to: [NUMBER, '919876543211'], text: 'a'.repeat(161) }, { priority: 'high' });
    const started = { account: 'default', priority: 'high', recipients: 2, segments: 2 };
    expect(on(published, 'send:start')).toEqual([started]);
    expect(on(published, 'send:asyncEnd')).toEqual([
      {
        ...started,
        outcome: 'accepted',
        transactionId: '1234567890123456789',
        accepted: 2,
        rejected: 0,
      },
    ]);
    const stages = published.filter(({ on: name }) => name.startsWith('send:'));
    expect(stages.map(({ on: name }) => name)).toEqual([
      'send:start',
      'send:end',
      'send:asyncStart',
      'send:asyncEnd',
    ]);
  });

  it('publish the error of a send that failed, with its outcome and code', async () => {
    const { url } = await ScriptedGateway.listen({ send: () => rejection() });
    const published = watchChannels();
    const { sms } = await openAccount({ baseUrl: url, auth: PASSWORD_AUTH });
    const error = await errorOf(sms.send(message()));
    const failed = { outcome: 'not-sent', code: 'rejected', error };
    expect(on(published, 'send:error')).toMatchObject([failed]);
    expect(on(published, 'send:asyncEnd')).toMatchObject([failed]);
    expect(on(published, 'attempt:asyncEnd')).toMatchObject([failed]);
  });

  it('publish what the app itself refused or kept back as sends without an attempt', async () => {
    const { url } = await ScriptedGateway.listen();
    const published = watchChannels();
    const { sms } = await openAccount({
      baseUrl: url,
      auth: PASSWORD_AUTH,
      reach: { only: [NUMBER] },
      guard: { maxSegments: 1 },
    });
    const events: string[] = [];
    sms.events$.subscribe(({ type }) => events.push(type));
    await sms.send({ to: [NUMBER, '919876543211'], text: 'hello' });
    await sms.send({ to: '919876543211', text: 'hello' });
    await errorOf(sms.send(message('a'.repeat(161))));
    expect(on(published, 'send:asyncEnd')).toMatchObject([
      { recipients: 1, outcome: 'accepted' },
      { recipients: 1, outcome: 'held' },
      { recipients: 1, outcome: 'held' },
      { recipients: 1, outcome: 'not-sent', code: 'segments' },
    ]);
    expect(on(published, 'attempt:start')).toHaveLength(1);
    expect(events).toEqual(['accepted', 'held', 'held', 'not-sent']);
  });

  it('publish each attempt, each retry with its reason, and the login', async () => {
    const { url } = await ScriptedGateway.listen({
      send: (_request, count) => (count === 1 ? THROTTLED : acceptance()),
      login: (_request, count) => (count === 1 ? BUSY : { body: tokenBody() }),
    });
    const published = watchChannels();
    const retry = { attempts: 3, base: 1 };
    const { sms } = await openAccount({ baseUrl: url, auth: TOKEN_AUTH, retry });
    await sms.send(message());
    const account = 'default';
    expect(on(published, 'attempt:asyncEnd')).toMatchObject([
      { account, attempt: 1, recipients: 1, outcome: 'not-sent', code: 'throttled' },
      { account, attempt: 2, recipients: 1, outcome: 'accepted' },
    ]);
    expect(on(published, 'retry')).toMatchObject([
      { account, of: 'login', attempt: 2 },
      { account, of: 'send', attempt: 2, code: 'throttled' },
    ]);
    expect(on(published, 'login:asyncEnd')).toEqual([{ account, ok: true }]);
  });

  it('count the attempts of a send once, and one with new credentials uses up none of retry.attempts', async () => {
    const answers = [REFUSED, THROTTLED, acceptance()];
    const { url } = await ScriptedGateway.listen({
      send: (_request, count) => answers[count - 1]!,
    });
    const published = watchChannels();
    const retry = { attempts: 2, base: 1 };
    const { sms } = await openAccount({ baseUrl: url, auth: TOKEN_AUTH, retry });
    const events: unknown[] = [];
    sms.events$.subscribe((event) => events.push(event));
    await sms.send(message());
    const retries = [
      { attempt: 2, pause: 0, code: 'credentials-refused' },
      { attempt: 3, code: 'throttled' },
    ];
    expect(on(published, 'attempt:asyncEnd').map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    expect(on(published, 'retry')).toMatchObject(retries);
    expect(events.filter((event) => memberOf(event, 'type') === 'retry')).toMatchObject(retries);
  });

  it('publish how long a send waited for its turn, and nothing if it did not', async () => {
    const { url } = await ScriptedGateway.listen();
    const published = watchChannels();
    const limit = { maxConcurrency: 1 };
    const { sms } = await openAccount({ baseUrl: url, auth: PASSWORD_AUTH, ...limit });
    await sms.send(message());
    expect(on(published, 'rateLimit')).toEqual([]);
    await Promise.all([sms.send(message()), sms.send(message())]);
    expect(on(published, 'rateLimit')).toEqual([
      {
        account: 'default',
        priority: 'normal',
        recipients: 1,
        waited: expect.any(Number),
        passed: true,
      },
    ]);
  });

  it('publish each change of the circuit breaker', async () => {
    let isUp = false;
    const { url } = await ScriptedGateway.listen({ send: () => (isUp ? acceptance() : BUSY) });
    const published = watchChannels();
    const breaker = { failures: 1, halfOpenAfter: 1 };
    const { sms } = await openAccount({ baseUrl: url, auth: PASSWORD_AUTH, breaker });
    await errorOf(sms.send(message()));
    isUp = true;
    await expect(untilAccepted(() => sms.send(message()))).resolves.toBeDefined();
    expect(on(published, 'breaker')).toEqual(
      ['open', 'half-open', 'closed'].map((state) => ({ account: 'default', state })),
    );
  });

  it('carry a store of the send to its attempts', async () => {
    const { url } = await ScriptedGateway.listen();
    const { sms } = await openAccount({ baseUrl: url, auth: PASSWORD_AUTH });
    const store = new AsyncLocalStorage<unknown>();
    const { send, attempt } = smsChannels;
    send.start.bindStore(store, ({ recipients }) => recipients);
    const seen: unknown[] = [];
    const onStart = () => void seen.push(store.getStore());
    attempt.start.subscribe(onStart);
    afterThisTest(() => {
      attempt.start.unsubscribe(onStart);
      send.start.unbindStore(store);
    });
    await sms.send(message());
    expect(seen).toEqual([1]);
  });
});

function tokenBody(): object {
  return { status: 'success', token: 't', statusCode: '200', reason: 'success' };
}

/** Sends until the breaker lets a send through. */
async function untilAccepted<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch {
    await new Promise((resolve) => setImmediate(resolve));
    return untilAccepted(send);
  }
}
