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

let gateway: ScriptedGateway;

beforeEach(async () => {
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
    // National, as the options allow.
    const started = await module.get(SmsOtp).start({ to: '98765 43210', purpose: 'login' });
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
    const sms = new SmsTestingService();
    const module = await build([SmsGatewayModule.forRoot(options()), otp()], sms);
    expect(module.get(Notifier).byDecorator).toBe(sms);
    await module.get(SmsOtp).start({ to: '+91 98765 43210', purpose: 'login' });
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
      "SmsQueueModule cannot use the SmsService of the account 'default': it was replaced by one without checkMessage(), checkRecipient(), ",
    ],
    [
      'reports',
      () => SmsReportsModule.forRoot(),
      "SmsReportsModule cannot use the SmsService of the account 'default': it has no lookup(), readReportedNumber(), publishReport(), because",
    ],
  ])(
    'in an app with %s fails at start, and says what else to replace',
    async (_what, module, problem) => {
      const building = build([SmsGatewayModule.forRoot(options()), module()]);
      const error = await building.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(SmsConfigurationError);
      expect(String(error)).toContain(problem);
      expect(String(error)).toMatch(/also replace Sms(Queue|Reports)\./);
    },
  );

  it('with something that cannot send fails at start if codes need it', async () => {
    const building = build([SmsGatewayModule.forRoot(options()), otp()], {});
    await expect(building).rejects.toThrow("the account 'default': it has no send(), because");
  });
});
