import {
  type SmsAuthOptions,
  type SmsAuthSource,
  SmsAuthenticationError,
  SmsGatewayModule,
  SmsService,
} from '../../lib/index.js';
import { build } from '../module/build.js';
import { captureWarnings, errorOf, message, openAccount } from '../support/account.js';
import { holdTimers, setClock } from '../support/clock.js';
import { eventually, Latch } from '../support/eventually.js';
import { leaksOf } from '../support/leaks.js';
import {
  type Answer,
  no,
  type Received,
  ScriptedGateway,
  token,
  yes,
} from '../support/scripted-gateway.js';

const REFUSED = no('216', 'Invalid credentials');
const METHODS = ['token', 'password', 'apiKey'] as const;
type Method = (typeof METHODS)[number];

/** The options of a method with this secret. */
function authOf(method: Method, secret: string, more: object = {}): SmsAuthOptions {
  if (method === 'apiKey') return { method, userId: 'acme', apiKey: secret, ...more };
  return { method, userId: 'acme', password: secret, ...more };
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
        ? yes()
        : REFUSED;
    },
  });
  return { gateway, guard };
}

/** A function that an app gives as auth, which counts its calls. */
function vault(read: (count: number) => SmsAuthOptions | Promise<SmsAuthOptions>) {
  const asked = { count: 0, auth: (() => read((asked.count += 1))) as SmsAuthSource };
  return asked;
}

describe.each(METHODS)('auth as a function, with the method %s', (method) => {
  it('is called by the first send, not while the app starts, and then not again', async () => {
    const { gateway } = await guardedGateway();
    const asked = vault(() => authOf(method, 'old'));
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: asked.auth });
    expect(asked.count).toBe(0);
    await Promise.all([sms.send(message('one')), sms.send(message('two'))]);
    await sms.send(message('three'));
    expect(asked.count).toBe(1);
    expect(gateway.sends).toHaveLength(3);
  });

  it('lets a password or key change without a restart: no send fails', async () => {
    const { gateway, guard } = await guardedGateway();
    const asked = vault(() => Promise.resolve(authOf(method, guard.secret)));
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: asked.auth });
    await sms.send(message('before'));
    guard.secret = 'new';
    await Promise.all(['a', 'b', 'c'].map((text) => sms.send(message(text))));
    await sms.send(message('after'));
    expect(asked.count).toBe(2);
    expect(gateway.texts.filter((text) => text === 'after')).toHaveLength(1);
  });

  it('makes a refused send fail, once for all, while it returns the same', async () => {
    const clock = setClock('2026-03-01T12:00:00Z');
    const { gateway, guard } = await guardedGateway();
    const asked = vault(() => authOf(method, 'old'));
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: asked.auth });
    await sms.send(message('before'));
    guard.secret = 'new';
    const refused = async (): Promise<void> =>
      expect(await errorOf(sms.send(message('refused')))).toBeInstanceOf(SmsAuthenticationError);
    await refused();
    await refused();
    clock.pass(999);
    await refused();
    expect(asked.count).toBe(2);
    clock.pass(1);
    await refused();
    expect(asked.count).toBe(3);
    // No send was repeated with what the gateway had just refused. A refused login makes none.
    expect(gateway.sends).toHaveLength(method === 'token' ? 2 : 5);
  });

  it('works through forRootAsync', async () => {
    const { gateway, guard } = await guardedGateway();
    const auth = (): SmsAuthOptions => authOf(method, guard.secret);
    const useFactory = () => ({ baseUrl: gateway.url, auth, retry: { attempts: 1 } });
    const module = await build([SmsGatewayModule.forRootAsync({ useFactory })]);
    const sms = module.get(SmsService);
    await sms.send(message('before'));
    guard.secret = 'new';
    await sms.send(message('after'));
    expect(gateway.texts.at(-1)).toBe('after');
  });
});

