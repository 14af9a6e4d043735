import {
  Controller,
  Injectable,
  Module,
  type ModuleMetadata,
  type Provider,
  Scope,
} from '@nestjs/common';
import { jest } from '@jest/globals';
import { Test } from '@nestjs/testing';
import { AccountEvents } from '../../lib/core/events/account-events.js';
import {
  getSmsServiceToken,
  OnSms,
  SmsConfigurationError,
  type SmsEvent,
  type SmsFailedEvent,
  SmsGatewayFactory,
  SmsGatewayModule,
  SmsService,
} from '../../lib/index.js';
import { SmsTestingModule, SmsTestingService } from '../../lib/extras/testing/index.js';
import { message, PASSWORD_AUTH } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { acceptance, rejection, ScriptedGateway } from '../support/scripted-gateway.js';

@Injectable()
class Audit {
  readonly seen: string[] = [];

  @OnSms('accepted', 'not-sent')
  keep(event: SmsEvent): void {
    this.seen.push(`${event.account} ${event.type}`);
  }

  @OnSms('not-sent', 'unknown', { account: 'marketing' })
  alert({ code }: SmsFailedEvent): void {
    this.seen.push(`alert ${code}`);
  }
}

@Controller()
class Page {
  readonly seen: string[] = [];

  @OnSms('accepted')
  @OnSms('unknown')
  show({ type }: SmsEvent): void {
    this.seen.push(type);
  }
}

@Injectable()
class Broken {
  @OnSms('accepted')
  throws(): void {
    throw new Error('boom');
  }

  @OnSms('accepted')
  rejects(): Promise<void> {
    return Promise.reject(new Error('boom'));
  }
}

@Injectable({ scope: Scope.REQUEST })
class PerRequest {
  @OnSms('accepted')
  never(): void {
    throw new Error('called');
  }
}

@Injectable()
class Slow {
  done = 0;

  @OnSms('accepted')
  async keep(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 20));
    this.done += 1;
  }
}

/** In place of the method, a function of its own. */
const Wrapped: MethodDecorator = (_target, _key, descriptor) => {
  const { value } = descriptor;
  if (typeof value !== 'function') return;
  const wrapper = function (this: unknown, ...events: unknown[]): unknown {
    return Reflect.apply(value, this, events);
  };
  Object.assign(descriptor, { value: wrapper });
};
@Module({ providers: [Audit, { provide: 'alias', useExisting: Audit }], controllers: [Page] })
class AppModule {}

const log: string[] = [];
const keep = (line: unknown) => void log.push(String(line));
const logger = { log: () => undefined, warn: keep, error: keep };

beforeEach(() => {
  log.length = 0;
});

async function build(imports: ModuleMetadata['imports'], providers: Provider[] = []) {
  const module = await Test.createTestingModule({
    imports: imports ?? [],
    providers,
  })
    .setLogger(logger)
    .compile();
  await module.init();
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= module.close());
  afterThisTest(close);
  return { module, close };
}

const account = (baseUrl: string, name?: string) =>
  SmsGatewayModule.forRoot({ name, baseUrl, auth: PASSWORD_AUTH, retry: { attempts: 1 } });

