import { createHook } from 'node:async_hooks';
import Keyv from 'keyv';
import type { SmsTokenCache, SmsTokenStore } from '../../lib/index.js';
import {
  captureWarnings,
  errorOf,
  generalWarnings,
  message,
  openAccount,
  TOKEN_AUTH,
} from '../support/account.js';
import { setClock } from '../support/clock.js';
import { eventually, Latch } from '../support/eventually.js';
import { passTime, ScriptedAccount } from '../support/fake-account.js';
import { acceptance, rejection, ScriptedGateway, token } from '../support/scripted-gateway.js';

const opened = (baseUrl: string, store: SmsTokenStore | SmsTokenCache, more: object = {}) =>
  openAccount({ name: 'otp', baseUrl, auth: { ...TOKEN_AUTH, store }, ...more });

const never = () => new Promise<never>(() => undefined);
const fails = () => Promise.reject(new Error('the store is down: t1'));
const throws = (): never => {
  throw new Error('the store is down: t1');
};

/** A store that forgets nothing by itself. */
function mapStore(): SmsTokenStore {
  const map = new Map<string, unknown>();
  return {
    get: (key) => map.get(key),
    set: (key, value) => map.set(key, value),
    delete: (key) => map.delete(key),
  };
}

/** A store that returns what the test says, and records its calls. */
function fakeStore(get: () => unknown): SmsTokenStore & { readonly calls: unknown[][] } {
  const calls: unknown[][] = [];
  return {
    calls,
    get,
    set: (...args) => void calls.push(['set', ...args]),
    delete: (...args) => void calls.push(['delete', ...args]),
  };
}

const tokensOf = (gateway: ScriptedGateway) =>
  gateway.sends.map(({ headers }) => headers['authorization']);

/** Sends twice while the stored token and the login are refused. */
const bothRefused = async (store: SmsTokenStore | SmsTokenCache): Promise<void> => {
  const gateway = await ScriptedGateway.listen({
    login: () => rejection('216', 'Invalid credentials'),
    send: () => rejection('216', 'Invalid credentials'),
  });
  const { sms } = await opened(gateway.url, store);
  expect(await errorOf(sms.send(message()))).toMatchObject({ code: 'login-refused' });
  expect(await errorOf(sms.send(message()))).toMatchObject({ code: 'login-refused' });
  expect(gateway.sends).toHaveLength(1);
};

