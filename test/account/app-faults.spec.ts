import { SmsAuthProvider, SmsConfigurationError, type SmsGatewayOptions } from '../../lib/index.js';
import { MemoryGuardStore } from '../../lib/core/limits/memory-guard-store.js';
import { OtpEntries } from '../../lib/extras/otp/otp-entries.js';
import { runSafely } from '../../lib/core/logging/run-safely.js';
import { holdTimers } from '../support/clock.js';
import { FakeAccount } from '../support/fake-account.js';
import { leaksOf } from '../support/leaks.js';
import { errorOf } from '../support/account.js';

const NUMBER = '919876543210';
const SECRET = 'open sesame';
const LEAKS = ['hunter2', NUMBER, SECRET, '482913'];
const FAILURE = new Error(
  `no ${SECRET} for ${NUMBER} in postgres://app:hun/hunter2@db.internal/app`,
  { cause: new Error('connect ECONNREFUSED, code 482913') },
);

/** Calls a function of the app, which throws while `isDown`. */
type Options = (call: <T>(value: T) => T) => Partial<SmsGatewayOptions>;

const password = { method: 'password', userId: 'acme', password: SECRET } as const;

const FUNCTIONS: [string, Options][] = [
  ['guard.optedOut', (call) => ({ auth: password, guard: { optedOut: () => call([]) } })],
  ['auth.password', (call) => ({ auth: { ...password, password: () => call(SECRET) } })],
  [
    'auth.apiKey',
    (call) => ({ auth: { method: 'apiKey', userId: 'acme', apiKey: async () => call(SECRET) } }),
  ],
  [
    'The SmsAuthProvider',
    (call) => {
      class Own extends SmsAuthProvider {
        credentials = async () => call({ headers: { 'X-Key': SECRET } });
      }
      return { auth: new Own() };
    },
  ],
  [
    'guard.store',
    (call) => {
      const memory = new MemoryGuardStore();
      const store = {
        take: (...given: Parameters<typeof memory.take>) => call(memory.take(...given)),
        giveBack: async () => undefined,
      };
      return { auth: password, guard: { perDay: { recipients: 100 }, store } };
    },
  ],
  [
    'guard.store.giveBack',
    (call) => {
      const memory = new MemoryGuardStore();
      const store = {
        take: (...given: Parameters<typeof memory.take>) => memory.take(...given),
        giveBack: async () => call(undefined),
      };
      return { auth: password, guard: { perDay: { recipients: 100 }, store } };
    },
  ],
];

describe('a function of the app that throws', () => {
  it.each(FUNCTIONS)('%s: is logged once per outage, masked', async (what, optionsFor) => {
    const clock = holdTimers();
    let isDown = false;
    const call = <T>(value: T): T => {
      if (isDown) throw FAILURE;
      return value;
    };
    const account = new FakeAccount(
      (send) => (what.endsWith('giveBack') ? send.refuse() : send.accept()),
      optionsFor(call),
    );
    // A secret is known once it has been used.
    for (const down of [false, true, true, false, true]) {
      isDown = down;
      await account.sms.send({ to: NUMBER, text: 'hi' }).catch(() => undefined);
      await clock.pass(5000);
    }
    expect(account.errors).toHaveLength(2);
    const [logged = ''] = account.errors;
    expect(logged).toContain(`[default] ${what} failed (Error).`);
    expect(logged).toMatch(
      /Error: no \*\*\* for •{8} in postgres:\/\/\*\*\*@db\.internal\/app\n +at /,
    );
    expect(logged).toMatch(/\nCause: Error: connect ECONNREFUSED, code •{8}\n +at .*:\d+:\d+/);
    expect(leaksOf([account.errors, account.warnings], LEAKS)).toEqual([]);
  });

  it('is logged in the same way if it is in the store of one-time passwords', async () => {
    const account = new FakeAccount();
    let isDown = true;
    const answer = async () => {
      if (isDown) throw FAILURE;
      return { value: undefined, now: Date.now() };
    };
    const entries = new OtpEntries('otp', { read: answer, swap: async () => true });
    for (const down of [true, true, false, true]) {
      isDown = down;
      const work = entries.change('key', 1, {}, () => undefined);
      const said = await work.catch(String);
      expect(String(said).includes('The store of one-time passwords failed. Nothing')).toBe(down);
    }
    expect(account.errors).toHaveLength(2);
    expect(account.errors[0]).toContain('[otp] The store of one-time passwords failed (Error).');
    expect(leaksOf(account.errors, ['hunter2', NUMBER, '482913'])).toEqual([]);
  });

  it('shows the text of an error of this package, also to the caller', async () => {
    const text = 'createGuardStore needs the package pg. Install it: npm install pg.';
    const fail = () => {
      throw new SmsConfigurationError(text);
    };
    const account = new FakeAccount((send) => send.accept(), { guard: { optedOut: fail } });
    const error = await errorOf(account.sms.send({ to: NUMBER, text: 'hi' }));
    expect(error.message).toContain('Install it: npm install pg; its message');
    expect(account.errors[0]).toContain('(createGuardStore needs the package pg.');
  });

  it('is masked if it is a handler of events, whatever it throws', () => {
    const account = new FakeAccount();
    const handlers: (() => never)[] = [
      () => {
        throw FAILURE;
      },
      () => {
        throw { number: NUMBER };
      },
      () => {
        throw NUMBER;
      },
    ];
    for (const handler of handlers) runSafely('default', 'The handler', handler);
    expect(account.errors).toHaveLength(3);
    expect(leaksOf(account.errors, ['hunter2', NUMBER])).toEqual([]);
  });
});
