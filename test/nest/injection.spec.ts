import {
  Module,
  type Type,
  type DynamicModule,
  Inject,
  Injectable,
  Scope,
  Controller,
  Get,
  Post,
  Res,
  UseFilters,
} from '@nestjs/common';
import { REQUEST, type AbstractHttpAdapter, NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import {
  SmsAuthProvider,
  SmsConfigurationError,
  SmsGatewayFactory,
  SmsService,
  SmsFailoverModule,
  SmsGatewayModule,
  SmsExceptionFilter,
  type SmsGatewayError,
  SmsMessageError,
  SmsResponseError,
  SmsTransportError,
} from '../../lib/index.js';
import { SmsOtp, memoryOtpStore, SmsOtpModule } from '../../lib/extras/otp/index.js';
import { SmsQueue, SmsQueueModule } from '../../lib/extras/queue/index.js';
import { SmsReports, SmsReportsModule } from '../../lib/extras/reports/index.js';
import { build, buildError } from './build.js';
import { PASSWORD_AUTH } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { memberOf } from '../../lib/core/common/members.js';

function moduleWith(provider: Type) {
  @Module({ providers: [provider] })
  class AppModule {}
  return AppModule;
}

describe.each<[string, string, abstract new () => object]>([
  ['SmsService', 'SmsGatewayModule', SmsService],
  ['SmsAuthProvider', 'SmsGatewayModule', SmsAuthProvider],
  ['SmsGatewayFactory', 'SmsGatewayModule', SmsGatewayFactory],
  ['SmsQueue', 'SmsQueueModule', SmsQueue],
  ['SmsOtp', 'SmsOtpModule', SmsOtp],
  ['SmsReports', 'SmsReportsModule', SmsReports],
])('%s in providers', (name, module, byClass) => {
  it('fails at start, and says what to import', async () => {
    const error = await buildError([moduleWith(byClass as Type)]);
    expect(error).toBeInstanceOf(SmsConfigurationError);
    expect(String(error)).toContain(
      `${name} cannot be created, because it is abstract. Remove it from providers, and import ${module}`,
    );
  });

  it('is not refused if it is a class of the app that extends it', async () => {
    class Own extends (byClass as Type<object>) {
      readonly isOwn = true;
    }
    const app = await build([moduleWith(Own)]);
    expect(app.get(Own, { strict: false }).isOwn).toBe(true);
    const replaced = await Test.createTestingModule({
      providers: [{ provide: byClass, useClass: Own }],
    }).compile();
    expect(replaced.get(byClass)).toBeInstanceOf(Own);
  });
});

const baseUrl = 'http://127.0.0.1:9';
const WARNING = /^\[shop\] The options or the authProvider are request-scoped.+SmsGatewayFactory/;

/** Built once for each tenant. */
@Injectable({ scope: Scope.REQUEST, durable: true })
class Tenant {
  readonly userId = 'acme';
}

@Module({ providers: [Tenant], exports: [Tenant] })
class TenantModule {}

@Injectable()
class RequestAuth extends SmsAuthProvider {
  constructor(@Inject(REQUEST) readonly request: unknown) {
    super();
  }

  credentials() {
    return Promise.resolve({ fields: { userid: 'acme' } });
  }
}

const BOTH = ['other', 'default'];
const ignore = (): void => undefined;
const options = () => ({ baseUrl, auth: PASSWORD_AUTH });

it.each<[string, () => ReturnType<typeof SmsGatewayModule.forRoot>, unknown[]]>([
  ['nothing of a request', () => SmsGatewayModule.forRoot({ name: 'shop', ...options() }), []],
  [
    'the request as an option',
    () =>
      SmsGatewayModule.forRootAsync({
        name: 'shop',
        inject: [REQUEST],
        useFactory: () => options(),
      }),
    [expect.stringMatching(WARNING)],
  ],
  [
    'the request in its authProvider',
    () => SmsGatewayModule.forRoot({ name: 'shop', baseUrl, authProvider: RequestAuth }),
    [expect.stringMatching(WARNING)],
  ],
  [
    'a durable provider, which is built once for each tenant',
    () =>
      SmsGatewayModule.forRootAsync({
        name: 'shop',
        imports: [TenantModule],
        inject: [Tenant],
        useFactory: () => options(),
      }),
    [
      expect.stringMatching(
        /^\[shop\] The options or the authProvider are durable.+@OnSms handlers get none.+balance is not watched/,
      ),
    ],
  ],
])(
  'an account warns at start if it is built for each request or each tenant: %s',
  async (_what, account, told) => {
    const warnings: string[] = [];
    const logger = { log: ignore, error: ignore, warn: (line: string) => void warnings.push(line) };
    const other = SmsGatewayModule.forRoot({ name: 'other', ...options() });
    const module = await Test.createTestingModule({ imports: [account(), other] })
      .setLogger(logger)
      .compile();
    afterThisTest(() => module.close());
    await module.init();
    expect(warnings).toEqual(told);
  },
);

describe.each<[string, () => DynamicModule]>([
  [
    'for each request',
    () => SmsGatewayModule.forRootAsync({ inject: [REQUEST], useFactory: () => options() }),
  ],
  [
    'for each tenant',
    () =>
      SmsGatewayModule.forRootAsync({
        imports: [TenantModule],
        inject: [Tenant],
        useFactory: () => options(),
      }),
  ],
])('an account that is built %s', (_when, account) => {
  const connection = 'redis://127.0.0.1:1';
  const keys = ['a1'.repeat(32)];
  it.each<[string, () => DynamicModule]>([
    ['SmsOtpModule', () => SmsOtpModule.forRoot({ keys, store: memoryOtpStore() })],
    ['SmsQueueModule', () => SmsQueueModule.forRoot({ connection })],
    ['SmsReportsModule', () => SmsReportsModule.forRoot()],
    ['SmsFailoverModule', () => SmsFailoverModule.forRoot({ name: 'all', accounts: BOTH })],
  ])('is reported as such if %s needs it', async (name, module) => {
    const other = SmsGatewayModule.forRoot({ name: 'other', ...options() });
    const error = await buildError([account(), other, module()]);
    expect(error).toBeInstanceOf(SmsConfigurationError);
    expect(String(error)).toMatch(
      new RegExp(
        `${name} .*cannot use the account 'default': its options or its authProvider are request-scoped or durable`,
      ),
    );
  });
});

const unclear = new SmsResponseError('answer-unclear', 'x', { httpStatus: 200 });
const busy = new SmsTransportError('throttled', 'x', { outcome: 'not-sent', retryAfter: 1500 });
const invalid = new SmsMessageError([{ path: 'id', message: 'is unknown' }], 'argument-invalid');

let failure: SmsGatewayError;
const fail = (): never => {
  throw failure;
};

@Controller()
class Unfiltered {
  @Post()
  send(): void {
    fail();
  }

  @Get('stream')
  stream(@Res() response: { readonly raw?: object }): void {
    const raw = response.raw ?? response;
    const write: unknown = memberOf(raw, 'write');
    if (typeof write === 'function') write.call(raw, 'begun');
    fail();
  }
}

@Controller('filtered')
@UseFilters(new SmsExceptionFilter())
class Filtered extends Unfiltered {}

async function listen(adapter: AbstractHttpAdapter, middleware = false): Promise<string> {
  @Module({ controllers: [Unfiltered, Filtered] })
  class AppModule {}
  const app = await NestFactory.create(AppModule, adapter, { logger: false });
  afterThisTest(() => app.close());
  app.useGlobalFilters(new SmsExceptionFilter());
  if (middleware) app.use(fail);
  await app.listen(0, '127.0.0.1');
  return app.getUrl();
}

describe.each<[string, () => AbstractHttpAdapter]>([
  ['Express', () => new ExpressAdapter()],
  ['Fastify', () => new FastifyAdapter()],
])('a filter that the app creates itself, on %s', (_name, adapter) => {
  it.each([
    ['@UseFilters', '/filtered'],
    ['useGlobalFilters', '/'],
  ])('answers like one that Nest creates, in %s', async (_where, path) => {
    const url = (await listen(adapter())) + path;
    const answerTo = async (error: SmsGatewayError) => {
      failure = error;
      const response = await fetch(url, { method: 'POST' });
      return [response.status, response.headers.get('retry-after'), await response.json()];
    };
    expect(await answerTo(unclear)).toEqual([
      502,
      null,
      {
        statusCode: 502,
        error: 'Bad Gateway',
        message: 'The message may have been sent. Look it up before you send it again.',
        outcome: 'unknown',
      },
    ]);
    expect(await answerTo(busy)).toMatchObject([503, '2', { outcome: 'not-sent' }]);
    expect(await answerTo(invalid)).toEqual([
      400,
      null,
      {
        statusCode: 400,
        error: 'Bad Request',
        message: 'An argument is invalid.',
        outcome: 'not-sent',
        code: 'argument-invalid',
        issues: [{ path: 'id', message: 'is unknown' }],
      },
    ]);
  });

  it('answers for middleware', async () => {
    failure = busy;
    const response = await fetch(await listen(adapter(), true));
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await response.json()).toMatchObject({ statusCode: 503, outcome: 'not-sent' });
  });

  it('ends an answer that has begun', async () => {
    failure = busy;
    const response = await fetch(`${await listen(adapter())}/filtered/stream`);
    expect([response.status, await response.text()]).toEqual([200, 'begun']);
  });
});
