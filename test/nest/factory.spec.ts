import { Injectable } from '@nestjs/common';
import {
  createSmsService,
  SmsConfigurationError,
  SmsGatewayFactory,
  SmsGatewayModule,
  type SmsServiceOptions,
} from '../../lib/index.js';
import { afterThisTest } from '../support/clean-up.js';
import { captureWarnings, errorOf, message, PASSWORD_AUTH } from '../support/account.js';
import { eventually, Latch } from '../support/eventually.js';
import { acceptance, rejection, ScriptedGateway } from '../support/scripted-gateway.js';
import { build } from './build.js';

@Injectable()
class Tenants {
  constructor(readonly factory: SmsGatewayFactory) {}
}

let gateway: ScriptedGateway;

beforeEach(async () => {
  gateway = await ScriptedGateway.listen();
});

const optionsOf = (userId: string, more: Partial<SmsServiceOptions> = {}): SmsServiceOptions => ({
  baseUrl: gateway.url,
  auth: { method: 'password', userId, password: 'pass' },
  retry: { attempts: 1 },
  drain: 0,
  ...more,
});

/** The factory of an app, where a provider injects it. */
async function factoryOf(...imports: Parameters<typeof build>[0]) {
  const module = await build(imports, { providers: [Tenants] });
  const { factory } = module.get(Tenants);
  expect(factory).toBeInstanceOf(SmsGatewayFactory);
  return { factory, module };
}

describe('SmsGatewayFactory', () => {
  it.each<[string, () => Parameters<typeof build>[0]]>([
    ['forTenants, without any account', () => [SmsGatewayModule.forTenants()]],
    ['forRoot', () => [SmsGatewayModule.forRoot(optionsOf('main'))]],
    ['forRoot with a name', () => [SmsGatewayModule.forRoot(optionsOf('main', { name: 'a' }))]],
    [
      'forRootAsync',
      () => [SmsGatewayModule.forRootAsync({ useFactory: () => optionsOf('main') })],
    ],
    [
      'all of them at once',
      () => [
        SmsGatewayModule.forTenants({ isGlobal: true }),
        SmsGatewayModule.forRoot(optionsOf('main')),
        SmsGatewayModule.forRoot(optionsOf('main', { name: 'a' })),
      ],
    ],
  ])('is injected through %s', async (_what, imports) => {
    const { factory } = await factoryOf(...imports());
    await factory.create(optionsOf('tenant')).send(message());
    expect(gateway.sends.map(({ fields }) => fields['userid'])).toEqual(['tenant']);
  });

  it('creates accounts with their own credentials and connections', async () => {
    const { factory } = await factoryOf(SmsGatewayModule.forTenants());
    const [one, two] = ['one', 'two'].map((user) => factory.create(optionsOf(user)));
    await one!.send(message());
    await one!.close();
    await two!.send(message());
    const closed = await errorOf(one!.send(message()));
    expect(closed).toMatchObject({ code: 'closed' });
    expect(String(closed)).toContain('The account was closed');
    expect(gateway.sends.map(({ fields }) => fields['userid'])).toEqual(['one', 'two']);
  });

  it('names an account in receipts, errors and logs as it is told', async () => {
    gateway.script = { send: (_request, count) => (count === 1 ? acceptance() : rejection()) };
    const warnings = captureWarnings();
    const { factory, module } = await factoryOf(SmsGatewayModule.forTenants());
    module.useLogger({ log() {}, error() {}, warn: (line: string) => void warnings.push(line) });
    const sms = factory.create(optionsOf('u', { name: 'tenant-7' }));
    expect(await sms.send(message())).toMatchObject({ account: 'tenant-7' });
    expect(await errorOf(sms.send(message()))).toMatchObject({ account: 'tenant-7' });
    expect(warnings.join()).toContain('[tenant-7] Not sent');
    expect(
      await factory
        .create(optionsOf('u'))
        .send(message())
        .catch((error) => error),
    ).toMatchObject({
      account: 'default',
    });
  });

  it.each<[string, object, string]>([
    ['an unknown option', { baseURL: 'x' }, 'baseURL is not a known option'],
    ['no auth', { auth: undefined }, 'auth is missing'],
    ['an option of a registration', { isGlobal: true }, 'isGlobal is not a known option'],
    ['an empty name', { name: '' }, 'name is empty'],
  ])('refuses %s at once, with a clear error', async (_what, wrong, told) => {
    const { factory } = await factoryOf(SmsGatewayModule.forTenants());
    const create = (): unknown => factory.create({ ...optionsOf('u'), ...wrong });
    expect(create).toThrow(SmsConfigurationError);
    expect(create).toThrow(told);
  });

  it.each([{ baseUrl: '/sms' }, { reach: { redirectTo: '12' } }])(
    'names the account in the error for %j',
    async (wrong) => {
      const { factory } = await factoryOf(SmsGatewayModule.forTenants());
      const create = (): unknown => factory.create(optionsOf('u', { name: 'tenant-7', ...wrong }));
      expect(create).toThrow(expect.objectContaining({ account: 'tenant-7' }));
    },
  );

  it('has its accounts finish their sends when the app closes, and creates none that send after it', async () => {
    const answer = new Latch();
    gateway.script = { send: () => answer.opened.then(() => acceptance()) };
    const { factory, module } = await factoryOf(SmsGatewayModule.forTenants());
    const accounts = ['one', 'two'].map((user) =>
      factory.create(optionsOf(user, { drain: 60_000 })),
    );
    const sending = accounts.map((sms) => sms.send(message()));
    await eventually(() => gateway.sends.length === 2);
    const closing = module.close();
    await eventually(() => factory.create(optionsOf('late')) && true);
    answer.open();
    expect(await Promise.all(sending)).toHaveLength(2);
    await closing;
    for (const sms of [...accounts, factory.create(optionsOf('late'))]) {
      expect(await errorOf(sms.send(message()))).toHaveProperty('code', 'closed');
    }
    expect(gateway.sends).toHaveLength(2);
  });

  it('closes with the accounts of the registrations', async () => {
    const { factory, module } = await factoryOf(SmsGatewayModule.forRoot(optionsOf('main')));
    const sms = factory.create(optionsOf('tenant'));
    await sms.send(message());
    await module.close();
    expect(await errorOf(sms.send(message()))).toHaveProperty('code', 'closed');
  });
});

describe('createSmsService', () => {
  it('creates an account without an app', async () => {
    const sms = await createSmsService(optionsOf('script'));
    afterThisTest(() => sms.close());
    expect(await sms.send(message())).toMatchObject({ account: 'default' });
    expect(await sms.broadcast({ text: 'hi' }, [message().to as string])).toMatchObject({
      accepted: 1,
    });
    await sms.close();
    expect(await errorOf(sms.send(message()))).toHaveProperty('code', 'closed');
  });

  it('rejects invalid options', async () => {
    const wrong = { baseUrl: 'sms.example.com', auth: PASSWORD_AUTH };
    await expect(createSmsService(wrong)).rejects.toThrow(SmsConfigurationError);
    await expect(createSmsService(wrong)).rejects.toThrow('baseUrl is not an absolute');
  });
});
