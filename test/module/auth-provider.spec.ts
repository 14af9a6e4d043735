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
  it('is built by Nest with its dependencies, from extraProviders', async () => {
    const module = await build([withClass()]);
    await module.get(SmsService).send(message());
    expect(keyOfSend()).toBe('from-the-vault');
  });

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

  it('can be overridden by its token', async () => {
    const module = await build([withClass()], {}, (builder) =>
      builder.overrideProvider(SmsAuthProvider).useValue(new FakeAuth()),
    );
    await module.get(SmsService).send(message());
    expect(keyOfSend()).toBe('faked');
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
  it('authenticates sends', async () => {
    const options = { baseUrl: gateway.url, auth: new VaultAuth(new Vault()) };
    const module = await build([SmsGatewayModule.forRoot(options)]);
    await module.get(SmsService).send(message());
    expect(keyOfSend()).toBe('from-the-vault');
  });

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

describe('one of the three ways', () => {
  it('can also be overridden by the token SmsAuthProvider', async () => {
    const auth = { method: 'token', userId: 'u', password: 'p' } as const;
    const imports = [SmsGatewayModule.forRoot({ baseUrl: gateway.url, auth })];
    const module = await build(imports, {}, (builder) =>
      builder.overrideProvider(SmsAuthProvider).useClass(FakeAuth),
    );
    await module.get(SmsService).send(message());
    expect(keyOfSend()).toBe('faked');
    expect(gateway.logins).toHaveLength(0);
  });
});

describe('the service', () => {
  it('can be overridden by its class', async () => {
    const fake = { send: () => Promise.resolve('faked') };
    const module = await build([withClass()], {}, (builder) =>
      builder.overrideProvider(SmsService).useValue(fake),
    );
    expect(module.get(SmsService)).toBe(fake);
  });
});