describe('a token store', () => {
  it('lets two processes share one login', async () => {
    const gateway = await ScriptedGateway.listen();
    const store = new Keyv();
    const first = await opened(gateway.url, store);
    await first.sms.send(message('one'));
    const second = await opened(gateway.url, store);
    await second.sms.send(message('two'));
    expect(gateway.logins).toHaveLength(1);
    expect(tokensOf(gateway)).toEqual(['t1', 't1']);
  });

  it.each([
    ['user', { userId: 'other' }],
    ['password', { password: 'wrong' }],
    ['gateway', {}],
  ])('keeps the tokens of one %s from another', async (what, change) => {
    const gateways = [await ScriptedGateway.listen(), await ScriptedGateway.listen()] as const;
    const other = what === 'gateway' ? gateways[1] : gateways[0];
    const store = new Keyv();
    const first = await opened(gateways[0].url, store);
    const second = await openAccount({
      baseUrl: other.url,
      auth: { ...TOKEN_AUTH, store, ...change },
    });
    await first.sms.send(message());
    await second.sms.send(message());
    expect(gateways[0].logins.length + gateways[1].logins.length).toBe(2);
  });

  it('costs one scrypt of the password, on another thread, however often it is asked', async () => {
    let scrypts = 0;
    const hook = createHook({
      init: (_id, type) => void (scrypts += type === 'SCRYPTREQUEST' ? 1 : 0),
    }).enable();
    try {
      const gateway = await ScriptedGateway.listen({
        send: (_request, count) =>
          count === 2 ? rejection('216', 'Invalid credentials') : acceptance(),
      });
      const store = fakeStore(() => undefined);
      const { sms } = await opened(gateway.url, store);
      await sms.send(message('one'));
      await sms.send(message('two'));
      expect(store.calls.map(([method]) => method)).toEqual(['set', 'set']);
    } finally {
      hook.disable();
    }
    expect(scrypts).toBe(1);
  });

  it('gets the lifetime of a token, under a key that shows neither user nor address', async () => {
    setClock('2026-03-01T12:00:00Z');
    const gateway = await ScriptedGateway.listen({
      login: () => token('t1', '2026-03-01 13:00:00'),
    });
    const store = fakeStore(() => undefined);
    const { sms } = await opened(gateway.url, store);
    await sms.send(message());
    expect(store.calls.map(([method]) => method)).toEqual(['set']);
    const [[, key, value, ttl]] = store.calls as [[string, string, object, number]];
    expect(ttl).toBe(3_600_000);
    expect(key).not.toContain('acme');
    expect(key).not.toContain('127.0.0.1');
    expect(JSON.stringify(value)).not.toContain('pass word');
    // A store of another process gets it as text.
    expect(JSON.parse(JSON.stringify(value))).toEqual(value);
  });

  it('provides a token until its expiry and no longer', async () => {
    const clock = setClock('2026-03-01T12:00:00Z');
    const gateway = await ScriptedGateway.listen({
      login: (_request, count) => token(`t${count}`, count === 1 ? '2026-03-01 13:00:00' : ''),
    });
    const store = mapStore();
    await (await opened(gateway.url, store)).sms.send(message());
    clock.pass(3_600_000);
    await (await opened(gateway.url, store)).sms.send(message());
    expect(tokensOf(gateway)).toEqual(['t1', 't2']);
  });

  it('gets the new token in place of a refused one, so that no process takes the old one', async () => {
    const valid = new Set(['t1']);
    const gateway = await ScriptedGateway.listen({
      login: (_request, count) => {
        valid.add(`t${count}`);
        return token(`t${count}`);
      },
      send: ({ headers }) =>
        valid.has(headers['authorization'] ?? '')
          ? acceptance()
          : rejection('216', 'Invalid credentials'),
    });
    const store = new Keyv();
    const first = await opened(gateway.url, store);
    await first.sms.send(message('one'));
    valid.clear();
    await first.sms.send(message('two'));
    const second = await opened(gateway.url, store);
    await second.sms.send(message('three'));
    expect(gateway.logins).toHaveLength(2);
    expect(tokensOf(gateway)).toEqual(['t1', 't1', 't2', 't2']);
  });

  it('lets processes that are refused with the same old token log in once between them', async () => {
    let valid = 't1';
    const gateway = await ScriptedGateway.listen({
      login: (_request, count) => token((valid = `t${count}`)),
      send: ({ headers }) =>
        headers['authorization'] === valid ? acceptance() : rejection('216', 'Invalid'),
    });
    const store = new Keyv();
    const first = await opened(gateway.url, store);
    const second = await opened(gateway.url, store);
    await first.sms.send(message());
    await second.sms.send(message());
    valid = 'none';
    await first.sms.send(message());
    await second.sms.send(message());
    expect(gateway.logins).toHaveLength(2);
  });

  it.each([
    ['get throws', { get: throws }],
    ['get fails', { get: fails }],
    ['get hangs', { get: never }],
    ['set throws', { set: throws }],
    ['set fails', { set: fails }],
    ['set hangs', { set: never }],
    ['all fail', { get: fails, set: throws, delete: throws }],
  ])(
    'stops no send, and is logged once for each of its functions, if %s',
    async (_what, broken) => {
      const warnings = captureWarnings();
      const gateway = await ScriptedGateway.listen({
        send: (_request, count) => (count === 2 ? rejection('216', 'Invalid') : acceptance()),
      });
      const store = { ...mapStore(), ...broken };
      // How long a hanging store is waited for is how long a connection is: a slow machine tries again.
      const { sms } = await opened(gateway.url, store, {
        timeout: { connect: 300 },
        retry: { attempts: 20, base: 0 },
      });
      await sms.send(message('one'));
      await sms.send(message('two'));
      expect(gateway.texts).toEqual(['one', 'two', 'two']);
      await eventually(() => generalWarnings(warnings).length > 0);
      const names = generalWarnings(warnings).map(
        (line) => /^\[otp\] (auth\.store\.\w+) /.exec(line)?.[1],
      );
      expect(names).toEqual([...new Set(names)]);
      expect(names).not.toContain(undefined);
      expect(warnings.join()).not.toContain('t1');
    },
  );

  const end = Date.now() + 3_600_000;
  it.each<[string, unknown]>([
    ['a text', 'garbage'],
    ['null', null],
    ['a number', 42],
    ['a list', [1]],
    ['another shape', { value: 'x', expires: 1 }],
    ['no token', { usableUntil: end, refreshAt: end }],
    ['an empty token', { token: '', usableUntil: end, refreshAt: end }],
    ['a token with a line break', { token: 'a\r\nX-Evil: 1', usableUntil: end, refreshAt: end }],
    ['a token that no header can hold', { token: 'पास', usableUntil: end, refreshAt: end }],
    ['times that are none', { token: 'old', usableUntil: Number.NaN, refreshAt: Number.NaN }],
    ['a life without end', { token: 'old', usableUntil: Infinity, refreshAt: Infinity }],
    ['a life of a century', { token: 'old', usableUntil: end + 3e12, refreshAt: end + 3e12 }],
    [
      'what throws when it is read',
      {
        get token() {
          return throws();
        },
      },
    ],
    ['a token that is past', { token: 'old', usableUntil: 1, refreshAt: 1 }],
  ])('stops no send if it holds %s, which is ignored', async (_what, held) => {
    const gateway = await ScriptedGateway.listen();
    const { sms } = await opened(
      gateway.url,
      fakeStore(() => held),
    );
    await sms.send(message('one'));
    await sms.send(message('two'));
    expect(tokensOf(gateway)).toEqual(['t1', 't1']);
    expect(gateway.logins).toHaveLength(1);
  });

  it('whose token the gateway does not know costs one login', async () => {
    const gateway = await ScriptedGateway.listen({
      send: ({ headers }) =>
        headers['authorization'] === 't1' ? acceptance() : rejection('216', 'Invalid'),
    });
    const stored = { token: 'foreign', usableUntil: end, refreshAt: end };
    const store = fakeStore(() => stored);
    const { sms } = await opened(gateway.url, store);
    await sms.send(message());
    expect(tokensOf(gateway)).toEqual(['foreign', 't1']);
    expect(gateway.logins).toHaveLength(1);
    expect(store.calls.map(([method]) => method)).toEqual(['set']);
  });

  it('loses a token that was refused, as was the next login', async () => {
    const store = fakeStore(() => ({ token: 'old', usableUntil: end, refreshAt: end }));
    await bothRefused(store);
    expect(store.calls.map(([method]) => method)).toEqual(['delete']);
  });

  it('may have del in place of delete, as a cache of cache-manager', async () => {
    const { delete: del, ...store } = fakeStore(() => ({
      token: 'old',
      usableUntil: end,
      refreshAt: end,
    }));
    await bothRefused({ ...store, del });
    expect(store.calls.map(([method]) => method)).toEqual(['delete']);
  });

  it('that fails to remove a token stops nothing, and causes one warning', async () => {
    const warnings = captureWarnings();
    const store = fakeStore(() => ({ token: 'old', usableUntil: end, refreshAt: end }));
    await bothRefused({ ...store, delete: fails });
    await eventually(() => generalWarnings(warnings).length > 0);
    expect(generalWarnings(warnings)).toEqual([expect.stringMatching(/^\[otp\] auth\.store/)]);
  });

  it('whose tokens are all refused costs one login, and the first send gets its token', async () => {
    const gateway = await ScriptedGateway.listen({
      send: ({ headers }) =>
        headers['authorization'] === 't1' ? acceptance() : rejection('216', 'Invalid'),
    });
    let gets = 0;
    const store = fakeStore(() => ({
      token: `foreign${Math.min((gets += 1), 2)}`,
      usableUntil: end,
      refreshAt: end,
    }));
    const { sms } = await opened(gateway.url, store);
    await sms.send(message());
    expect(tokensOf(gateway)).toEqual(['foreign1', 'foreign2', 't1']);
    expect(gateway.logins).toHaveLength(1);
  });

  it('that always has another token, which is refused, is asked once for each send', async () => {
    const gateway = await ScriptedGateway.listen({ send: () => rejection('216', 'Invalid') });
    let gets = 0;
    const store = fakeStore(() => ({
      token: `foreign${(gets += 1)}`,
      usableUntil: end,
      refreshAt: end,
    }));
    const { sms } = await opened(gateway.url, store);
    expect(await errorOf(sms.send(message()))).toMatchObject({ code: 'credentials-refused' });
    expect(tokensOf(gateway)).toEqual(['foreign1', 'foreign2', 't1']);
  });

  it('fails no send of two processes whose different tokens are all revoked', async () => {
    const valid = new Set<string>();
    let refuseOnce = false;
    const gateway = await ScriptedGateway.listen({
      login: (_request, count) => {
        valid.add(`t${count}`);
        return token(`t${count}`);
      },
      send: ({ headers }) => {
        const isRefused = refuseOnce || !valid.has(headers['authorization'] ?? '');
        refuseOnce = false;
        return isRefused ? rejection('216', 'Invalid') : acceptance();
      },
    });
    const store = mapStore();
    const auth = { ...TOKEN_AUTH, store, cooldown: 0 };
    const [first, second] = [
      await opened(gateway.url, store, { auth }),
      await opened(gateway.url, store, { auth }),
    ];
    await first.sms.send(message());
    // Afterwards, the store has another token than the first process.
    refuseOnce = true;
    await second.sms.send(message());
    await first.sms.send(message());
    expect(tokensOf(gateway)).toEqual(['t1', 't1', 't2', 't1']);
    valid.clear();
    const sends = Array.from({ length: 20 }, () => [first, second]).flat();
    const all = await Promise.allSettled(sends.map(({ sms }) => sms.send(message())));
    expect(all.filter(({ status }) => status === 'rejected')).toEqual([]);
  });

  it('that has a revoked token from another process fails no send', async () => {
    let valid = 't1';
    const gateway = await ScriptedGateway.listen({
      login: (_request, count) => token((valid = `t${count}`)),
      send: ({ headers }) =>
        headers['authorization'] === valid ? acceptance() : rejection('216', 'Invalid'),
    });
    let stored: unknown;
    const { sms } = await opened(
      gateway.url,
      fakeStore(() => stored),
    );
    await sms.send(message());
    stored = { token: 'dead', usableUntil: end, refreshAt: end };
    valid = 'none';
    await Promise.all(Array.from({ length: 20 }, () => sms.send(message())));
    expect(gateway.logins).toHaveLength(2);
  });

  it('is read during the cool-down: another process may have a token', async () => {
    const gateway = await ScriptedGateway.listen({
      login: (_request, count) =>
        count === 1 ? { status: 429, headers: { 'Retry-After': '3000' } } : token('t2'),
    });
    const store = mapStore();
    const resting = await opened(gateway.url, store);
    expect((await errorOf(resting.sms.send(message('one')))).retryAfter).toBeGreaterThan(0);
    const other = await opened(gateway.url, store);
    await other.sms.send(message('two'));
    await resting.sms.send(message('three'));
    expect(gateway.logins).toHaveLength(2);
    expect(tokensOf(gateway)).toEqual(['t2', 't2']);
  });

  it.each([
    ['at the start', new Set(['t3']), ['t1', 't2', 't2', 't3', 't2', 't3']],
    ['later', new Set(['t1']), ['t1', 't1', 't2', 't2', 't3', 't2', 't3']],
  ])(
    'is read where a fresh token is refused %s: in an account that has only one, the last login ended it',
    async (_when, valid, tokens) => {
      const gateway = await ScriptedGateway.listen({
        login: (_request, count) => token(`t${count}`),
        send: ({ headers }) =>
          valid.has(headers['authorization'] ?? '')
            ? acceptance()
            : rejection('216', 'Invalid credentials'),
      });
      const store = mapStore();
      const first = await opened(gateway.url, store);
      if (valid.has('t1')) {
        await first.sms.send(message('zero'));
        valid.delete('t1');
        valid.add('t3');
      }
      expect(await errorOf(first.sms.send(message('one')))).toMatchObject({
        code: 'credentials-refused',
      });
      const last = await opened(gateway.url, store);
      await last.sms.send(message('two'));
      await first.sms.send(message('three'));
      expect(gateway.logins).toHaveLength(3);
      expect(tokensOf(gateway)).toEqual(tokens);
    },
  );

  it('is not read for every send during the cool-down', async () => {
    const gateway = await ScriptedGateway.listen({
      login: () => rejection('216', 'Invalid credentials'),
    });
    let asked = 0;
    const store = fakeStore(() => void (asked += 1));
    const auth = { ...TOKEN_AUTH, store, cooldown: 60_000 };
    const { sms } = await opened(gateway.url, store, { auth });
    await errorOf(sms.send(message()));
    const begun = performance.now();
    for (let index = 0; index < 100; index += 1) await errorOf(sms.send(message()));
    // Once for the login, and then no more often than each 250 ms, however slow this machine is.
    expect(asked).toBeLessThanOrEqual(2 + (performance.now() - begun) / 250);
    expect(gateway.logins).toHaveLength(1);
  });

  it.each([
    ['a quarter of timeout.total', { connect: 20_000, total: 1000 }, 250],
    ['timeout.connect', { connect: 300, total: 60_000 }, 300],
  ])('that hangs is waited for no longer than %s', async (_what, timeout, patience) => {
    const asked = new Latch();
    const store = fakeStore(() => {
      asked.open();
      return never();
    });
    const gateway = new ScriptedGateway();
    const account = new ScriptedAccount(gateway, { auth: { ...TOKEN_AUTH, store }, timeout });
    const sending = account.outcome();
    await asked.opened;
    await passTime(patience - 1);
    expect(gateway.logins).toEqual([]);
    await passTime(1);
    expect(gateway.logins).toHaveLength(1);
    await passTime(10);
    expect(await sending).toBe('accepted');
  });
});
