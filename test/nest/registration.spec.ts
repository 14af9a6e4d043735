import { Injectable, Module } from '@nestjs/common';
import { ConfigModule, registerAs } from '@nestjs/config';
import {
  SmsConfigurationError,
  SmsGatewayModule,
  type SmsGatewayModuleAsyncOptions,
  type SmsGatewayOptions,
  type SmsGatewayOptionsFactory,
  SmsService,
} from '../../lib/index.js';
import { SmsQueueModule } from '../../lib/extras/queue/index.js';
import { message } from '../support/account.js';
import { ScriptedGateway } from '../support/scripted-gateway.js';
import { build, buildError } from './build.js';

const optionsFor = (baseUrl: string, userId = 'acme') => ({
  baseUrl,
  auth: { method: 'password', userId, password: 'pass' } as const,
});

@Injectable()
class Settings {
  baseUrl = '';
  readonly userId = 'injected';
}

let settings = new Settings();

@Module({
  providers: [{ provide: Settings, useFactory: () => settings }],
  exports: [Settings],
})
class SettingsModule {}

@Injectable()
class OptionsFactory implements SmsGatewayOptionsFactory {
  constructor(private readonly from: Settings) {}

  createSmsGatewayOptions(): Promise<SmsGatewayOptions> {
    return Promise.resolve(optionsFor(this.from.baseUrl, this.from.userId));
  }
}

@Module({ imports: [SettingsModule], providers: [OptionsFactory], exports: [OptionsFactory] })
class FactoryModule {}

@Injectable()
class Notifier {
  constructor(readonly sms: SmsService) {}
}

@Module({ providers: [Notifier], exports: [Notifier] })
class FeatureModule {}

const fromSettings = (from: Settings) => Promise.resolve(optionsFor(from.baseUrl, from.userId));

let gateway: ScriptedGateway;

beforeEach(async () => {
  gateway = await ScriptedGateway.listen();
  settings = Object.assign(new Settings(), { baseUrl: gateway.url });
});

describe('forRoot', () => {
  it('says which options are missing if there are none', async () => {
    const nothing = undefined as unknown as SmsGatewayOptions;
    const error = await buildError([SmsGatewayModule.forRoot(nothing)]);
    expect(error).toBeInstanceOf(SmsConfigurationError);
    expect(String(error)).toContain('baseUrl');
  });

  it('provides the service to the module that imports it, and to no other', async () => {
    const error = await buildError([
      SmsGatewayModule.forRoot(optionsFor(gateway.url)),
      FeatureModule,
    ]);
    expect(String(error)).toContain("can't resolve dependencies of the Notifier");
  });

  it('hides its internal providers from the module that imports it', () => {
    const { exports: given } = SmsGatewayModule.forRoot(optionsFor(gateway.url));
    expect(given).toHaveLength(4);
  });
});

it.each([
  ['forRoot', () => SmsGatewayModule.forRoot({ ...optionsFor(gateway.url), isGlobal: true })],
  [
    'forRootAsync',
    () =>
      SmsGatewayModule.forRootAsync({
        isGlobal: true,
        useFactory: () => optionsFor(gateway.url),
      }),
  ],
])('%s provides the service everywhere with isGlobal', async (_name, register) => {
  const module = await build([register(), FeatureModule]);
  await module.get(Notifier).sms.send(message());
  expect(gateway.sends).toHaveLength(1);
});

describe('forRootAsync', () => {
  it.each<[string, () => SmsGatewayModuleAsyncOptions]>([
    [
      'useFactory, with imports and inject, and a promise',
      () => ({ imports: [SettingsModule], inject: [Settings], useFactory: fromSettings }),
    ],
    [
      'useClass, built with its dependencies',
      () => ({ imports: [SettingsModule], useClass: OptionsFactory }),
    ],
    ['useExisting', () => ({ imports: [FactoryModule], useExisting: OptionsFactory })],
    [
      'extraProviders',
      () => ({
        extraProviders: [{ provide: Settings, useValue: settings }],
        inject: [Settings],
        useFactory: fromSettings,
      }),
    ],
  ])('supports %s', async (_way, options) => {
    const module = await build([SmsGatewayModule.forRootAsync(options())]);
    await module.get(SmsService).send(message());
    expect(gateway.sends[0]?.fields['userid']).toBe('injected');
  });

  it('supports a registerAs config through asProvider()', async () => {
    const config = registerAs('sms', () => optionsFor(gateway.url, 'from-register-as'));
    const module = await build([
      ConfigModule.forRoot({ ignoreEnvFile: true, load: [config] }),
      SmsGatewayModule.forRootAsync(config.asProvider()),
    ]);
    await module.get(SmsService).send(message());
    expect(gateway.sends[0]!.fields['userid']).toBe('from-register-as');
  });

  it.each<[string, object | undefined, string]>([
    ['none', {}, 'but has none'],
    ['none without an argument', undefined, 'but has none'],
    ['none that is set', { useFactory: undefined, inject: [] }, 'but has none'],
    [
      'two',
      { useFactory: () => ({}), useClass: OptionsFactory },
      'but has useFactory and useClass.',
    ],
    [
      'three',
      { useFactory: () => ({}), useClass: OptionsFactory, useExisting: OptionsFactory },
      'but has useFactory and useClass and useExisting.',
    ],
  ])('takes exactly one of the three ways, not %s', async (_what, options, told) => {
    const error = await buildError([
      SettingsModule,
      SmsGatewayModule.forRootAsync(options as SmsGatewayModuleAsyncOptions),
    ]);
    expect(error).toBeInstanceOf(SmsConfigurationError);
    expect(String(error)).toContain('exactly one of useFactory, useClass, useExisting');
    expect(String(error)).toContain(told);
  });

  it('reports a typo, and says where the options belong', async () => {
    const options = { useFactory: () => optionsFor(gateway.url), isGlobl: true, baseUrl: 'x' };
    const error = await buildError([SmsGatewayModule.forRootAsync(options)]);
    expect(error).toBeInstanceOf(SmsConfigurationError);
    expect(String(error)).toMatch(
      /isGlobl, baseUrl are not known options\. Known: useFactory, useClass.*The module's options belong in what useFactory, useClass or useExisting creates\./s,
    );
  });

  it('does not compile without a way to create the options', () => {
    // @ts-expect-error none is given
    expect(() => SmsGatewayModule.forRootAsync({})).not.toThrow();
    // @ts-expect-error nor is one here
    expect(() => SmsGatewayModule.forRootAsync({ isGlobal: true, inject: [] })).not.toThrow();
    // @ts-expect-error nor here
    expect(() => SmsQueueModule.forRootAsync({ name: 'marketing' })).not.toThrow();
  });

  it('checks what the factory returns', async () => {
    const options = { useFactory: () => optionsFor('/sms') };
    const error = await buildError([SmsGatewayModule.forRootAsync(options)]);
    expect(error).toBeInstanceOf(SmsConfigurationError);
    expect(String(error)).toContain('baseUrl');
  });

  it('refuses extras in what the factory returns, because they would have no effect', async () => {
    const made: SmsGatewayOptions = Object.assign(optionsFor(gateway.url), { isGlobal: true });
    const options = { useFactory: () => made };
    const error = await buildError([SmsGatewayModule.forRootAsync(options)]);
    expect(String(error)).toContain('isGlobal');
  });

  it('fails with the unchanged error of the factory', async () => {
    const own = new Error('no settings');
    const useFactory = () => Promise.reject(own);
    expect(await buildError([SmsGatewayModule.forRootAsync({ useFactory })])).toBe(own);
  });
});
