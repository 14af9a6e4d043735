import { jest } from '@jest/globals';
import { Secret } from '../../lib/core/auth/secret.js';
import { type SmsAuthOptions, SmsAuthenticationError, type SmsSecret } from '../../lib/index.js';
import { captureWarnings, errorOf, message, openAccount } from '../support/account.js';
import { holdTimers, setClock } from '../support/clock.js';
import { eventually, Latch } from '../support/eventually.js';
import { leaksOf } from '../support/leaks.js';
import {
  acceptance,
  type Answer,
  type Received,
  rejection,
  ScriptedGateway,
  token,
} from '../support/scripted-gateway.js';

const REFUSED = rejection('216', 'Invalid credentials');

const METHODS = ['token', 'password', 'apiKey'] as const;
type Method = (typeof METHODS)[number];

/** The options of a method with this secret. */
function authOf(method: Method, secret: SmsSecret): SmsAuthOptions {
  if (method === 'apiKey') return { method, userId: 'acme', apiKey: secret };
  return { method, userId: 'acme', password: secret };
}

const passwordOfLogin = ({ headers }: Received): string =>
  Buffer.from(headers['authorization']?.split(' ')[1] ?? '', 'base64')
    .toString()
    .replace('acme:', '');

/** A gateway with one secret, which the test changes; a change revokes the tokens. */
async function guardedGateway(first = 'old') {
  const guard = { secret: first };
  const gateway = await ScriptedGateway.listen({
    login: (request): Answer =>
      passwordOfLogin(request) === guard.secret ? token(`token of ${guard.secret}`) : REFUSED,
    send: ({ headers, fields }): Answer => {
      const given = [headers['authorization'], headers['apikey'], fields['password']];
      return given.some((each) => each === guard.secret || each === `token of ${guard.secret}`)
        ? acceptance()
        : REFUSED;
    },
  });
  return { gateway, guard };
}

/** A function that an app passes as password or apiKey. It counts its calls. */
function vault(read: (count: number) => string | Promise<string>) {
  const asked = { count: 0, secret: () => read((asked.count += 1)) };
  return asked;
}

