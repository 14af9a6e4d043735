import { Inject, Injectable } from '@nestjs/common';
import {
  getSmsServiceToken,
  InjectSms,
  SmsConfigurationError,
  SmsFailoverModule,
  type SmsFailoverModuleOptions,
  type SmsGatewayModuleOptions,
  SmsMessageError,
  SmsRejectedError,
  SmsService,
} from '../../lib/index.js';
import { build, buildError } from '../nest/build.js';
import { account, NAMES, openFailover } from './failover-pair.js';
import { errorOf, message, NUMBER, TOKEN_AUTH } from '../support/account.js';
import { holdTimers } from '../support/clock.js';
import { eventually, Latch } from '../support/eventually.js';
import {
  acceptance,
  type Answer,
  rejection,
  ScriptedGateway,
} from '../support/scripted-gateway.js';

const THROTTLED: Answer = { status: 429, headers: { 'Retry-After': '30' } };

let primary: ScriptedGateway;
let backup: ScriptedGateway;

beforeEach(async () => {
  [primary, backup] = await Promise.all([ScriptedGateway.listen(), ScriptedGateway.listen()]);
});

type Options = Partial<SmsGatewayModuleOptions>;

const failover = (options: Partial<SmsFailoverModuleOptions> = {}) =>
  SmsFailoverModule.forRoot({ accounts: NAMES, ...options });

const open = (first?: Options, second?: Options) => openFailover([primary, backup], first, second);

const sends = (): number[] => [primary.sends.length, backup.sends.length];

it('sends through the first account, and the receipt says so', async () => {
  const { sms } = await open();
  expect(await sms.send(message())).toMatchObject({ account: 'primary' });
  expect(sends()).toEqual([1, 0]);
});

describe('the next account is used if the one before', () => {
  it.each<[string, () => unknown, Options, number]>([
    ['cannot be reached', () => primary.close(), {}, 0],
    ['is throttled', () => (primary.script = { send: () => THROTTLED }), {}, 1],
    [
      'has its credentials refused',
      () => (primary.script = { send: () => rejection('216') }),
      {},
      1,
    ],
    [
      'has its login refused',
      () => (primary.script = { login: () => rejection('216') }),
      { auth: TOKEN_AUTH },
      0,
    ],
    [
      'gets no answer to its login',
      () => (primary.script = { login: () => ({ status: 503 }) }),
      { auth: TOKEN_AUTH, retry: { attempts: 1 } },
      0,
    ],
    [
      'cannot get its credentials',
      () => undefined,
      {
        auth: {
          method: 'password',
          userId: 'acme',
          password: () => Promise.reject(new Error('down')),
        },
      },
      0,
    ],
  ])('%s', async (_what, fail, options, requests) => {
    await fail();
    const { sms } = await open(options);
    expect(await sms.send(message())).toMatchObject({ account: 'backup' });
    expect(sends()).toEqual([requests, 1]);
  });

  it('has an open circuit breaker', async () => {
    primary.script = { send: () => ({ status: 503 }) };
    const { sms } = await open({ breaker: { failures: 1, halfOpenAfter: 60_000 } });
    expect(await errorOf(sms.send(message()))).toMatchObject({ outcome: 'unknown' });
    expect(await sms.send(message())).toMatchObject({ account: 'backup' });
    expect(sends()).toEqual([1, 1]);
  });
});

