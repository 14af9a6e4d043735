import {
  Injectable,
  Module,
  type OnApplicationShutdown,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import {
  getSmsServiceToken,
  SmsAuthProvider,
  SmsConfigurationError,
  type SmsCredentials,
  SmsGatewayModule,
  SmsService,
} from '../../lib/index.js';
import { message } from '../support/account.js';
import { ScriptedGateway } from '../support/scripted-gateway.js';
import { build, buildError } from './build.js';

@Injectable()
class Vault {
  readonly key = 'from-the-vault';
}

@Module({ providers: [Vault], exports: [Vault] })
class VaultModule {}

@Injectable()
class VaultAuth
  extends SmsAuthProvider
  implements OnModuleInit, OnModuleDestroy, OnApplicationShutdown
{
  readonly life: string[] = [];

  constructor(private readonly vault: Vault) {
    super();
  }

  onModuleInit(): void {
    this.life.push('init');
  }

  onModuleDestroy(): void {
    this.life.push('destroy');
  }

  onApplicationShutdown(): void {
    this.life.push('shutdown');
  }

  credentials(): Promise<SmsCredentials> {
    this.life.push('asked');
    return Promise.resolve({ headers: { 'X-Key': this.vault.key }, fields: { userid: 'own' } });
  }
}

class FakeAuth extends SmsAuthProvider {
  credentials(): Promise<SmsCredentials> {
    return Promise.resolve({ headers: { 'X-Key': 'faked' } });
  }
}

let gateway: ScriptedGateway;

beforeEach(async () => {
  gateway = await ScriptedGateway.listen();
});

const keyOfSend = () => gateway.sends.at(-1)?.headers['x-key'];

const withClass = (more: object = {}) =>
  SmsGatewayModule.forRoot({
    baseUrl: gateway.url,
    authProvider: VaultAuth,
    extraProviders: [Vault],
    ...more,
  });

describe('a class as authProvider', () => {
  it('is built by Nest with its dependencies, from imports', async () => {
    const module = await build([
      SmsGatewayModule.forRootAsync({
        imports: [VaultModule],
        authProvider: VaultAuth,
        useFactory: () => ({ baseUrl: gateway.url }),
      }),
    ]);
    await module.get(SmsService).send(message());
    expect(keyOfSend()).toBe('from-the-vault');
  });

  it('has its lifecycle hooks called once each, and the shutdown hook after the last send', async () => {
    const module = await build([withClass()]);
    const auth = module.get(SmsAuthProvider) as VaultAuth;
    await module.get(SmsService).send(message());
    await module.close();
    expect(auth.life).toEqual(['init', 'asked', 'destroy', 'shutdown']);
  });

  it('applies only to its own account', async () => {
    const auth = { method: 'apiKey', userId: 'u', apiKey: 'k' } as const;
    const module = await build([
      withClass({ name: 'vault' }),
      SmsGatewayModule.forRoot({ baseUrl: gateway.url, auth }),
    ]);
    await module.get(SmsService).send(message());
    expect(gateway.sends.at(-1)?.headers['apikey']).toBe('k');
    await module.get<SmsService>(getSmsServiceToken('vault')).send(message());
    expect(keyOfSend()).toBe('from-the-vault');
  });

  it('together with auth is an error', async () => {
    const auth = { method: 'apiKey', userId: 'u', apiKey: 'k' } as const;
    const error = await buildError([withClass({ auth })]);
    expect(error).toBeInstanceOf(SmsConfigurationError);
    expect(String(error)).toContain('auth and authProvider are both set');
  });

  it.each([
    ['an instance', new FakeAuth(), 'authProvider is not valid. Provide a class that extends'],
    ['a text', 'VaultAuth', 'authProvider is not valid. Provide a class'],
    ['null', null, 'authProvider is not valid. Provide a class'],
    ['a class without credentials', class Nothing {}, 'has no credentials() method'],
  ])('is an error if it is %s', async (_what, authProvider, problem) => {
    const error = await buildError([withClass({ authProvider })]);
    expect(error).toBeInstanceOf(SmsConfigurationError);
    expect(String(error)).toContain(problem);
  });
});

describe('a registration', () => {
  it.each([
    ['extraProviders', { provide: 'a', useValue: 1 }, 'extraProviders is not valid'],
    ['isGlobal', 'false', 'isGlobal is not valid. Provide true or false'],
  ])('with an invalid %s is an error', async (key, value, problem) => {
    const error = await buildError([withClass({ authProvider: FakeAuth, [key]: value })]);
    expect(error).toBeInstanceOf(SmsConfigurationError);
    expect(String(error)).toContain(problem);
  });
});

describe('an instance as auth', () => {
  it('can come from an async factory, with its injected dependencies', async () => {
    const module = await build([
      SmsGatewayModule.forRootAsync({
        imports: [VaultModule],
        inject: [Vault],
        useFactory: async (vault: Vault) => {
          await Promise.resolve();
          return { baseUrl: gateway.url, auth: new VaultAuth(vault) };
        },
      }),
    ]);
    await module.get(SmsService).send(message());
    expect(keyOfSend()).toBe('from-the-vault');
  });
});

it.each<[string, () => ReturnType<typeof withClass>]>([
  ['a class', withClass],
  [
    'one of the three ways',
    () =>
      SmsGatewayModule.forRoot({
        baseUrl: gateway.url,
        auth: { method: 'token', userId: 'u', password: 'p' },
      }),
  ],
])('%s can be overridden by the token SmsAuthProvider', async (_what, register) => {
  const module = await build([register()], {}, (builder) =>
    builder.overrideProvider(SmsAuthProvider).useClass(FakeAuth),
  );
  await module.get(SmsService).send(message());
  expect(keyOfSend()).toBe('faked');
  expect(gateway.logins).toHaveLength(0);
});