describe.each(METHODS)('a secret from a function, with the method %s', (method) => {
  it('is read when it is needed, not while the app starts', async () => {
    const { gateway } = await guardedGateway();
    const asked = vault(() => 'old');
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: authOf(method, asked.secret) });
    expect(asked.count).toBe(0);
    await sms.send(message('one'));
    await sms.send(message('two'));
    // One login serves both sends.
    expect(asked.count).toBe(method === 'token' ? 1 : 2);
    expect(gateway.sends).toHaveLength(2);
  });

  it('can change without a restart: no send fails', async () => {
    const { gateway, guard } = await guardedGateway();
    const asked = vault(() => Promise.resolve(guard.secret));
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: authOf(method, asked.secret) });
    await sms.send(message('before'));
    guard.secret = 'new';
    await Promise.all(['a', 'b', 'c'].map((text) => sms.send(message(text))));
    await sms.send(message('after'));
    expect(gateway.texts.filter((text) => text === 'after')).toHaveLength(1);
  });

  it('is read again after a refusal, and another value repeats the request once', async () => {
    const { gateway, guard } = await guardedGateway('new');
    const asked = vault((count) => (count === 1 ? 'old' : guard.secret));
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: authOf(method, asked.secret) });
    await sms.send(message());
    // The token flow repeats its login, the others their send.
    expect(gateway.logins).toHaveLength(method === 'token' ? 2 : 0);
    expect(gateway.sends).toHaveLength(method === 'token' ? 1 : 2);
  });

  it('that is refused and has not changed makes the send fail, without a repeat', async () => {
    const { gateway } = await guardedGateway('new');
    const asked = vault(() => 'old');
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: authOf(method, asked.secret) });
    const error = await errorOf(sms.send(message()));
    expect(error).toBeInstanceOf(SmsAuthenticationError);
    expect(error).toMatchObject({ outcome: 'not-sent' });
    expect(gateway.logins.length + gateway.sends.length).toBe(1);
  });

  it('that changes with each call repeats the request once, not forever', async () => {
    const { gateway } = await guardedGateway();
    const asked = vault((count) => `guess ${count}`);
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: authOf(method, asked.secret) });
    expect(await errorOf(sms.send(message()))).toBeInstanceOf(SmsAuthenticationError);
    expect(gateway.logins.length + gateway.sends.length).toBe(2);
  });

  it.each<[string, unknown, string]>([
    [
      'throws',
      () => {
        throw new TypeError('s3cr3t');
      },
      'threw (TypeError)',
    ],
    ['rejects', () => Promise.reject(new Error('s3cr3t')), 'threw (Error)'],
    ['returns nothing', () => undefined, 'did not return a non-empty string'],
    ['returns an empty string', () => '', 'did not return a non-empty string'],
    ['returns a Buffer', () => Buffer.from('s3cr3t'), 'did not return a non-empty string'],
  ])('whose function %s fails the send, definitely not sent', async (_how, given, told) => {
    const clock = setClock('2026-03-01T12:00:00Z');
    const { gateway } = await guardedGateway();
    const warnings = captureWarnings();
    let isBroken = true;
    const secret = () => (isBroken ? (given as () => string)() : 'old');
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: authOf(method, secret) });
    const error = await errorOf(sms.send(message()));
    expect(error).toBeInstanceOf(SmsAuthenticationError);
    expect(error).toMatchObject({ code: 'credentials-unavailable', outcome: 'not-sent' });
    expect(error.message).toContain(told);
    expect(leaksOf([error, warnings], ['s3cr3t'])).toEqual([]);
    isBroken = false;
    clock.pass(1000);
    await sms.send(message());
    expect(gateway.sends).toHaveLength(1);
  });

  it('whose function hangs is given up after timeout.connect', async () => {
    const timers = holdTimers();
    const { gateway } = await guardedGateway();
    const auth = authOf(method, () => new Promise(() => undefined));
    const timeout = { connect: 2000, total: 5000 };
    const { sms } = await openAccount({ baseUrl: gateway.url, auth, timeout });
    const sending = errorOf(sms.send(message()));
    await timers.pass(2000);
    expect(await sending).toMatchObject({ code: 'credentials-unavailable', outcome: 'not-sent' });
    expect((await sending).message).toContain('did not return within 2000 ms');
  });

  it('whose function hangs does not outlast the end of the app', async () => {
    const { gateway } = await guardedGateway();
    const asked = vault(() => new Promise<never>(() => undefined));
    const auth = authOf(method, asked.secret);
    const { sms, close } = await openAccount({ baseUrl: gateway.url, auth });
    const sending = errorOf(sms.send(message()));
    await eventually(() => asked.count === 1);
    await close();
    expect(await sending).toMatchObject({ code: 'closed', outcome: 'not-sent' });
  });
});

