import { type DynamicModule, Inject, Injectable } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import {
  getSmsServiceToken,
  InjectSms,
  OnSms,
  SmsConfigurationError,
  SmsFailoverModule,
  SmsGatewayModule,
  type SmsMessage,
  SmsService,
} from '../../lib/index.js';
import { memoryOtpStore, SmsOtp, SmsOtpModule } from '../../lib/extras/otp/index.js';
import { SmsQueueModule } from '../../lib/extras/queue/index.js';
import { SmsReportsModule } from '../../lib/extras/reports/index.js';
import { SmsTestingModule, SmsTestingService } from '../../lib/extras/testing/index.js';
import { PASSWORD_AUTH } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { ScriptedGateway } from '../support/scripted-gateway.js';

@Injectable()
class Notifier {
  constructor(
    @Inject(SmsService) readonly byClass: SmsService,
    @InjectSms() readonly byDecorator: SmsService,
    @Inject(getSmsServiceToken()) readonly byToken: SmsService,
  ) {}

  @OnSms('accepted')
  onAccepted(): void {}
}

/** A fake as people write it in a test: with only what they call. */
class Fake {
  readonly sent: SmsMessage[] = [];

  constructor(private readonly answer?: unknown) {}

  async send(given: SmsMessage): Promise<unknown> {
    this.sent.push(given);
    return this.answer;
  }
}

/** What was sent through a mock. */
let sent: SmsMessage[];

const record = async (given: SmsMessage): Promise<unknown> => {
  sent.push(given);
  return undefined;
};

/** Has a function for every property, as the mocks that jest-mock-extended makes for a class. */
function flatMock(): object {
  const made = new Map<PropertyKey, unknown>([
    ['send', record],
    ['then', undefined],
  ]);
  return new Proxy(
    {},
    {
      get(_target, key) {
        if (!made.has(key)) made.set(key, () => undefined);
        return made.get(key);
      },
      has: () => true,
    },
  );
}

/** The same, where these functions also have a function for every property, as those of createMock. */
function deepMock(): object {
  return new Proxy(() => undefined, {
    get: (_target, key) =>
      key === 'send' ? record : key === 'then' || key === 'prototype' ? undefined : deepMock(),
    apply: () => deepMock(),
  });
}

const MOCKS: readonly (readonly [string, () => object])[] = [
  ['a mock with a function for every property', flatMock],
  ['a mock of mocks', deepMock],
];

let gateway: ScriptedGateway;

beforeEach(async () => {
  sent = [];
  gateway = await ScriptedGateway.listen();
});

const options = () => ({ baseUrl: gateway.url, auth: PASSWORD_AUTH, defaultCountry: 'IN' });
const otp = (name?: string) =>
  SmsOtpModule.forRoot({ name, keys: ['a1'.repeat(32)], store: memoryOtpStore() });

async function build(
  imports: DynamicModule[],
  fake: unknown = new Fake(),
  token: unknown = SmsService,
) {
  const module = await Test.createTestingModule({ imports, providers: [Notifier] })
    .setLogger({ log: () => undefined, warn: () => undefined, error: () => undefined })
    .overrideProvider(token)
    .useValue(fake)
    .compile();
  afterThisTest(() => module.close());
  await module.init();
  return module;
}