describe('no other account gets a message', () => {
  it.each<[string, Answer, object]>([
    [
      'that the gateway rejected',
      rejection('203'),
      { name: 'SmsRejectedError', outcome: 'not-sent' },
    ],
    [
      'whose every number it rejected',
      acceptance({ invalidMobile: NUMBER }),
      { code: 'recipients-rejected' },
    ],
    ['that may have been sent', { status: 502 }, { code: 'gateway-failed', outcome: 'unknown' }],
    ['with an unclear answer', { body: '<html>' }, { code: 'answer-unclear', outcome: 'unknown' }],
  ])('%s', async (_what, answer, error) => {
    primary.script = { send: () => answer };
    const { sms } = await open();
    expect(await errorOf(sms.send(message()))).toMatchObject({ ...error, account: 'primary' });
    expect(sends()).toEqual([1, 0]);
  });

  it('whose number the guard of the next account cannot count', async () => {
    primary.script = { send: () => THROTTLED };
    const guard = { perRecipient: { count: 1, perMs: 60_000 } };
    const { sms } = await open({}, { guard });
    const error = await errorOf(sms.send({ to: '+91009876543210', text: 'hi' }));
    expect(error).toBeInstanceOf(SmsMessageError);
    expect(error.account).toBe('backup');
    expect(sends()).toEqual([1, 0]);
  });

  it('that is invalid, by the rules of the first account', async () => {
    const { sms } = await open({ defaultCountry: 'IN' });
    expect(await errorOf(sms.send({ to: '12', text: 'hi' }))).toBeInstanceOf(SmsMessageError);
    const wrongOptions = { priority: 'highest' } as object;
    expect(await errorOf(sms.send(message(), wrongOptions))).toBeInstanceOf(SmsMessageError);
    await sms.send({ to: '98765 43210', text: 'hi' });
    expect(sends()).toEqual([1, 0]);
  });

  it.each(['primary', 'backup'])(
    'that the guard of the first account refuses, while the %s is tried first',
    async (tried) => {
      const { sms } = await open({ guard: { countries: ['IN'] } });
      if (tried === 'backup') {
        primary.script = { send: () => rejection('216') };
        await sms.send(message());
      }
      const events: unknown[] = [];
      sms.events$.subscribe((event) => events.push(event));
      const before = primary.sends.length + backup.sends.length;
      const abroad = { to: '447911123456', text: 'hi' };
      const refusal = { name: 'SmsGuardError', code: 'country', account: 'primary' };
      expect(await errorOf(sms.send(abroad))).toMatchObject(refusal);
      expect(await sms.sendMany([abroad])).toMatchObject({ 'not-sent': 1 });
      const run = sms.broadcast({ text: 'hi' }, [abroad.to, NUMBER]);
      expect(await run).toMatchObject({ accepted: 1, 'not-sent': 1 });
      expect(events).toMatchObject([
        { type: 'not-sent', code: 'country', recipients: 1 },
        { type: 'not-sent', code: 'country', recipients: 1 },
        { type: 'not-sent', code: 'country', recipients: 1 },
        { type: 'accepted', recipients: 1 },
      ]);
      expect(primary.sends.length + backup.sends.length).toBe(before + 1);
    },
  );

  it('that the caller aborted', async () => {
    await primary.close();
    const { sms } = await open();
    const error = await errorOf(sms.send(message(), { signal: AbortSignal.abort() }));
    expect(error).toMatchObject({ code: 'aborted', outcome: 'not-sent' });
    expect(sends()).toEqual([0, 0]);
  });

  it('after the app has closed', async () => {
    const { sms, module } = await open();
    await module.close();
    expect(await errorOf(sms.send(message()))).toMatchObject({ code: 'closed' });
    expect(sends()).toEqual([0, 0]);
  });

  it('that may have been sent by the last of them, although the first definitely did not', async () => {
    await primary.close();
    backup.script = { send: () => ({ status: 502 }) };
    const { sms } = await open();
    expect(await errorOf(sms.send(message()))).toMatchObject({
      outcome: 'unknown',
      account: 'backup',
    });
    expect(sends()).toEqual([0, 1]);
  });
});