describe('auth as a function', () => {
  it('may return another method each time', async () => {
    const { gateway, guard } = await guardedGateway();
    const asked = vault((count) => authOf(METHODS[count - 1] ?? 'token', guard.secret));
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: asked.auth });
    await sms.send(message('token'));
    guard.secret = 'new';
    await sms.send(message('password'));
    expect(gateway.sends.at(-1)?.fields).toMatchObject({ userid: 'acme', password: 'new' });
    expect(asked.count).toBe(2);
  });

  it('is called again when a login is refused because the token had ended', async () => {
    const { gateway, guard } = await guardedGateway();
    const asked = vault(() => authOf('token', guard.secret));
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: asked.auth });
    const clock = setClock('2026-03-01T12:00:00Z');
    await sms.send(message('before'));
    guard.secret = 'new';
    clock.pass(24 * 3_600_000);
    await sms.send(message('after'));
    expect(gateway.texts).toEqual(['before', 'after']);
  });

  it('obeys the cooldown that it returns', async () => {
    const clock = setClock('2026-03-01T12:00:00Z');
    const { gateway, guard } = await guardedGateway();
    const asked = vault(() => authOf('token', 'old', { cooldown: 60_000 }));
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: asked.auth });
    await sms.send(message());
    guard.secret = 'new';
    for (const ms of [0, 59_999]) {
      clock.pass(ms);
      await errorOf(sms.send(message()));
      expect(asked.count).toBe(2);
    }
    clock.pass(1);
    await errorOf(sms.send(message()));
    expect(asked.count).toBe(3);
  });

  it('obeys the refusedCodes that it returns', async () => {
    const gateway = await ScriptedGateway.listen({
      send: ({ fields }) => (fields['password'] === 'new' ? yes() : no('777', 'Who are you?')),
    });
    const more = { refusedCodes: [777] };
    const asked = vault((count) => authOf('password', count === 1 ? 'old' : 'new', more));
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: asked.auth });
    await sms.send(message());
    expect(asked.count).toBe(2);
  });

  it('does not call again for a send that was refused with an older password', async () => {
    const late = new Latch();
    const gateway = await ScriptedGateway.listen({
      send: async ({ fields }) => {
        if (fields['password'] === 'new') return yes();
        if (fields['msg'] === 'late') await late.opened;
        return REFUSED;
      },
    });
    const asked = vault((count) => authOf('password', count === 1 ? 'old' : 'new'));
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: asked.auth });
    const sending = sms.send(message('late'));
    await eventually(() => gateway.sends.length === 1);
    await sms.send(message('soon'));
    late.open();
    await sending;
    expect(asked.count).toBe(2);
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
    ['returns nothing', () => undefined, 'did not return an object such as'],
    [
      'leaves out the password',
      () => ({ method: 'token', userId: 'acme' }),
      'auth.password is missing',
    ],
    [
      'misspells an option',
      () => ({ ...authOf('token', 's3cr3t'), timezone: 'UTC' }),
      'auth.timezone',
    ],
  ])(
    'that %s fails the send, definitely not sent, and others for the cool-down',
    async (_how, given, told) => {
      const clock = setClock('2026-03-01T12:00:00Z');
      const { gateway } = await guardedGateway();
      const warnings = captureWarnings();
      let isBroken = true;
      const asked = vault(() =>
        isBroken ? (given as SmsAuthSource)() : authOf('password', 'old'),
      );
      const { sms } = await openAccount({ baseUrl: gateway.url, auth: asked.auth });
      const error = await errorOf(sms.send(message()));
      expect(error).toBeInstanceOf(SmsAuthenticationError);
      expect(error).toMatchObject({ code: 'credentials-unavailable', outcome: 'not-sent' });
      expect(error.message).toContain(told);
      isBroken = false;
      clock.pass(999);
      const held = await errorOf(sms.send(message()));
      expect(held).toMatchObject({ code: 'credentials-unavailable', retryAfter: 1 });
      expect(asked.count).toBe(1);
      expect(leaksOf([error, held, warnings], ['s3cr3t'])).toEqual([]);
      clock.pass(1);
      await sms.send(message());
      expect(gateway.sends).toHaveLength(1);
    },
  );

  it('that fails after a refusal leaves the present password in use', async () => {
    const gateway = await ScriptedGateway.listen({
      send: ({ fields }) => (fields['msg'] === 'refused' ? REFUSED : yes()),
    });
    const asked = vault((count) => {
      if (count > 1) throw new Error('down');
      return authOf('password', 'old');
    });
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: asked.auth });
    await sms.send(message('before'));
    expect(await errorOf(sms.send(message('refused')))).toMatchObject({
      code: 'credentials-unavailable',
    });
    await sms.send(message('after'));
    expect(gateway.texts).toEqual(['before', 'refused', 'after']);
  });

  it('that hangs is given up after timeout.total, and called again later', async () => {
    const timers = holdTimers();
    const { gateway } = await guardedGateway();
    const asked = vault((count) =>
      count === 1 ? new Promise<never>(() => undefined) : authOf('password', 'old'),
    );
    const timeout = { total: 5000 };
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: asked.auth, timeout });
    const first = errorOf(sms.send(message()));
    await timers.pass(1000);
    const second = errorOf(sms.send(message()));
    await timers.pass(4000);
    expect(await first).toMatchObject({ code: 'timeout', outcome: 'not-sent' });
    expect(await second).toMatchObject({ code: 'credentials-unavailable', outcome: 'not-sent' });
    expect((await second).message).toContain('timeout.total');
  });

  it('that hangs does not outlast the end of the app', async () => {
    const { gateway } = await guardedGateway();
    const asked = vault(() => new Promise<never>(() => undefined));
    const { sms, close } = await openAccount({ baseUrl: gateway.url, auth: asked.auth });
    const sending = errorOf(sms.send(message()));
    await eventually(() => asked.count === 1);
    await close();
    expect(await sending).toMatchObject({ code: 'closed', outcome: 'not-sent' });
  });

  it('never shows what it returned, neither the old nor the new', async () => {
    const warnings = captureWarnings();
    const gateway = await ScriptedGateway.listen({
      login: (request) => no('216', `${passwordOfLogin(request)} is not it`),
      send: ({ fields }) => no('216', `${fields['password']}, before it 0ld-p4ss`),
    });
    const asked = vault((count) => authOf('password', count === 1 ? '0ld-p4ss' : 'n3w-p4ss'));
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: asked.auth });
    const error = await errorOf(sms.send(message()));
    expect(gateway.sends).toHaveLength(2);
    expect(leaksOf([error, warnings], ['0ld-p4ss', 'n3w-p4ss'])).toEqual([]);
  });
});
