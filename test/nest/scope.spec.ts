import { type DynamicModule, Inject, Injectable, Module, Scope } from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import {
  SmsAuthProvider,
  SmsConfigurationError,
  SmsFailoverModule,
  SmsGatewayModule,
} from '../../lib/index.js';
import { memoryOtpStore, SmsOtpModule } from '../../lib/extras/otp/index.js';
import { SmsQueueModule } from '../../lib/extras/queue/index.js';
import { SmsReportsModule } from '../../lib/extras/reports/index.js';
import { PASSWORD_AUTH } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { buildError } from './build.js';

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
