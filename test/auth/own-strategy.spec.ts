import {
  SmsAuthProvider,
  type SmsCredentials,
  SmsMessageError,
  SmsTransportError,
} from '../../lib/index.js';
import { captureWarnings, errorOf, message, openAccount } from '../support/account.js';
import { eventually, Latch } from '../support/eventually.js';
import { leaksOf } from '../support/leaks.js';
import { acceptance, rejection, ScriptedGateway } from '../support/scripted-gateway.js';

const REFUSED = rejection('216', 'Invalid credentials');

class Signed extends SmsAuthProvider {
  asked = 0;
  readonly told: SmsCredentials[] = [];
  signal: AbortSignal | undefined;

  constructor(more: Partial<SmsAuthProvider> = {}) {
    super();
    Object.assign(this, more);
  }

  credentials(signal?: AbortSignal): Promise<SmsCredentials> {
    this.asked += 1;
    this.signal = signal;
    const headers = { 'X-Signature': `s${this.asked}` };
    return Promise.resolve({ headers, fields: { userid: 'acme', account: '7' } });
  }
}

/** One whose credentials are refused, and which says whether there are newer ones. */
class Renewable extends Signed {
  constructor(private readonly newer: () => Promise<boolean>) {
    super();
  }

  override refused(credentials: SmsCredentials): Promise<boolean> {
    this.told.push(credentials);
    return this.newer();
  }
}

class Hanging extends Signed {
  override credentials(signal?: AbortSignal): Promise<SmsCredentials> {
    this.signal = signal;
    return new Promise(() => undefined);
  }
}

const LATE = new SmsTransportError('timeout', 'hunter2-secret', { outcome: 'unknown' });

const giving = (give: () => unknown): SmsAuthProvider =>
  new Signed({ credentials: give as SmsAuthProvider['credentials'] });