describe('a secret from a function', () => {
  it('is read again when a login is refused because the token had ended', async () => {
    const { gateway, guard } = await guardedGateway();
    const auth = authOf('token', () => guard.secret);
    const { sms } = await openAccount({ baseUrl: gateway.url, auth });
    const clock = setClock('2026-03-01T12:00:00Z');
    await sms.send(message('before'));
    guard.secret = 'new';
    clock.pass(24 * 3_600_000);
    await sms.send(message('after'));
    expect(gateway.texts).toEqual(['before', 'after']);
  });

  it('shares its tokens in a store under the password that it returned last', async () => {
    const { gateway, guard } = await guardedGateway();
    const store = new Map<string, unknown>();
    const auth = { ...authOf('token', () => guard.secret), store };
    const { sms } = await openAccount({ baseUrl: gateway.url, auth });
    await sms.send(message());
    guard.secret = 'new';
    await sms.send(message());
    expect(gateway.logins).toHaveLength(2);
    // Sends do not wait for the store.
    await eventually(() => store.size === 2);
    const other = { ...authOf('token', 'new'), store };
    const { sms: second } = await openAccount({ baseUrl: gateway.url, auth: other });
    await second.send(message());
    expect(gateway.logins).toHaveLength(2);
    expect(store.size).toBe(2);
  });

  it('is checked as a header when it is a key', async () => {
    const { gateway } = await guardedGateway();
    const auth = authOf('apiKey', () => 's3cr3t\n');
    const { sms } = await openAccount({ baseUrl: gateway.url, auth });
    const error = await errorOf(sms.send(message()));
    expect(error.message).toContain('is not valid in an HTTP header');
    expect(leaksOf([error], ['s3cr3t'])).toEqual([]);
  });

  it.each(['token', 'password'] as const)(
    'is checked for control characters when it is a password, with the method %s',
    async (method) => {
      const { gateway } = await guardedGateway();
      for (const secret of ['s3cr3t\n', '\ufeffs3cr3t', 's3cr\u00003t']) {
        const auth = authOf(method, () => secret);
        const { sms } = await openAccount({ baseUrl: gateway.url, auth });
        const error = await errorOf(sms.send(message()));
        expect(error).toBeInstanceOf(SmsAuthenticationError);
        expect(error).toMatchObject({ code: 'credentials-unavailable', outcome: 'not-sent' });
        expect(error.message).toContain(
          'auth.password returned a password that has a line break, a byte order mark or another',
        );
        expect(leaksOf([error], ['s3cr3t'])).toEqual([]);
      }
      expect(gateway.logins.length + gateway.sends.length).toBe(0);
    },
  );

  it('repeats a send that was refused with an older password with the one that it had', async () => {
    const late = new Latch();
    const gateway = await ScriptedGateway.listen({
      send: async ({ fields }) => {
        if (fields['password'] === 'new') return acceptance();
        if (fields['msg'] === 'late') await late.opened;
        return REFUSED;
      },
    });
    const asked = vault((count) => (count === 1 ? 'old' : 'new'));
    const { sms } = await openAccount({
      baseUrl: gateway.url,
      auth: authOf('password', asked.secret),
    });
    const sending = sms.send(message('late'));
    await eventually(() => gateway.sends.length === 1);
    await sms.send(message('soon'));
    late.open();
    await sending;
    expect(gateway.texts).toEqual(['late', 'soon', 'late']);
  });

  it('that fails after a refusal fails that send alone', async () => {
    const gateway = await ScriptedGateway.listen({
      send: ({ fields }) => (fields['msg'] === 'refused' ? REFUSED : acceptance()),
    });
    const asked = vault((count) => {
      if (count === 3) throw new Error('down');
      return 'old';
    });
    const { sms } = await openAccount({
      baseUrl: gateway.url,
      auth: authOf('password', asked.secret),
    });
    await sms.send(message('before'));
    expect(await errorOf(sms.send(message('refused')))).toMatchObject({
      code: 'credentials-unavailable',
    });
    await sms.send(message('after'));
    expect(gateway.texts).toEqual(['before', 'refused', 'after']);
  });

  it.each(['password', 'apiKey'] as const)(
    'is masked in an answer that quotes an earlier %s',
    async (method) => {
      const gateway = await ScriptedGateway.listen({
        send: () => rejection('310', 'Your old correcthorse has ended'),
      });
      const asked = vault((count) => (count === 1 ? 'correcthorse' : 'batterystaple'));
      const { sms } = await openAccount({
        baseUrl: gateway.url,
        auth: authOf(method, asked.secret),
      });
      await errorOf(sms.send(message()));
      const error = await errorOf(sms.send(message()));
      expect(error.message).toContain('has ended');
      expect(leaksOf([error], ['correcthorse'])).toEqual([]);
    },
  );

  it('costs a send that is accepted no masking, however many values there were', async () => {
    const gateway = await ScriptedGateway.listen();
    const seen = jest.spyOn(Secret.prototype, 'seen', 'get');
    const asked = vault((count) => `p4ss-${count}`);
    const { sms } = await openAccount({
      baseUrl: gateway.url,
      auth: authOf('password', asked.secret),
    });
    await sms.send(message());
    await sms.send(message());
    expect(seen).not.toHaveBeenCalled();
    gateway.script = { send: () => rejection('310', 'No') };
    await errorOf(sms.send(message()));
    expect(seen).toHaveBeenCalled();
    seen.mockRestore();
  });
});

/** How many timers keep the process alive. */
const countTimers = () =>
  process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length;

it('a function that never returns does not keep the process alive by itself', async () => {
  const before = countTimers();
  const asked = new Latch();
  const ask = (): Promise<string> => {
    asked.open();
    return new Promise(() => undefined);
  };
  new Secret(ask, 'password', 60_000).read().catch(() => undefined);
  await asked.opened;
  expect(countTimers()).toBeLessThanOrEqual(before);
});
