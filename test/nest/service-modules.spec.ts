import { type DynamicModule, Inject, Injectable, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { SmsGatewayModule } from '../../lib/index.js';
import {
  getSmsOtpToken,
  InjectSmsOtp,
  memoryOtpStore,
  SmsOtp,
  SmsOtpModule,
} from '../../lib/extras/otp/index.js';
import {
  getSmsQueueToken,
  InjectSmsQueue,
  SmsQueue,
  SmsQueueModule,
} from '../../lib/extras/queue/index.js';
import {
  getSmsReportsToken,
  InjectSmsReports,
  SmsReports,
  SmsReportsModule,
} from '../../lib/extras/reports/index.js';
import { PASSWORD_AUTH } from '../support/account.js';

const OTP = { keys: ['a1'.repeat(32)], store: memoryOtpStore() };
const QUEUE = { connection: 'redis://127.0.0.1:1' } as const;

@Injectable()
class Factory {
  createSmsReportsOptions = () => ({});
  createSmsQueueOptions = () => QUEUE;
  createSmsOtpOptions = () => OTP;
}

/** Builds the modules without starting them. */
const build = (...imports: DynamicModule[]) => Test.createTestingModule({ imports }).compile();

const account = (name?: string) =>
  SmsGatewayModule.forRoot({ name, baseUrl: 'https://sms.example.com', auth: PASSWORD_AUTH });

type Registration = { readonly name?: string; readonly isGlobal?: boolean };

describe.each([
  {
    module: SmsReportsModule,
    byClass: SmsReports,
    tokenOf: getSmsReportsToken,
    injected: InjectSmsReports,
    fromClass: () => SmsReportsModule.forRootAsync({ useClass: Factory }),
    register: (more: Registration = {}) => SmsReportsModule.forRoot(more),
  },
  {
    module: SmsQueueModule,
    byClass: SmsQueue,
    tokenOf: getSmsQueueToken,
    injected: InjectSmsQueue,
    fromClass: () => SmsQueueModule.forRootAsync({ useClass: Factory }),
    register: (more: Registration = {}) => SmsQueueModule.forRoot({ ...QUEUE, ...more }),
  },
  {
    module: SmsOtpModule,
    byClass: SmsOtp,
    tokenOf: getSmsOtpToken,
    injected: InjectSmsOtp,
    fromClass: () => SmsOtpModule.forRootAsync({ useClass: Factory }),
    register: (more: Registration = {}) => SmsOtpModule.forRoot({ ...OTP, ...more }),
  },
])('the service of $module.name', ({ byClass, tokenOf, injected, fromClass, register }) => {
  /** A module that injects it, but does not import the one that registers it. */
  function elsewhere(token: unknown = byClass): DynamicModule {
    @Injectable()
    class Feature {
      constructor(@Inject(token as symbol) readonly service: unknown) {}
    }
    @Module({ providers: [Feature] })
    class FeatureModule {}
    return { module: FeatureModule };
  }

  it('can be injected by its class, which stands for the default account', async () => {
    const app = await build(account(), register());
    expect(app.get(byClass, { strict: false })).toBeInstanceOf(byClass);
    expect(app.get(tokenOf(), { strict: false })).toBe(app.get(byClass, { strict: false }));
  });

  it('of another account can be injected only by its name', async () => {
    const app = await build(account('marketing'), register({ name: 'marketing' }));
    expect(app.get(tokenOf('marketing'), { strict: false })).toBeInstanceOf(byClass);
    expect(() => app.get(byClass, { strict: false })).toThrow('could not find');
  });

  it('can be injected everywhere with isGlobal, and only then', async () => {
    const app = await build(account(), register({ isGlobal: true }), elsewhere());
    expect(app.get(byClass, { strict: false })).toBeInstanceOf(byClass);
    const named = register({ isGlobal: true, name: 'marketing' });
    await build(account('marketing'), named, elsewhere(tokenOf('marketing')));
    const without = build(account(), register(), elsewhere());
    await expect(without).rejects.toThrow("can't resolve dependencies");
  });

  it('of the default account is replaced by overriding its class, however it is injected', async () => {
    const fake = { isFake: true };
    @Injectable()
    class Feature {
      constructor(
        @Inject(byClass) readonly injectedByClass: unknown,
        @injected() readonly byDecorator: unknown,
        @Inject(tokenOf()) readonly byToken: unknown,
      ) {}
    }
    const app = await Test.createTestingModule({
      imports: [account(), register()],
      providers: [Feature],
    })
      .overrideProvider(byClass)
      .useValue(fake)
      .compile();
    await app.init();
    const { injectedByClass, byDecorator, byToken } = app.get(Feature);
    for (const service of [injectedByClass, byDecorator, byToken]) expect(service).toBe(fake);
    await app.close();
  });

  it('takes its options from a class', async () => {
    const app = await build(account(), fromClass());
    expect(app.get(byClass, { strict: false })).toBeInstanceOf(byClass);
  });
});
