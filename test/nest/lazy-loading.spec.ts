import { type DynamicModule, forwardRef, Injectable, Module, type Type } from '@nestjs/common';
import { LazyModuleLoader } from '@nestjs/core';
import {
  SmsConfigurationError,
  SmsFailoverModule,
  SmsGatewayModule,
  SmsService,
} from '../../lib/index.js';
import { memoryOtpStore, SmsOtpModule } from '../../lib/extras/otp/index.js';
import { SmsQueueModule } from '../../lib/extras/queue/index.js';
import { SmsReportsModule } from '../../lib/extras/reports/index.js';
import { SmsTestingModule } from '../../lib/extras/testing/index.js';
import { PASSWORD_AUTH } from '../support/account.js';
import { build } from './build.js';

const account = (more: { name?: string; isGlobal?: boolean } = {}) =>
  SmsGatewayModule.forRoot({
    baseUrl: 'http://127.0.0.1:9',
    auth: PASSWORD_AUTH,
    ...more,
  });

@Injectable()
class Notifier {
  constructor(readonly sms: SmsService) {}
}

@Module({ providers: [Notifier] })
class LazyModule {}

@Module({})
class EmptyModule {}

const containing = (imported: DynamicModule, module: Type = LazyModule): DynamicModule => ({
  module,
  imports: [imported],
});

describe('a module that LazyModuleLoader loads', () => {
  it.each<[string, () => DynamicModule]>([
    ['SmsGatewayModule', () => account()],
    ['SmsGatewayModule', () => account({ isGlobal: true })],
    ['SmsGatewayModule', () => SmsGatewayModule.forTenants()],
    ['SmsFailoverModule', () => SmsFailoverModule.forRoot({ accounts: ['a', 'b'] })],
    ['SmsQueueModule', () => SmsQueueModule.forRoot({ connection: 'redis://127.0.0.1:1' })],
    [
      'SmsOtpModule',
      () => SmsOtpModule.forRoot({ keys: ['a1'.repeat(32)], store: memoryOtpStore() }),
    ],
    ['SmsReportsModule', () => SmsReportsModule.forRoot()],
    ['SmsTestingModule', () => SmsTestingModule.forRoot()],
  ])('is refused with the reason if it is an %s', async (name, imported) => {
    const app = await build([account({ name: 'a' }), account({ name: 'b' })]);
    const loading = app.get(LazyModuleLoader).load(() => containing(imported(), EmptyModule));
    const error: unknown = await loading.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(SmsConfigurationError);
    expect(String(error)).toContain(
      `${name} cannot be loaded with LazyModuleLoader, because Nest neither starts nor closes lazily loaded modules. Import it when the app starts,`,
    );
  });

  it('may inject a service of a module that was imported at start', async () => {
    const app = await build([account({ isGlobal: true })]);
    const loaded = await app.get(LazyModuleLoader).load(() => LazyModule);
    expect(loaded.get(Notifier).sms).toBe(app.get(SmsService, { strict: false }));
  });

  it('may import a module that was imported at start', async () => {
    const shared = account();
    const app = await build([shared]);
    const loaded = await app.get(LazyModuleLoader).load(() => containing(shared));
    expect(loaded.get(Notifier).sms).toBe(app.get(SmsService, { strict: false }));
  });
});

describe('a module of an app', () => {
  it('starts however deep it is imported, and if modules import each other', async () => {
    @Module({ imports: [forwardRef(() => Second)] })
    class First {}
    @Module({ imports: [forwardRef(() => First), account()] })
    class Second {}
    @Module({ imports: [First] })
    class Third {}
    const app = await build([Third, account({ name: 'global', isGlobal: true })]);
    expect(app.get(SmsService, { strict: false })).toBeInstanceOf(SmsService);
  });
});
