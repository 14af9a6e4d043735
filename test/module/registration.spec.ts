import { Injectable, Module } from '@nestjs/common';
import { ConfigModule, ConfigService, registerAs } from '@nestjs/config';
import {
  SmsConfigurationError,
  SmsGatewayModule,
  type SmsGatewayModuleAsyncOptions,
  type SmsGatewayOptions,
  type SmsGatewayOptionsFactory,
  SmsService,
} from '../../lib/index.js';
import { SmsQueueModule } from '../../lib/queue/index.js';
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

let gateway: ScriptedGateway;

const environment = () => ({ SMS_BASE_URL: gateway.url, SMS_USER_ID: 'from-config' });

beforeEach(async () => {
  gateway = await ScriptedGateway.listen();
  settings = Object.assign(new Settings(), { baseUrl: gateway.url });
});

async function senderOf(options: SmsGatewayModuleAsyncOptions): Promise<string | undefined> {
  const module = await build([SmsGatewayModule.forRootAsync(options)]);
  await module.get(SmsService).send(message());
  return gateway.sends[0]?.fields['userid'];
}

describe('forRoot', () => {
  it('provides a service that sends', async () => {
    const module = await build([SmsGatewayModule.forRoot(optionsFor(gateway.url))]);
    await module.get(SmsService).send(message());
    expect(gateway.texts).toEqual(['hello']);
  });

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

  it('provides the service everywhere with isGlobal', async () => {
    const options = { ...optionsFor(gateway.url), isGlobal: true };
    const module = await build([SmsGatewayModule.forRoot(options), FeatureModule]);
    await module.get(Notifier).sms.send(message());
    expect(gateway.sends).toHaveLength(1);
  });

  it('hides its internal providers from the module that imports it', () => {
    const { exports: given } = SmsGatewayModule.forRoot(optionsFor(gateway.url));
    expect(given).toHaveLength(4);
  });
});

describe('forRootAsync', () => {
  it('supports useFactory', async () => {
    expect(await senderOf({ useFactory: () => optionsFor(gateway.url) })).toBe('acme');
  });

  it('supports useFactory with imports and inject, and a promise', async () => {
    const useFactory = (from: Settings) => Promise.resolve(optionsFor(from.baseUrl, from.userId));
    const options = { imports: [SettingsModule], inject: [Settings], useFactory };
    expect(await senderOf(options)).toBe('injected');
  });

  it('supports useClass, built with its dependencies', async () => {
    const options = { imports: [SettingsModule], useClass: OptionsFactory };
    expect(await senderOf(options)).toBe('injected');
  });

  it('supports useExisting', async () => {
    const options = { imports: [FactoryModule], useExisting: OptionsFactory };
    expect(await senderOf(options)).toBe('injected');
  });

  it('supports extraProviders', async () => {
    const options = {
      extraProviders: [{ provide: Settings, useValue: settings }],
      inject: [Settings],
      useFactory: (from: Settings) => optionsFor(from.baseUrl, from.userId),
    };
    expect(await senderOf(options)).toBe('injected');
  });

  it('provides the service everywhere with isGlobal', async () => {
    const useFactory = () => optionsFor(gateway.url);
    const module = await build([
      SmsGatewayModule.forRootAsync({ isGlobal: true, useFactory }),
      FeatureModule,
    ]);
    await module.get(Notifier).sms.send(message());
    expect(gateway.sends).toHaveLength(1);
  });

  it('supports ConfigService', async () => {
    const options = {
      imports: [ConfigModule.forRoot({ ignoreEnvFile: true, load: [environment] })],
      inject: [ConfigService],
      useFactory: (config: ConfigService) =>
        optionsFor(config.getOrThrow('SMS_BASE_URL'), config.getOrThrow('SMS_USER_ID')),
    };
    expect(await senderOf(options)).toBe('from-config');
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

  it.each<[string, object, string]>([
    ['none', {}, 'but has none'],
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
    expect(String(error)).toContain(
      'isGlobl, baseUrl are not known options. Known: useFactory, useClass',
    );
    expect(String(error)).toContain(
      "The module's options belong in what useFactory, useClass or useExisting creates.",
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

  it('reports that no way was given, even without an argument', async () => {
    const nothing = undefined as unknown as SmsGatewayModuleAsyncOptions;
    const error = await buildError([SmsGatewayModule.forRootAsync(nothing)]);
    expect(error).toBeInstanceOf(SmsConfigurationError);
    expect(String(error)).toContain('but has none');
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