describe('overrideProvider(SmsService)', () => {
  it.each<[string, () => DynamicModule[]]>([
    ['forRoot', () => [SmsGatewayModule.forRoot(options())]],
    ['forRootAsync', () => [SmsGatewayModule.forRootAsync({ useFactory: options })]],
    ['isGlobal', () => [SmsGatewayModule.forRoot({ ...options(), isGlobal: true })]],
    [
      'the name of the default account',
      () => [SmsGatewayModule.forRoot({ ...options(), name: 'default' })],
    ],
    [
      'a failover',
      () => [
        SmsGatewayModule.forRoot({ ...options(), name: 'a' }),
        SmsGatewayModule.forRoot({ ...options(), name: 'b' }),
        SmsFailoverModule.forRoot({ accounts: ['a', 'b'] }),
      ],
    ],
  ])('replaces it however it is injected, and for codes, with %s', async (_how, account) => {
    const fake = new Fake({ transactionId: '42' });
    const module = await build([...account(), otp()], fake);
    const notifier = module.get(Notifier);
    // By the last one another copy of the package finds it.
    const shared = module.get<unknown>(Symbol.for('nestjs-sms-gateway:service:default'));
    for (const sms of [notifier.byClass, notifier.byDecorator, notifier.byToken, shared])
      expect(sms).toBe(fake);
    const started = await module.get(SmsOtp).start({ to: '+91 98765 43210', purpose: 'login' });
    const [{ to, text } = { to: '', text: '' }] = fake.sent;
    expect(to).toBe('919876543210');
    const code = /\d{6}/.exec(text)?.[0] ?? '';
    const verified = await module.get(SmsOtp).verify({ id: started.id, code, purpose: 'login' });
    expect(verified).toEqual({ ok: true, to: '919876543210' });
    expect(gateway.sends).toEqual([]);
  });

  it('lets codes go to a fake that returns nothing', async () => {
    const fake = new Fake();
    const module = await build([SmsGatewayModule.forRoot(options()), otp()], fake);
    const started = await module.get(SmsOtp).start({ to: '+91 98765 43210', purpose: 'login' });
    expect(started).toMatchObject({ outcome: 'accepted' });
    expect(started).not.toHaveProperty('transactionId');
    expect(fake.sent).toHaveLength(1);
  });

  it('with an SmsTestingService replaces all of this too, and tells handlers', async () => {
    const sms = new SmsTestingService({ defaultCountry: 'IN' });
    const module = await build([SmsGatewayModule.forRoot(options()), otp()], sms);
    expect(module.get(Notifier).byDecorator).toBe(sms);
    // National, as the options of the kit allow.
    await module.get(SmsOtp).start({ to: '98765 43210', purpose: 'login' });
    expect(sms.lastCode('+91 98765 43210')).toMatch(/^\d{6}$/);
    expect(gateway.sends).toEqual([]);
  });

  it('replaces the service of SmsTestingModule', async () => {
    const fake = new Fake();
    const module = await build([SmsTestingModule.forRoot()], fake);
    expect(module.get(Notifier).byDecorator).toBe(fake);
    expect(module.get(SmsTestingService)).toBe(fake);
  });

  it('leaves named accounts as they are, which have tokens of their own', async () => {
    const fake = new Fake();
    const named = SmsGatewayModule.forRoot({ ...options(), name: 'bank' });
    const imports = [SmsGatewayModule.forRoot(options()), named, otp('bank')];
    const module = await build(imports, fake, getSmsServiceToken('bank'));
    expect(module.get(Notifier).byClass).not.toBe(fake);
    expect(module.get(getSmsServiceToken('bank'))).toBe(fake);
    const codes: SmsOtp = module.get(Symbol.for('nestjs-sms-gateway:otp:bank'));
    await codes.start({ to: '+91 98765 43210', purpose: 'login' });
    expect(fake.sent).toHaveLength(1);
  });

  it.each<[string, () => DynamicModule, string]>([
    [
      'a queue',
      () => SmsQueueModule.forRoot({ connection: 'redis://127.0.0.1:1' }),
      "SmsQueueModule cannot use the account 'default': it was replaced, and a queue needs an account",
    ],
    [
      'reports',
      () => SmsReportsModule.forRoot(),
      "SmsReportsModule cannot use the account 'default': it is a failover, or a test replaced it.",
    ],
  ])(
    'in an app with %s fails at start, and says what else to replace',
    async (_what, module, problem) => {
      const replacements = [
        new Fake(),
        new SmsTestingService(),
        ...MOCKS.map(([, mock]) => mock()),
      ];
      for (const fake of replacements) {
        const building = build([SmsGatewayModule.forRoot(options()), module()], fake);
        const error = await building.catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(SmsConfigurationError);
        expect(String(error)).toContain(problem);
        expect(String(error)).toMatch(/also replace Sms(Queue|Reports)\./);
      }
    },
  );

  it.each(MOCKS)('lets codes go through the send of %s', async (_what, mock) => {
    const sms = mock();
    const module = await build([SmsGatewayModule.forRoot(options()), otp()], sms);
    const otps = module.get(SmsOtp);
    const started = await otps.start({ to: '+91 98765 43210', purpose: 'login' });
    expect(started).toMatchObject({ outcome: 'accepted' });
    const [{ to, text } = { to: '', text: '' }] = sent;
    expect(to).toBe('919876543210');
    const code = /\d{6}/.exec(text)?.[0] ?? '';
    expect(await otps.verify({ id: started.id, code, purpose: 'login' })).toEqual({ ok: true, to });
  });

  it('with a fake reads the numbers of codes by the default options', async () => {
    const fake = new Fake();
    const module = await build([SmsGatewayModule.forRoot(options()), otp()], fake);
    const start = module.get(SmsOtp).start({ to: '98765 43210', purpose: 'login' });
    await expect(start).rejects.toMatchObject({ code: 'argument-invalid' });
    expect(fake.sent).toEqual([]);
  });

  it('lets codes go through a mock where no account of SmsGatewayModule exists', async () => {
    const [[, mock] = ['', () => ({})]] = MOCKS;
    const provider = { provide: getSmsServiceToken('bank'), useValue: mock() };
    const app = await Test.createTestingModule({ imports: [otp('bank')], providers: [provider] })
      .setLogger({ log: () => undefined, warn: () => undefined, error: () => undefined })
      .compile();
    afterThisTest(() => app.close());
    await app.init();
    const codes: SmsOtp = app.get(Symbol.for('nestjs-sms-gateway:otp:bank'));
    await codes.start({ to: '+91 98765 43210', purpose: 'login' });
    expect(sent).toHaveLength(1);
  });

  it('with something that cannot send fails at start if codes need it', async () => {
    const building = build([SmsGatewayModule.forRoot(options()), otp()], {});
    await expect(building).rejects.toThrow("the account 'default': its replacement has no send().");
  });
});