describe('each account', () => {
  it('gets one attempt, whatever its options say', async () => {
    primary.script = { send: () => ({ status: 429, headers: { 'Retry-After': '0' } }) };
    const { sms } = await open({ retry: { attempts: 5, base: 0 } });
    await sms.send(message());
    expect(sends()).toEqual([1, 1]);
  });

  it('is given the message with its own defaults', async () => {
    await primary.close();
    const first = { defaults: { senderId: 'FIRST', type: 'text', fields: { one: '1' } } };
    const second = {
      defaults: { senderId: 'SECOND', duplicateCheck: false, fields: { two: '2' } },
    };
    const { sms } = await open(first, second);
    await sms.send(message('नमस्ते'));
    await sms.send({
      ...message(),
      senderId: 'MINE',
      duplicateCheck: true,
      fields: { two: 'mine' },
    });
    const [own, given] = backup.sends.map(({ fields }) => fields);
    expect(own).toMatchObject({
      senderid: 'SECOND',
      msgType: 'unicode',
      duplicatecheck: 'false',
      two: '2',
    });
    expect(own).not.toHaveProperty('one');
    expect(given).toMatchObject({
      senderid: 'MINE',
      msgType: 'text',
      duplicatecheck: 'true',
      two: 'mine',
    });
  });

  it('that just failed is tried last for the next 10 s', async () => {
    const timers = holdTimers();
    primary.script = { send: (_request, count) => (count === 1 ? rejection('216') : acceptance()) };
    const { sms } = await open();
    const accounts: string[] = [];
    for (const pause of [0, 0, 9999, 1]) {
      await timers.pass(pause);
      accounts.push((await sms.send(message())).account);
    }
    expect(accounts).toEqual(['backup', 'backup', 'backup', 'primary']);
  });

  it('that sends again is no longer tried last', async () => {
    primary.script = { send: () => rejection('216') };
    backup.script = { send: (_request, count) => (count === 1 ? rejection('216') : acceptance()) };
    const { sms } = await open();
    await errorOf(sms.send(message()));
    await sms.send(message());
    expect(sends()).toEqual([2, 2]);
    await sms.send(message());
    expect(sends()).toEqual([2, 3]);
  });

  it('is tried if all of them just failed, and the last error is thrown', async () => {
    await Promise.all([primary.close(), backup.close()]);
    const { sms } = await open();
    const error = { code: 'connection-failed', outcome: 'not-sent', account: 'backup' };
    expect(await errorOf(sms.send(message()))).toMatchObject(error);
    await primary.reopen();
    expect(await sms.send(message())).toMatchObject({ account: 'primary' });
  });

  it('that the gateway asked to wait is not waited for', async () => {
    primary.script = backup.script = { send: () => THROTTLED };
    const { sms } = await open();
    const first = await errorOf(sms.send(message()));
    const second = await errorOf(sms.send(message()));
    for (const error of [first, second]) {
      expect(error).toMatchObject({ code: 'throttled', outcome: 'not-sent' });
    }
    expect(sends()).toEqual([1, 1]);
  });

  it('that hangs before the request leaves time for the next', async () => {
    const never = new Latch();
    primary.script = { login: () => never.opened.then(() => rejection()) };
    const timers = holdTimers();
    const { sms } = await open({ auth: TOKEN_AUTH, timeout: { total: 20_000 } });
    const sending = sms.send(message());
    await eventually(() => primary.logins.length === 1);
    await timers.pass(5000);
    expect(await sending).toMatchObject({ account: 'backup' });
    never.open();
  });

  it('that is busy leaves time for the next', async () => {
    const answer = new Latch();
    primary.script = { send: () => answer.opened.then(() => acceptance()) };
    const timers = holdTimers();
    const { sms } = await open({ maxConcurrency: 1, timeout: { total: 20_000 } });
    const busy = sms.send(message('busy'));
    await eventually(() => primary.sends.length === 1);
    const sending = sms.send(message('waits'));
    await timers.pass(5000);
    expect(await sending).toMatchObject({ account: 'backup' });
    answer.open();
    await busy;
  });
});

describe('a run', () => {
  it('goes through the next account from the send on that the first could not take', async () => {
    const { sms } = await open();
    const taken: string[] = [];
    for await (const outcome of sms.sendMany(['a', 'b', 'c'].map(message), { concurrency: 1 })) {
      taken.push(outcome.status === 'accepted' ? outcome.receipt.account : outcome.status);
      await primary.close();
    }
    expect(taken).toEqual(['primary', 'backup', 'backup']);
  });

  it('has batches that every account can take, each sent through one account', async () => {
    primary.script = { send: (_request, count) => (count === 2 ? THROTTLED : acceptance()) };
    const { sms } = await open({}, { rateLimit: { recipients: 2, perMs: 1 } });
    const numbers = Array.from({ length: 5 }, (_, index) => String(919876543210 + index));
    const tally = await sms.broadcast({ text: 'hi' }, numbers, { concurrency: 1 });
    expect(tally).toMatchObject({ accepted: 3, recipients: { accepted: 5 } });
    const batches = [...primary.sends, ...backup.sends].map(({ fields }) => fields['mobile']);
    expect(batches.map((mobile) => mobile?.split(',').length)).toEqual([2, 2, 2, 1]);
    expect(batches[1]).toBe(batches[2]);
  });

  it('reports what a gateway rejected, and goes on', async () => {
    primary.script = {
      send: ({ fields }) => (fields['msg'] === 'spam' ? rejection('203') : acceptance()),
    };
    const { sms } = await open();
    const errors: unknown[] = [];
    for await (const outcome of sms.sendMany([message('spam'), message('ham'), message('')])) {
      if (outcome.status !== 'accepted') errors[outcome.index] = outcome.error;
    }
    expect(errors[0]).toBeInstanceOf(SmsRejectedError);
    expect(errors[1]).toBeUndefined();
    expect(errors[2]).toBeInstanceOf(SmsMessageError);
    expect(sends()).toEqual([2, 0]);
  });

  it('ends when the app closes', async () => {
    const { sms, module } = await open();
    const run = sms.sendMany(
      Array.from({ length: 9 }, () => message()),
      { concurrency: 1 },
    );
    const codes: string[] = [];
    const loop = async (): Promise<void> => {
      for await (const { status } of run) {
        codes.push(status);
        await module.close();
      }
    };
    await expect(loop()).rejects.toMatchObject({ code: 'closed' });
    expect(codes).toEqual(['accepted']);
  });
});