describe('@OnSms', () => {
  it('of an account that the started app does not have causes one warning with the names that it has', async () => {
    const url = 'https://sms.example.com';
    const imports = [
      AppModule,
      account(url, 'markting'),
      account(url),
      SmsGatewayModule.forTenants(),
    ];
    await build(imports);
    expect(log).toEqual([
      expect.stringMatching(
        /Audit\.alert \('marketing'\)\. The accounts with events: 'markting', 'default'\./,
      ),
    ]);
  });

  it('of an account that the factory creates while the app starts causes none', async () => {
    @Injectable()
    class Tenants {
      constructor(private readonly factory: SmsGatewayFactory) {}

      onModuleInit(): void {
        this.factory.create({
          name: 'marketing',
          baseUrl: 'https://sms.example.com',
          auth: PASSWORD_AUTH,
        });
      }
    }
    await build([AppModule, SmsGatewayModule.forTenants()], [Tenants]);
    expect(log).toEqual([]);
  });

  it('calls methods of providers and controllers once for each event, by type and account', async () => {
    const { url } = await ScriptedGateway.listen({
      send: (_request, count) => (count === 1 ? acceptance() : rejection()),
    });
    const { module } = await build([AppModule, account(url), account(url, 'marketing')]);
    const services = [getSmsServiceToken(), getSmsServiceToken('marketing')].map((token) =>
      module.get<SmsService>(token),
    );
    for (const sms of [...services, services[0]!]) await sms.send(message()).catch(() => undefined);
    const find = { strict: false };
    expect(module.get(Audit, find).seen).toEqual([
      'default accepted',
      'marketing not-sent',
      'alert rejected',
      'default not-sent',
    ]);
    expect(module.get(Page, find).seen).toEqual(['accepted']);
  });

  it('gets the events of accounts that are created while the app runs, or in a constructor', async () => {
    const { url } = await ScriptedGateway.listen();
    const options = { baseUrl: url, auth: PASSWORD_AUTH };
    @Injectable()
    class Early {
      readonly sms: SmsService;
      constructor(factory: SmsGatewayFactory) {
        this.sms = factory.create({ ...options, name: 'early' });
      }
    }
    const { module } = await build([AppModule, SmsGatewayModule.forTenants()], [Early]);
    const late = module.get(SmsGatewayFactory).create({ ...options, name: 'late' });
    await module.get(Early).sms.send(message());
    await late.send(message());
    const { seen } = module.get(Audit, { strict: false });
    expect(seen).toEqual(['early accepted', 'late accepted']);
  });

  it('works above a decorator that wraps the method, as docs/watching.md says, and not below it', async () => {
    const { url } = await ScriptedGateway.listen();
    @Injectable()
    class Orders {
      readonly handled: string[] = [];

      @OnSms('accepted')
      @Wrapped
      above(): void {
        this.handled.push('above');
      }

      @Wrapped
      @OnSms('accepted')
      below(): void {
        this.handled.push('below');
      }
    }
    const { module } = await build([account(url)], [Orders]);
    await module.get(SmsService).send(message());
    expect(module.get(Orders).handled).toEqual(['above']);
  });

  it('logs a handler that throws or rejects, by its name, and no send fails', async () => {
    const { url } = await ScriptedGateway.listen();
    const { module, close } = await build([account(url)], [Broken]);
    await expect(module.get(SmsService).send(message())).resolves.toBeDefined();
    await close();
    const failed = log.filter((line) => line.includes('@OnSms'));
    expect(failed).toEqual(
      ['throws', 'rejects'].map(
        (method) =>
          `[default] The @OnSms handler Broken.${method} failed. No message was affected.`,
      ),
    );
  });

  it('says at start that a request-scoped handler is never called', async () => {
    const { url } = await ScriptedGateway.listen();
    const { module } = await build([account(url), account(url, 'two')], [PerRequest]);
    await module.get(SmsService).send(message());
    const warnings = log.filter((line) => line.includes('@OnSms'));
    expect(warnings).toEqual([
      expect.stringMatching(/PerRequest\.never is never called.+request-scoped/),
    ]);
  });

  it('starts with a provider whose prototype has no constructor', async () => {
    const { url } = await ScriptedGateway.listen();
    const prototype: object = Object.assign(Object.create(null), { keep: () => undefined });
    const odd = { provide: 'odd', useValue: Object.create(prototype) };
    const { module } = await build([account(url)], [odd, Audit]);
    await module.get(SmsService).send(message());
    expect(module.get(Audit).seen).toEqual(['default accepted']);
  });

  it('passes the last events to handlers at shutdown, and waits for them', async () => {
    const { url } = await ScriptedGateway.listen();
    const { module, close } = await build([account(url)], [Slow]);
    const sending = module.get(SmsService).send(message());
    await close();
    await sending;
    expect(module.get(Slow).done).toBe(1);
  });

  it('delays the shutdown of an app by at most five seconds', async () => {
    jest.useFakeTimers();
    afterThisTest(() => jest.useRealTimers());
    const events = new AccountEvents('default');
    events.closeAfter(new Promise(() => undefined));
    let isClosed = false;
    const closing = events.close().then(() => (isClosed = true));
    await jest.advanceTimersByTimeAsync(4999);
    expect(isClosed).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    await closing;
  });

  it('works with the testing kit, as a module and as a replacement', async () => {
    const asModule = await build([SmsTestingModule.forRoot(), AppModule]);
    await asModule.module.get(SmsService).send(message());
    expect(asModule.module.get(Audit, { strict: false }).seen).toEqual(['default accepted']);

    const { url } = await ScriptedGateway.listen();
    const sms = new SmsTestingService();
    const replaced = await Test.createTestingModule({ imports: [AppModule, account(url)] })
      .overrideProvider(getSmsServiceToken())
      .useValue(sms)
      .compile();
    await replaced.init();
    await sms
      .failNext('unknown')
      .send(message())
      .catch(() => undefined);
    expect(replaced.get(Page, { strict: false }).seen).toEqual(['unknown']);
    await replaced.close();
  });

  it('takes only events that exist', () => {
    const types: string[] = ['arrived'];
    expect(() => Reflect.apply(OnSms, undefined, types)).toThrow(SmsConfigurationError);
    expect(() => Reflect.apply(OnSms, undefined, types)).toThrow(/does not know 'arrived'/);
    expect(() => Reflect.apply(OnSms, undefined, [])).toThrow(/needs the type/);
  });
});
