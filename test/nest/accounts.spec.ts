import { jest } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import { SmsAccount } from '../../lib/core/account/sms-account.js';
import {
  getSmsServiceToken,
  InjectSms,
  SmsConfigurationError,
  SmsGatewayModule,
  SmsService,
} from '../../lib/index.js';
import { errorOf, message } from '../support/account.js';
import { eventually, Latch } from '../support/eventually.js';
import { acceptance, ScriptedGateway } from '../support/scripted-gateway.js';
import { build, buildError } from './build.js';

@Injectable()
class Campaign {
  constructor(
    @InjectSms('marketing') readonly marketing: SmsService,
    @InjectSms('alerts') readonly alerts: SmsService,
  ) {}
}

@Injectable()
class Login {
  constructor(
    readonly byClass: SmsService,
    @InjectSms() readonly byToken: SmsService,
  ) {}
}

@Injectable()
class OtherFeature {
  constructor(readonly sms: SmsService) {}
}

let gateway: ScriptedGateway;

beforeEach(async () => {
  gateway = await ScriptedGateway.listen();
});

const account = (name?: string, more: object = {}) =>
  SmsGatewayModule.forRoot({
    baseUrl: gateway.url,
    auth: { method: 'password', userId: name ?? 'main', password: 'pass' },
    name,
    ...more,
  });

const asyncOptions = () => ({
  baseUrl: gateway.url,
  auth: { method: 'password', userId: 'async', password: 'pass' } as const,
});

const userOf = async (sms: SmsService): Promise<string | undefined> => {
  await sms.send(message());
  return gateway.sends.at(-1)?.fields['userid'];
};

describe('several accounts', () => {
  it.each([[[undefined, 'marketing', 'alerts']], [['alerts', 'marketing', undefined]]])(
    'can be in one module, each with its own credentials, whatever their order: %j',
    async (names) => {
      const imports = names.map((name) => account(name));
      const module = await build(imports, { providers: [Campaign, Login] });
      const [campaign, login] = [module.get(Campaign), module.get(Login)];
      expect(await userOf(campaign.marketing)).toBe('marketing');
      expect(await userOf(campaign.alerts)).toBe('alerts');
      expect(await userOf(login.byClass)).toBe('main');
      expect(login.byToken).toBe(login.byClass);
    },
  );

  it('can be in several modules', async () => {
    @Module({ imports: [account()], providers: [Login] })
    class LoginModule {}
    @Module({ imports: [account('marketing'), account('alerts')], providers: [Campaign] })
    class CampaignModule {}
    const module = await build([LoginModule, CampaignModule]);
    const find = { strict: false };
    expect(await userOf(module.get(Login, find).byClass)).toBe('main');
    expect(await userOf(module.get(Campaign, find).alerts)).toBe('alerts');
  });

  it('can come from async registrations', async () => {
    const module = await build([
      SmsGatewayModule.forRootAsync({ name: 'one', useFactory: asyncOptions }),
      SmsGatewayModule.forRootAsync({ name: 'two', isGlobal: true, useFactory: asyncOptions }),
    ]);
    const [one, two] = ['one', 'two'].map((name) =>
      module.get<SmsService>(getSmsServiceToken(name)),
    );
    expect(await userOf(one!)).toBe('async');
    expect(two).not.toBe(one);
  });

  it('close together: none takes sends while another drains', async () => {
    const answer = new Latch();
    const slow = await ScriptedGateway.listen({
      send: async () => {
        await answer.opened;
        return acceptance();
      },
    });
    const names = ['first', 'second', undefined];
    const module = await build(names.map((name) => account(name, { baseUrl: slow.url })));
    const all = names.map((name) => module.get<SmsService>(getSmsServiceToken(name)));
    const sending = all.map((sms) => sms.send(message()));
    await eventually(() => slow.sends.length === 3);
    const closes = jest.spyOn(SmsAccount.prototype, 'close');
    const closing = module.close();
    await eventually(() => new Set(closes.mock.contexts).size === 3);
    for (const sms of all)
      expect(await errorOf(sms.send(message()))).toHaveProperty('code', 'closed');
    answer.open();
    await Promise.all(sending);
    await closing;
    closes.mockRestore();
    expect(slow.sends).toHaveLength(3);
  });

  it('provide no SmsService if none is the default account', async () => {
    const module = await build([account('marketing')]);
    expect(() => module.get(SmsService, { strict: false })).toThrow(/SmsService/);
  });
});

describe('getSmsServiceToken', () => {
  it('returns one symbol for each name, shared by all copies of the package', () => {
    expect(getSmsServiceToken('a')).toBe(getSmsServiceToken('a'));
    expect(getSmsServiceToken('a')).not.toBe(getSmsServiceToken('b'));
    expect(getSmsServiceToken('a')).toBe(Symbol.for('nestjs-sms-gateway:service:a'));
    expect([getSmsServiceToken(), getSmsServiceToken('default')]).toEqual([SmsService, SmsService]);
  });
});

describe('one name twice', () => {
  it.each<[string, string | undefined, string | undefined, string]>([
    ['by name', 'marketing', 'marketing', "'marketing'"],
    ['without a name', undefined, undefined, 'without a name'],
    ['by the name of the default', undefined, 'default', 'without a name'],
  ])('is an error: %s', async (_what, first, second, told) => {
    const error = await buildError([account(first), account(second)]);
    expect(error).toBeInstanceOf(SmsConfigurationError);
    expect(String(error)).toContain('registered 2 times');
    expect(String(error)).toContain(told);
  });

  it('is also an error across modules', async () => {
    @Module({ imports: [account('marketing')] })
    class First {}
    @Module({ imports: [account('marketing')] })
    class Second {}
    expect(await buildError([First, Second])).toBeInstanceOf(SmsConfigurationError);
  });

  it('is no error if two modules import the same registration', async () => {
    const shared = account();
    @Module({ imports: [shared], providers: [Login] })
    class First {}
    @Module({ imports: [shared], providers: [OtherFeature] })
    class Second {}
    const module = await build([First, Second]);
    const find = { strict: false };
    expect(module.get(Login, find).byClass).toBe(module.get(OtherFeature, find).sms);
  });

  it('is no error in two apps of one process', async () => {
    const [one, two] = [await build([account()]), await build([account()])];
    expect(one.get(SmsService)).not.toBe(two.get(SmsService));
  });

  it.each(['', 7, {}])('a name that is not a string is an error: %p', async (name) => {
    const error = await buildError([account('x', { name })]);
    expect(error).toBeInstanceOf(SmsConfigurationError);
    expect(String(error)).toContain('name');
  });
});
