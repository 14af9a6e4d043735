// What stopped people who followed the docs for the first time. docs.ci.ts compiles the code, and snippets.ci.ts and
// test/consumers run it. jest --testMatch '**/test/docs/newcomer.ci.ts'
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BadRequestException, Injectable, Logger, Module, type Type } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { Test } from '@nestjs/testing';
import { SmsMessageError, SmsService } from 'nestjs-sms-gateway';
import { memoryOtpStore, SmsOtp, SmsOtpModule } from 'nestjs-sms-gateway/otp';
import { GatewaySimulator } from 'nestjs-sms-gateway/simulator';
import { SmsTestingModule, SmsTestingService } from 'nestjs-sms-gateway/testing';
import { SmsGatewayModule } from '../../lib/index.js';
import { OrdersController } from '../testing/examples/orders.controller.js';
import { afterThisTest } from '../support/clean-up.js';
import { codeBlocks, commandsOf, PAGES, section, tableRows } from './markdown.js';
import { Snippets } from './snippets.js';
import { run } from './terminal.js';

const TO = '+91 98765 43210';
const TROUBLE = 'docs/troubleshooting.md';
const RESOLVE = "Nest can't resolve dependencies";
const NOT_ON_NPM = 'The package is not on npm yet';

const snippets = new Snippets({});
const at = ({ page, line }: { page: string; line: number }): string => `${page}:${line}`;
const textOf = (page: string): string => readFileSync(page, 'utf8').replaceAll(/\s+/g, ' ');

// It declares its test.
await snippets.run('docs/guides/templates-in-india.md, Test it');

beforeAll(() => Logger.overrideLogger(false));
afterAll(() => snippets.remove());

