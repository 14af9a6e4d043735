import { type DynamicModule, Inject, Injectable, Module, type Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import {
  SmsConfigurationError,
  SmsFailoverModule,
  SmsGatewayModule,
  SmsService,
} from '../../lib/index.js';
import { SmsOtpModule } from '../../lib/extras/otp/index.js';
import { SmsQueueModule } from '../../lib/extras/queue/index.js';
import { SmsReportsModule } from '../../lib/extras/reports/index.js';
import { SmsTestingModule } from '../../lib/extras/testing/index.js';
import { PASSWORD_AUTH } from '../support/account.js';
import { keepLog } from '../support/keep-log.js';

const OPTIONS = { baseUrl: 'https://sms.example.com', auth: PASSWORD_AUTH };
const ACCOUNT = SmsGatewayModule.forRoot(OPTIONS);
const WITH_OPTIONS = [SmsGatewayModule, SmsQueueModule, SmsOtpModule, SmsReportsModule];

@Injectable()
class Notifier {
  constructor(@Inject(SmsService) readonly sms: SmsService) {}
}

@Injectable()
class Named {
  createSmsGatewayOptions = () => ({ ...OPTIONS, name: 'marketing' });
}

const useFactory = (config: { baseUrl: string }) => ({ ...OPTIONS, baseUrl: config.baseUrl });

/** Builds an app without starting it. */
async function build(...imports: (Type | DynamicModule)[]) {
  const { logger, warnings } = keepLog();
  const built = Test.createTestingModule({ imports }).setLogger(logger).compile();
  const error = await built.then(
    () => undefined,
    (reason: Error) => reason,
  );
  return { error, warnings };
}

it.each([...WITH_OPTIONS, SmsFailoverModule, SmsTestingModule])(
  '%p without forRoot is named in a warning that says what to import',
  async (module) => {
    const { error, warnings } = await build(module);
    expect(error).toBeUndefined();
    expect(warnings).toEqual([
      expect.stringMatching(`^${module.name} is imported without forRoot.*isGlobal: true`),
    ]);
  },
);

it('the warning comes before Nest says that it cannot resolve the service', async () => {
  @Module({ imports: [SmsGatewayModule], providers: [Notifier] })
  class App {}

  const { error, warnings } = await build(App);
  expect(error?.message).toContain("can't resolve dependencies of the Notifier");
  expect(warnings).toEqual([expect.stringContaining('SmsGatewayModule is imported without')]);
});

it('a registration of each kind causes no such warning', async () => {
  const accounts = ['a', 'b'];
  const { error, warnings } = await build(
    ...accounts.map((name) => SmsGatewayModule.forRoot({ ...OPTIONS, name })),
    SmsFailoverModule.forRoot({ accounts }),
    SmsGatewayModule.forTenants(),
    SmsReportsModule.forRoot({ name: 'a' }),
    SmsTestingModule.forRoot({ name: 'c' }),
  );
  expect(error).toBeUndefined();
  expect(warnings).toEqual([]);
});

it.each(WITH_OPTIONS)('%p.forRoot with useFactory says where that belongs', async (module) => {
  const options = { useFactory: () => OPTIONS } as never;
  const own = module.forRoot(options);
  const { error } = await (module === SmsGatewayModule ? build(own) : build(ACCOUNT, own));
  expect(error).toBeInstanceOf(SmsConfigurationError);
  expect(error?.message).toContain(
    `${module.name} cannot start because useFactory cannot be among its options. Provide this to forRootAsync itself`,
  );
});

it.each([
  [
    'useFactory',
    () =>
      SmsGatewayModule.forRootAsync({ useFactory: () => new Named().createSmsGatewayOptions() }),
  ],
  ['useClass', () => SmsGatewayModule.forRootAsync({ useClass: Named })],
])(
  'a name in what %s creates is refused, and the error says where it belongs',
  async (_way, register) => {
    const { error } = await build(register());
    expect(error).toBeInstanceOf(SmsConfigurationError);
    expect(error?.message).toContain(
      'name cannot be among its options. Provide this to forRootAsync',
    );
  },
);

it('an error of a useFactory with more parameters than inject lists names inject, also in its stack', async () => {
  const { error } = await build(SmsGatewayModule.forRootAsync({ useFactory }));
  const text =
    /^Cannot read properties.*\(inject lists 0 of the 1 parameters of useFactory.*inject: \[ConfigService\]/;
  expect(error?.message).toMatch(text);
  expect(error?.stack).toContain(error?.message);
});

it('a queue with reports: true warns if nothing in its process receives reports', async () => {
  const { logger, warnings } = keepLog();
  const open = async (...more: DynamicModule[]) => {
    const connection = 'redis://127.0.0.1:1';
    const queue = SmsQueueModule.forRoot({
      connection,
      reports: true,
      worker: false,
      encryptionKeys: ['ab'.repeat(32)],
    });
    const app = Test.createTestingModule({ imports: [ACCOUNT, queue, ...more] });
    const module = await app.setLogger(logger).compile();
    await module.init();
    await module.close();
  };
  await open(SmsReportsModule.forRoot());
  expect(warnings).toEqual([]);
  await open();
  expect(warnings).toEqual([expect.stringContaining('no SmsReportsModule is registered')]);
});

it('a token store needs a method that removes', async () => {
  const store = { get: () => undefined, set: () => undefined } as never;
  const auth = { method: 'token', userId: 'acme', password: 'pass', store } as const;
  const { error } = await build(SmsGatewayModule.forRoot({ ...OPTIONS, auth }));
  expect(error?.message).toContain('get, set and delete or del');
});