describe('registration', () => {
  it('by name, over the default account, and everywhere', async () => {
    @Injectable()
    class Codes {
      constructor(
        @Inject(SmsService) readonly plain: SmsService,
        @InjectSms('safe') readonly safe: SmsService,
      ) {}
    }
    await primary.close();
    const imports = [
      failover({ name: 'safe', accounts: ['default', 'backup'], isGlobal: true }),
      account('default', primary),
      account('backup', backup),
    ];
    const module = await build(imports, { providers: [Codes] });
    module.useLogger(false);
    const { plain, safe } = module.get(Codes);
    expect(await safe.send(message())).toMatchObject({ account: 'backup' });
    expect(await errorOf(plain.send(message()))).toMatchObject({ account: 'default' });
    expect(safe.estimate('hi')).toMatchObject({ count: 1 });
  });

  it.each<[string, object, string]>([
    [
      'an unknown account',
      { accounts: ['primary', 'bakcup'] },
      "cannot use the account 'bakcup': no SmsGatewayModule is registered with this name. The names that are registered: 'primary', 'backup', 'inner'",
    ],
    ['one account', { accounts: ['primary'] }, 'at least two'],
    ['no accounts', { accounts: undefined }, 'at least two'],
    ['accounts that are not names', { accounts: ['primary', 7] }, 'at least two'],
    ['the same account twice', { accounts: ['primary', 'primary'] }, 'each once'],
    ['itself', { name: 'safe', accounts: ['primary', 'safe'] }, "'safe': it is a failover or a"],
    ['another failover', { name: 'outer', accounts: ['inner', 'primary'] }, 'it is a failover or'],
    ['the name of an account', { name: 'primary', accounts: ['inner', 'backup'] }, '2 times'],
    ['an empty name', { name: '' }, 'name is empty'],
    ['an unknown option', { account: [] }, 'account is not a known option'],
    ['isGlobal as a text', { isGlobal: 'yes' }, 'isGlobal is not valid'],
  ])('with %s is a clear error', async (_what, options, told) => {
    const error = await buildError([
      account('primary', primary),
      account('backup', backup),
      failover({ name: 'inner' }),
      failover(options),
    ]);
    expect(error).toBeInstanceOf(SmsConfigurationError);
    expect(String(error)).toContain(told);
  });

  it.each<[string, Options, Options]>([
    ['only the first has', { reach: { only: ['9198765*'] } }, {}],
    ['only the second has', {}, { reach: 'none' }],
    ['is not the same', { reach: { only: ['9198765*'] } }, { reach: { only: ['9198*'] } }],
    ['is narrower', { reach: { only: ['9198765*', '44*'] } }, { reach: { only: ['9198765*'] } }],
    ['is of another kind', { reach: { only: ['9198765*'] } }, { reach: 'none' }],
    [
      'redirects to different numbers',
      { reach: { redirectTo: '919876543210' } },
      { reach: { redirectTo: '919876543211' } },
    ],
  ])('over accounts whose reach %s is a clear error', async (_what, first, second) => {
    const accounts = [account('primary', primary, first), account('backup', backup, second)];
    const error = await buildError([...accounts, failover()]);
    expect(error).toBeInstanceOf(SmsConfigurationError);
    expect(String(error)).toContain("reach of the account 'backup'");
    expect(String(error)).not.toMatch(/9198/);
  });

  it.each<[string, Options, Options]>([
    ['everybody', {}, { reach: 'all', guard: { maxSegments: 3 } }],
    ['nobody', { reach: 'none' }, { reach: 'none' }],
    [
      'some numbers, in any order and notation',
      { reach: { only: ['+91 98765*', '447911123456'] } },
      { reach: { only: ['447911123456', '9198765*', '+44 7911 123456'] } },
    ],
    [
      'one number, in any notation',
      { reach: { redirectTo: '+91 98765 43210' } },
      { reach: { redirectTo: '98765 43210' }, defaultCountry: 'IN' },
    ],
  ])('over accounts whose reach is %s works', async (_what, first, second) => {
    await expect(open(first, second)).resolves.toBeDefined();
  });

  it('over an account that a test replaced is a clear error', async () => {
    const imports = [account('primary', primary), account('backup', backup), failover()];
    const fake = { send: () => Promise.resolve() };
    const building = build(imports, {}, (builder) =>
      builder.overrideProvider(getSmsServiceToken('backup')).useValue(fake),
    );
    await expect(building).rejects.toThrow("replace the failover's own service");
  });
});

it('publishes the events of its accounts until all of them have closed', async () => {
  primary.script = { send: () => rejection('216', 'Invalid credentials') };
  const { sms, module } = await open();
  const events: string[] = [];
  sms.events$.subscribe({
    next: ({ account: name, type }) => void events.push(`${name} ${type}`),
    complete: () => void events.push('complete'),
  });
  expect(await sms.send(message())).toMatchObject({ account: 'backup' });
  await module.close();
  expect(events).toEqual(['primary not-sent', 'backup accepted', 'complete']);
});
