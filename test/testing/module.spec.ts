import { Inject, Injectable, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import {
  getSmsServiceToken,
  InjectSms,
  SmsConfigurationError,
  type SmsEvent,
  SmsGatewayModule,
  SmsService,
} from '../../lib/index.js';
import {
  SmsTestingModule,
  type SmsTestingModuleOptions,
  SmsTestingService,
} from '../../lib/extras/testing/index.js';

const message = { to: '919876543210', text: 'x' };

@Injectable()
class Notifier {
  constructor(
    readonly byClass: SmsService,
    @InjectSms() readonly byToken: SmsService,
    @InjectSms('marketing') readonly named: SmsService,
    @Inject(SmsService) readonly again: SmsService,
  ) {}
}

const gateway = (name?: string) =>
  SmsGatewayModule.forRoot({
    baseUrl: 'https://sms.example.com',
    auth: { method: 'apiKey', userId: 'u', apiKey: 'k' },
    ...(name !== undefined && { name }),
  });

const testing = (options: SmsTestingModuleOptions, ...more: SmsTestingModuleOptions[]) =>
  Test.createTestingModule({
    imports: [options, ...more].map((each) => SmsTestingModule.forRoot(each)),
  }).compile();

const beside = (real?: string, fake?: string) =>
  Test.createTestingModule({
    imports: [gateway(real), SmsTestingModule.forRoot({ name: fake })],
  }).compile();

describe('SmsTestingModule', () => {
  it('replaces SmsGatewayModule, for the default account and a named one', async () => {
    const moduleRef = await Test.createTestingModule({
      imports: [
        SmsTestingModule.forRoot({ defaults: { senderId: 'MYSHOP' } }),
        SmsTestingModule.forRoot({ name: 'marketing', defaultCountry: 'IN' }),
      ],
      providers: [Notifier],
    }).compile();
    const notifier = moduleRef.get(Notifier);
    const sms = moduleRef.get(SmsTestingService);
    const marketing = moduleRef.get<SmsTestingService>(getSmsServiceToken('marketing'));
    expect([notifier.byClass, notifier.byToken, notifier.again]).toEqual([sms, sms, sms]);
    expect(notifier.named).toBe(marketing);
    expect(marketing).not.toBe(sms);

    await notifier.byClass.send(message);
    sms.expectSent({ senderId: 'MYSHOP' });
    marketing.expectNothingSent();
    await notifier.named.send({ ...message, to: '98765 43210' });
    marketing.expectSent({ to: '+91 98765 43210' });
    await moduleRef.close();
  });

  it.each([undefined, 'default', 'marketing'])(
    'reports the name of its account: %s',
    async (name) => {
      const moduleRef = await testing({ name });
      const fromModule = moduleRef.get<SmsTestingService>(getSmsServiceToken(name));
      for (const sms of [fromModule, new SmsTestingService({ name })]) {
        const account = name ?? 'default';
        const events: SmsEvent[] = [];
        sms.events$.subscribe((event) => events.push(event));
        expect(await sms.send(message)).toMatchObject({ account });
        const failures = [sms.failNext('unknown').send(message), sms.send({ ...message, to: '1' })];
        for (const failure of failures) await expect(failure).rejects.toMatchObject({ account });
        await expect(sms.broadcast({ text: '' }, []).finish()).rejects.toMatchObject({ account });
        expect(events.map((event) => event.account)).toEqual([account, account, account]);
      }
      await moduleRef.close();
    },
  );

  it('refuses an invalid name', async () => {
    await expect(testing({ name: '' })).rejects.toThrow(SmsConfigurationError);
    expect(() => new SmsTestingService({ name: '' })).toThrow(
      /^The testing kit cannot be used .*name/,
    );
  });

  it('is global if its options say so', async () => {
    @Module({ providers: [{ provide: 'user', useExisting: SmsService }] })
    class Feature {}
    const compile = (isGlobal: boolean) =>
      Test.createTestingModule({ imports: [SmsTestingModule.forRoot({ isGlobal }), Feature] });
    await expect(compile(false).compile()).rejects.toThrow('dependencies');
    const moduleRef = await compile(true).compile();
    expect(moduleRef.get('user', { strict: false })).toBeInstanceOf(SmsTestingService);
  });

  it('refuses invalid options like the real module', async () => {
    await expect(testing({ defaultCountry: 'India' })).rejects.toThrow(SmsConfigurationError);
    await expect(testing({ defaults: { senderId: '' } })).rejects.toThrow('defaults.senderId');
    const unknown: object = { baseUrl: 'https://sms.example.com' };
    await expect(testing(unknown)).rejects.toThrow("has no option 'baseUrl'");
  });

  it('refuses to be registered together with SmsGatewayModule, and says what to do', async () => {
    await expect(beside()).rejects.toThrow('overrideProvider(SmsService)');
    await expect(beside('a', 'a')).rejects.toThrow("the account 'a'");
    await expect(beside('a', 'b')).resolves.toBeDefined();
  });

  it('refuses to be registered twice for one account', async () => {
    await expect(testing({}, {})).rejects.toThrow(
      'an SmsService is registered 2 times without a name',
    );
    await expect(testing({ name: 'a' }, { name: 'a' })).rejects.toThrow("the name 'a'");
    await expect(testing({}, { name: 'a' })).resolves.toBeDefined();
  });
});

describe('overrideProvider', () => {
  it('stays usable for the next app after one was closed', async () => {
    const sms = new SmsTestingService();
    for (let round = 0; round < 2; round += 1) {
      const moduleRef = await Test.createTestingModule({ imports: [gateway()] })
        .overrideProvider(SmsService)
        .useValue(sms)
        .compile();
      await moduleRef.init();
      await moduleRef.get(SmsService).send(message);
      await moduleRef.close();
    }
    expect(sms.sent).toHaveLength(2);
  });

  it('can be built by Nest with useClass', async () => {
    const moduleRef = await Test.createTestingModule({ imports: [gateway()] })
      .overrideProvider(SmsService)
      .useClass(SmsTestingService)
      .compile();
    const sms = moduleRef.get<SmsTestingService>(SmsService);
    await sms.send(message);
    expect(sms.sent).toHaveLength(1);
    await moduleRef.close();
  });
});