describe('a command of the docs', () => {
  const installs = PAGES.filter((page) => /npm install nestjs-sms-gateway/.test(textOf(page)));

  it.each(installs)(
    'that installs the package comes after how to do it before it is on npm, in %s',
    (page) => {
      const text = textOf(page);
      expect(text).toContain(NOT_ON_NPM);
      expect(text.indexOf(NOT_ON_NPM)).toBeLessThan(text.indexOf('npm install nestjs-sms-gateway'));
    },
  );

  const tools = PAGES.filter((page) => /npx -p nestjs-sms-gateway/.test(textOf(page)));

  it.each(tools)('that runs the tool of the package says in which folder, in %s', (page) => {
    const [before = ''] = textOf(page).split('npx -p nestjs-sms-gateway', 1);
    expect(before).toMatch(/in the (?:app's folder|folder of (?:the|an|your) app)/i);
  });

  it('that runs the tool of the package needs no package that only npx has', () => {
    // npx takes the package from the app, where it finds the packages of the app alone.
    const commands = PAGES.flatMap((page) => codeBlocks(page)).flatMap((block) =>
      commandsOf(block),
    );
    const npx = commands.filter((command) => command.includes('-p nestjs-sms-gateway'));
    expect(npx.length).toBeGreaterThan(5);
    expect(npx.filter((command) => (command.match(/ -p /g) ?? []).length > 1)).toEqual([]);
  });

  it('turns the faults of a campaign on, and another one off again', async () => {
    const gateway = await GatewaySimulator.start();
    afterThisTest(() => gateway.close());
    const commands = codeBlocks('docs/guides/a-campaign.md')
      .filter(({ language }) => language === 'sh')
      .flatMap((block) => commandsOf(block))
      .filter((command) => command.startsWith('curl '));
    expect(commands).toHaveLength(2);
    const planned: unknown[] = [];
    for (const command of commands) {
      await run(command.replace('http://127.0.0.1:4010', gateway.origin), process.cwd());
      planned.push(gateway.faults.state.chance.length);
    }
    expect(planned).toEqual([2, 0]);
  });

  it('starts OpenTelemetry for ES modules, and the page says how to do without a collector', () => {
    const page = 'docs/guides/production.md';
    const commands = codeBlocks(page).flatMap((block) => commandsOf(block));
    expect(commands).toContain('node --import ./dist/telemetry.js dist/main.js');
    const telemetry = codeBlocks(page).find(({ code }) => code.startsWith('// src/telemetry.ts'));
    expect(telemetry?.code).toMatch(/register\(.*import\(/s);
    expect(textOf(page)).toMatch(/Without a collector, .*10 s.*`OTEL_SDK_DISABLED=true`/);
  });
});

describe('code of the docs', () => {
  const code = PAGES.flatMap((page) => codeBlocks(page)).filter(
    ({ language }) => language === 'ts',
  );

  it('that registers modules takes what is in .env from ConfigService', () => {
    const pages = new Set([
      'docs/queue.md',
      'docs/limits.md',
      'docs/guides/know-what-arrived.md',
      'docs/guides/templates-in-india.md',
    ]);
    const found = code.filter((each) => pages.has(each.page) && /process\.env/.test(each.code));
    expect(found.map(at)).toEqual([]);
  });

  it('that logs in for a token sets the time zone', () => {
    const logins = code.filter((each) => each.code.includes("method: 'token'"));
    expect(logins.length).toBeGreaterThan(5);
    expect(logins.filter((each) => !each.code.includes('timeZone')).map(at)).toEqual([]);
  });

  it('that is a test has a test, and awaits only in it', () => {
    const tests = code.filter((each) => /^\/\/ \S+\.spec\.ts\n/.test(each.code));
    expect(tests.length).toBeGreaterThan(1);
    expect(tests.filter((each) => !/^ *it\(/m.test(each.code)).map(at)).toEqual([]);
    expect(tests.filter((each) => /^(?:const .* = )?await /m.test(each.code)).map(at)).toEqual([]);
  });

  it('is not in a block of text, which has no colours', () => {
    const texts = PAGES.flatMap((page) => codeBlocks(page)).filter(
      ({ language }) => language === 'text',
    );
    const isCode = /^\s*(?:import |export |const |await |@\w+\(|def |grant )/m;
    expect(texts.filter((each) => isCode.test(each.code)).map(at)).toEqual([]);
  });
});

describe(`"${RESOLVE}" in ${TROUBLE}`, () => {
  @Injectable()
  class Welcome {
    constructor(readonly sms: SmsService) {}
  }

  const compile = (...imports: NonNullable<Parameters<typeof Module>[0]['imports']>) => {
    @Module({ imports, providers: [Welcome] })
    class WelcomeModule {}
    return Test.createTestingModule({ imports: [WelcomeModule] }).compile();
  };

  beforeAll(() => {
    Object.assign(process.env, {
      SMS_BASE_URL: 'https://sms.example.com',
      SMS_USER_ID: 'shop',
      SMS_PASSWORD: 'secret',
      SMS_TIME_ZONE: 'Asia/Kolkata',
    });
  });

  it('is solved by the module that it shows, and not by the class alone', async () => {
    const { SmsModule } = await snippets.run<{ SmsModule: Type }>(`${TROUBLE}, ${RESOLVE}`);
    const config = ConfigModule.forRoot({ isGlobal: true });
    const moduleRef = await compile(config, SmsModule);
    afterThisTest(() => moduleRef.close());
    expect(moduleRef.get(Welcome, { strict: false }).sms).toBeInstanceOf(SmsService);
    await expect(compile(SmsGatewayModule)).rejects.toThrow(RESOLVE);
  });

  it('shows what Nest says without a ConfigModule', async () => {
    const { SmsModule } = await snippets.run<{ SmsModule: Type }>(`${TROUBLE}, ${RESOLVE}`);
    const error: unknown = await compile(SmsModule).catch((reason: unknown) => reason);
    const [said = ''] =
      tableRows(section(TROUBLE, RESOLVE)).find(([cell]) => cell?.includes('ConfigService')) ?? [];
    const parts = Array.from(said.matchAll(/`([^`]+)`/g), ([, part = '']) => part);
    expect(parts).toHaveLength(2);
    for (const part of parts) expect(String(error)).toContain(part);
  });
});

it.each([
  ['a list', [TO]],
  ['nothing', undefined],
])('refuses %s as the number, in the controller of docs/start-here.md', async (_what, to) => {
  const sms = new SmsTestingService();
  const shipped = new OrdersController(sms).shipped('42', to);
  await expect(shipped).rejects.toBeInstanceOf(BadRequestException);
  sms.expectNothingSent();
});

it('answers a login of Passport without a body with an error of the caller, as docs/guides/better-auth-and-passport.md says', async () => {
  const block = codeBlocks('docs/guides/better-auth-and-passport.md').find((each) =>
    each.code.startsWith('// code.strategy.ts'),
  );
  const folder = join(process.cwd(), 'test/docs/snippets', `passport-${process.pid}`);
  await mkdir(folder, { recursive: true });
  afterThisTest(() => rm(folder, { recursive: true }));
  const file = join(folder, 'code.strategy.ts');
  // In place of the packages that are not installed here.
  const strategy = (block?.code ?? '')
    .replace(
      /^import .* from '@nestjs\/passport';$/m,
      'const PassportStrategy = (base: any, _name: string) => base;',
    )
    .replace(/^import .* from 'passport-custom';$/m, 'class Strategy {}\nclass UsersService {}');
  await writeFile(file, strategy);
  const { CodeStrategy } = await import(file);
  const moduleRef = await Test.createTestingModule({
    imports: [
      SmsTestingModule.forRoot(),
      SmsOtpModule.forRoot({ keys: ['ab'.repeat(32)], store: memoryOtpStore() }),
    ],
  }).compile();
  afterThisTest(() => moduleRef.close());
  const otp = moduleRef.get(SmsOtp);
  const passport = new CodeStrategy(otp, { findOrCreate: async (number: string) => ({ number }) });
  for (const request of [{}, { body: {} }]) {
    const refused = passport.validate(request);
    await expect(refused).rejects.toBeInstanceOf(SmsMessageError);
  }
  const { id } = await otp.start({ to: TO, purpose: 'login' });
  const code = moduleRef.get(SmsTestingService).lastCode(TO);
  expect(await passport.validate({ body: { id, code } })).toEqual({ number: '919876543210' });
});