describe('a strategy of the app', () => {
  it('adds its headers and fields to every send', async () => {
    const gateway = await ScriptedGateway.listen();
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: new Signed() });
    await sms.send(message());
    await sms.send(message());
    expect(gateway.sends.map(({ headers }) => headers['x-signature'])).toEqual(['s1', 's2']);
    expect(gateway.sends[0]!.fields).toMatchObject({ userid: 'acme', account: '7', msg: 'hello' });
    expect(gateway.logins).toHaveLength(0);
  });

  it('may be any object with a method credentials, for example one from another copy of the package', async () => {
    const gateway = await ScriptedGateway.listen();
    const auth = { credentials: () => Promise.resolve({ fields: { userid: 'other' } }) };
    const { sms } = await openAccount({ baseUrl: gateway.url, auth });
    await sms.send(message());
    expect(gateway.sends[0]!.fields['userid']).toBe('other');
  });

  it('may return its credentials without a promise', async () => {
    const gateway = await ScriptedGateway.listen();
    const auth = giving(() => ({ headers: { 'X-Signature': 'at once' } }));
    const { sms } = await openAccount({ baseUrl: gateway.url, auth });
    await sms.send(message());
    expect(gateway.sends[0]?.headers['x-signature']).toBe('at once');
  });

  it('is asked again after a send has waited for its turn, because the credentials may have expired', async () => {
    const first = new Latch();
    const gateway = await ScriptedGateway.listen({
      send: async (_request, count) => {
        if (count === 1) await first.opened;
        return acceptance();
      },
    });
    const auth = new Signed();
    const { sms } = await openAccount({ baseUrl: gateway.url, auth, maxConcurrency: 1 });
    const sending = [sms.send(message('first')), sms.send(message('waits'))];
    await eventually(() => gateway.sends.length === 1 && auth.asked === 2);
    first.open();
    await Promise.all(sending);
    expect(gateway.sends.map(({ headers }) => headers['x-signature'])).toEqual(['s1', 's3']);
  });

  it('ends a send that has waited for its turn if it then fails, and the next send gets the turn', async () => {
    const first = new Latch();
    const gateway = await ScriptedGateway.listen({
      send: async (_request, count) => {
        if (count === 1) await first.opened;
        return acceptance();
      },
    });
    const down = new SmsTransportError('connection-failed', 'Down.', { outcome: 'not-sent' });
    let asked = 0;
    const auth = giving(() => {
      asked += 1;
      return asked === 3 ? Promise.reject(down) : Promise.resolve({ fields: { userid: 'acme' } });
    });
    const retry = { attempts: 3, base: 1 };
    const { sms } = await openAccount({ baseUrl: gateway.url, auth, retry, maxConcurrency: 1 });
    const sending = sms.send(message('first'));
    const waiting = errorOf(sms.send(message('waits')));
    await eventually(() => gateway.sends.length === 1 && asked === 2);
    first.open();
    await sending;
    expect(await waiting).toBe(down);
    expect(asked).toBe(3);
    await sms.send(message('next'));
    expect(gateway.texts).toEqual(['first', 'next']);
  });

  it('is asked again, and the send repeated once, if it says that there are newer ones', async () => {
    const gateway = await ScriptedGateway.listen({
      send: (_request, count) => (count === 1 ? REFUSED : acceptance()),
    });
    const auth = new Renewable(() => Promise.resolve(true));
    const { sms } = await openAccount({ baseUrl: gateway.url, auth });
    await sms.send(message());
    expect(gateway.sends.map(({ headers }) => headers['x-signature'])).toEqual(['s1', 's2']);
    expect(auth.told).toMatchObject([{ headers: { 'X-Signature': 's1' } }]);
  });

  it('has its credentials read once, and refused gets the same object that it returned', async () => {
    const gateway = await ScriptedGateway.listen({
      send: (_request, count) => (count === 1 ? REFUSED : acceptance()),
    });
    const reads: string[] = [];
    const watched = <T extends object>(target: T): T =>
      new Proxy(target, {
        get: (_target, key) => {
          if (key in target) reads.push(String(key));
          return Reflect.get(target, key);
        },
      });
    const headers = watched({ 'X-Signature': 'mine' });
    const fields = watched({ userid: 'acme' });
    const given: SmsCredentials[] = [];
    const told: SmsCredentials[] = [];
    const auth = {
      credentials: async () => given[given.push(watched({ headers, fields })) - 1]!,
      refused: (credentials: SmsCredentials) => Promise.resolve(told.push(credentials) > 0),
    };
    const { sms } = await openAccount({ baseUrl: gateway.url, auth });
    await sms.send(message());
    const all = ['headers', 'X-Signature', 'fields', 'userid'];
    expect(reads.toSorted()).toEqual([...all, ...all].toSorted());
    expect(gateway.sends[1]).toMatchObject({
      headers: { 'x-signature': 'mine' },
      fields: { userid: 'acme' },
    });
    expect(told.map((each) => given.indexOf(each))).toEqual([0]);
  });

  it('causes one repeat of a send, never two', async () => {
    const gateway = await ScriptedGateway.listen({ send: () => REFUSED });
    const auth = new Renewable(() => Promise.resolve(true));
    const { sms } = await openAccount({ baseUrl: gateway.url, auth, retry: { attempts: 5 } });
    expect(await errorOf(sms.send(message()))).toMatchObject({ code: 'credentials-refused' });
    expect(gateway.sends).toHaveLength(2);
    expect(auth.told).toHaveLength(1);
  });

  it.each<[string, SmsAuthProvider]>([
    ['has no refused()', new Signed()],
    ['says false', new Renewable(() => Promise.resolve(false))],
    ['fails', new Renewable(() => Promise.reject(new Error('secret')))],
    [
      'throws',
      new Renewable(() => {
        throw new Error('secret');
      }),
    ],
  ])('causes no repeat if it %s, which is logged if it fails', async (what, auth) => {
    const gateway = await ScriptedGateway.listen({ send: () => REFUSED });
    const lines = captureWarnings();
    const { sms } = await openAccount({ baseUrl: gateway.url, auth });
    const error = await errorOf(sms.send(message()));
    expect(error).toMatchObject({ code: 'credentials-refused', outcome: 'not-sent' });
    expect(leaksOf(error, ['secret'])).toEqual([]);
    const isLogged = lines
      .join()
      .includes('The method refused of the SmsAuthProvider failed (Error)');
    expect(isLogged).toBe(what === 'fails' || what === 'throws');
    expect(gateway.sends).toHaveLength(1);
  });

  it('whose refused() never ends does not hold up a send that has ended', async () => {
    const gateway = await ScriptedGateway.listen({ send: () => REFUSED });
    const auth = new Renewable(() => new Promise(() => undefined));
    const { sms } = await openAccount({ baseUrl: gateway.url, auth });
    const caller = new AbortController();
    const sending = errorOf(sms.send(message(), { signal: caller.signal }));
    await eventually(() => auth.told.length === 1);
    caller.abort();
    expect(await sending).toMatchObject({ outcome: 'not-sent' });
  });

  it.each<[string, () => unknown]>([
    ['an Error', () => Promise.reject(new Error('hunter2-secret'))],
    ['a TypeError', () => Promise.reject(new TypeError('hunter2-secret'))],
    ['a text', () => Promise.reject('hunter2-secret')],
    ['undefined', () => Promise.reject(undefined)],
    [
      'an error with a telling name',
      () => Promise.reject(Object.assign(new Error('x'), { name: 'hunter2-secret' })),
    ],
    ['an error of unknown outcome', () => Promise.reject(LATE)],
    [
      'an error that is thrown at once',
      () => {
        throw new Error('hunter2-secret');
      },
    ],
  ])('that rejects with %s is reported without its text', async (_what, give) => {
    const gateway = await ScriptedGateway.listen();
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: giving(give) });
    const error = await errorOf(sms.send(message()));
    expect(error).toMatchObject({
      name: 'SmsAuthenticationError',
      code: 'credentials-unavailable',
      outcome: 'not-sent',
    });
    expect(leaksOf(error, ['hunter2-secret'])).toEqual([]);
    expect(gateway.sends).toHaveLength(0);
  });

  it('can reject with an error of the package, which the caller gets unchanged', async () => {
    const gateway = await ScriptedGateway.listen();
    const own = new SmsTransportError('login-failed', 'Down.', { outcome: 'not-sent' });
    const auth = giving(() => Promise.reject(own));
    const { sms } = await openAccount({ baseUrl: gateway.url, auth });
    expect(await errorOf(sms.send(message()))).toBe(own);
  });

  it('may return an instance of a class, without headers or without fields', async () => {
    class Own {
      readonly headers = { 'X-A': 'a' };
      readonly fields = null;
    }
    const gateway = await ScriptedGateway.listen();
    const given = new Own() as unknown as SmsCredentials;
    const { sms } = await openAccount({
      baseUrl: gateway.url,
      auth: giving(() => Promise.resolve(given)),
    });
    await sms.send(message());
    expect(gateway.sends[0]!.headers['x-a']).toBe('a');
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'hunter2-secret'],
    ['a header with a line break', { headers: { 'X-A': 'hunter2-secret\r\nX-B: 1' } }],
    ['a header whose name is none', { headers: { 'X A': 'hunter2-secret' } }],
    ['a header that is no text', { headers: { 'X-A': 1 } }],
    ['a header beyond Latin-1', { headers: { 'X-A': 'hunter2-secret✓' } }],
    ['the content type of the form', { headers: { 'content-type': 'hunter2-secret' } }],
    ['the length of the form', { headers: { 'Content-Length': '1' } }],
    ['Expect', { headers: { Expect: '100-continue' } }],
    ['a transfer encoding', { headers: { 'Transfer-Encoding': 'chunked' } }],
    ['Keep-Alive', { headers: { 'Keep-Alive': 'timeout=5' } }],
    ['Upgrade', { headers: { Upgrade: 'websocket' } }],
    ['a connection that is none', { headers: { Connection: 'keep alive' } }],
    ['a host', { headers: { Host: 'hunter2-secret' } }],
    ['a Headers', { headers: new Headers({ 'X-A': 'hunter2-secret' }) }],
    ['a Map of headers', { headers: new Map([['X-A', 'hunter2-secret']]) }],
    ['a Map of fields', { fields: new Map([['userid', 'hunter2-secret']]) }],
    ['a field that is no text', { fields: { userid: 1 } }],
    ['a user with a line break', { fields: { userid: 'hunter2-secret\n' } }],
    ['a password with a byte order mark', { fields: { Password: '\ufeffhunter2-secret' } }],
    ['a field of the message', { fields: { msg: 'hunter2-secret' } }],
    ['a field of the message in capitals', { fields: { Mobile: 'hunter2-secret' } }],
    ['a field with a line break in its name', { fields: { 'a\r\nb': 'hunter2-secret' } }],
    ['a field with half a character', { fields: { a: '\ud800' } }],
  ])('that returns %s fails before any request', async (_what, given) => {
    const gateway = await ScriptedGateway.listen();
    const auth = giving(() => Promise.resolve(given));
    const { sms } = await openAccount({ baseUrl: gateway.url, auth });
    const error = await errorOf(sms.send(message()));
    expect(error).toMatchObject({ code: 'credentials-unavailable', outcome: 'not-sent' });
    expect(leaksOf(error, ['hunter2-secret'])).toEqual([]);
    expect(gateway.sends).toHaveLength(0);
  });

  it('that returns nothing is told what to return', async () => {
    const { sms } = await openAccount({ baseUrl: 'http://127.0.0.1:9', auth: giving(() => null) });
    const error = await errorOf(sms.send(message()));
    expect(String(error)).toContain('did not return { headers, fields }');
  });

  it('may not share a field with the message, which is an error at the path of the field', async () => {
    const gateway = await ScriptedGateway.listen();
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: new Signed() });
    const error = await errorOf(sms.send({ ...message(), fields: { Account: '8' } }));
    expect(error).toBeInstanceOf(SmsMessageError);
    expect(error).toMatchObject({ issues: [{ path: 'fields.Account' }] });
    expect(gateway.sends).toHaveLength(0);
  });

  it('has its signal aborted when its send ends', async () => {
    const gateway = await ScriptedGateway.listen();
    const auth = new Hanging();
    const { sms } = await openAccount({ baseUrl: gateway.url, auth });
    const caller = new AbortController();
    const sending = errorOf(sms.send(message(), { signal: caller.signal }));
    await eventually(() => auth.signal !== undefined);
    caller.abort();
    expect(await sending).toMatchObject({ code: 'aborted', outcome: 'not-sent' });
    expect(auth.signal?.aborted).toBe(true);
  });
});
