import { Injectable, type LoggerService } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { Test } from '@nestjs/testing';
import { firstValueFrom } from 'rxjs';
import {
  createSmsService,
  OnSms,
  type SmsBalanceEvent,
  SmsGatewayFactory,
  SmsGatewayModule,
  type SmsGatewayModuleOptions,
  smsMessageOf,
  SmsService,
} from '../../lib/index.js';
import { SmsHealthIndicator } from '../../lib/extras/terminus/index.js';
import { PASSWORD, PASSWORD_AUTH } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { holdTimers } from '../support/clock.js';
import { eventually } from '../support/eventually.js';
import { type Answer, ScriptedGateway } from '../support/scripted-gateway.js';

const MINUTE = 60_000;

const answerOf = (smsBalance: unknown): Answer => ({
  body: { response: { status: 'success', code: '200', account: { smsBalance } } },
});

/** Keeps the events, as an app's own handler. */
@Injectable()
class Alarm {
  readonly events: SmsBalanceEvent[] = [];

  @OnSms('balance-low')
  keep(event: SmsBalanceEvent): void {
    this.events.push(event);
  }
}

const never = (): Promise<Answer> => new Promise(() => undefined);

/** How many timers keep this process running. */
function runningTimers(): number {
  return process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length;
}

/** An app that watches its balance, on timers that the test passes. */
async function open(
  first: Answer | Promise<Answer>,
  options: Partial<SmsGatewayModuleOptions> = {},
) {
  const timers = holdTimers();
  const log: string[] = [];
  const keep =
    (level: string) =>
    (line: unknown, context?: unknown): void => {
      if (context === 'SmsGateway') log.push(`${level}: ${String(line)}`);
    };
  const logger: LoggerService = {
    debug: keep('debug'),
    log: keep('log'),
    warn: keep('warn'),
    error: keep('error'),
  };
  const answers = { next: first };
  const gateway = await ScriptedGateway.listen({ send: () => answers.next });
  const module = await Test.createTestingModule({
    imports: [
      TerminusModule,
      SmsGatewayModule.forRoot({
        baseUrl: gateway.url,
        auth: PASSWORD_AUTH,
        retry: { attempts: 1 },
        balance: { below: 100, every: MINUTE },
        ...options,
      }),
    ],
    providers: [Alarm, SmsHealthIndicator],
  })
    .setLogger(logger)
    .compile();
  await module.init();
  afterThisTest(() => module.close());
  const sms = module.get(SmsService);
  const { events } = module.get(Alarm);
  const health = async () => (await module.get(SmsHealthIndicator).isHealthy('sms')).sms;
  /** Waits until the gateway has been asked so often, and its last answer has been read. */
  const asked = async (times: number): Promise<void> => {
    while (gateway.sends.length < times || (await health())['sending'] !== 0) {
      await new Promise(setImmediate);
    }
    await new Promise(setImmediate);
  };
  return { timers, log, gateway, answers, module, sms, events, asked, health };
}

const LOW =
  'warn: [default] The balance is 99.5, which is below 100 (balance.below). Top the account up: without credits, nothing is sent.';
const BACK = 'log: [default] The balance is 100, no longer below 100.';

describe('balance.below', () => {
  it('makes the account ask at its start, and then again and again', async () => {
    const { timers, gateway, asked } = await open(answerOf('500'));
    await asked(1);
    await timers.pass(MINUTE - 1);
    expect(gateway.sends).toHaveLength(1);
    await timers.pass(1);
    await asked(2);
    await timers.pass(MINUTE);
    await asked(3);
    expect(gateway.sends.map(({ path }) => path)).toEqual(
      gateway.sends.map(() => '/SMSApi/account/readstatus'),
    );
  });

  it('asks every 15 minutes by default', async () => {
    const { timers, gateway, asked } = await open(answerOf('500'), { balance: { below: 1 } });
    await asked(1);
    await timers.pass(899_999);
    expect(gateway.sends).toHaveLength(1);
    await timers.pass(1);
    await asked(2);
  });

  it('is off by default: nothing is asked', async () => {
    const { timers, gateway, health } = await open(answerOf('0'), { balance: { every: 1000 } });
    await timers.pass(MINUTE);
    expect(gateway.sends).toEqual([]);
    expect(await health()).not.toHaveProperty('degraded');
  });

  it('makes an event and a warning each time that the balance falls, and a line when it is back', async () => {
    const { timers, answers, log, events, asked } = await open(answerOf('500'));
    await asked(1);
    expect([log, events]).toEqual([[], []]);
    for (const [index, credits] of ['99.5', '3', '100', '99.5'].entries()) {
      answers.next = answerOf(credits);
      await timers.pass(MINUTE);
      await asked(index + 2);
    }
    const low = {
      type: 'balance-low',
      account: 'default',
      at: expect.any(Number),
      credits: '99.5',
      below: 100,
    };
    expect(events).toEqual([low, low]);
    expect(log).toEqual([LOW, BACK, LOW]);
    expect(events.map(smsMessageOf)).toEqual([undefined, undefined]);
  });

  it('counts a first balance below it as a fall, and that of sms.balance() too', async () => {
    const { answers, log, events, asked, sms } = await open(answerOf('99.5'));
    await asked(1);
    expect([events.length, log]).toEqual([1, [LOW]]);
    answers.next = answerOf('100');
    await sms.balance();
    expect(log).toEqual([LOW, BACK]);
  });

  it('shows degraded in the health check, which stays up', async () => {
    const { timers, answers, asked, health } = await open(answerOf('99.5'));
    await asked(1);
    expect(await health()).toMatchObject({
      status: 'up',
      degraded: ['the balance is below 100'],
    });
    answers.next = answerOf('100');
    await timers.pass(MINUTE);
    await asked(2);
    const shown = await health();
    expect(shown.status).toBe('up');
    expect(shown).not.toHaveProperty('degraded');
  });

  it.each<[string, Answer]>([
    ['HTTP 404', { status: 404, body: '<html>' }],
    ['an HTML page', { body: '<html>' }],
    ['refused credentials', { body: { status: 'error', statusCode: '216', reason: PASSWORD } }],
  ])('logs one debug line if the gateway answers with %s, until it works', async (_what, bad) => {
    const { timers, answers, log, asked, events, health } = await open(bad);
    await asked(1);
    for (const times of [2, 3]) {
      await timers.pass(MINUTE);
      await asked(times);
    }
    expect(log).toEqual([
      expect.stringMatching(/^debug: \[default\] The balance is not known\. .+ Nothing was sent\./),
    ]);
    expect(log[0]).not.toContain(PASSWORD);
    expect(events).toEqual([]);
    expect(await health()).toMatchObject({ status: 'up' });
    answers.next = answerOf('99.5');
    await timers.pass(MINUTE);
    await asked(4);
    answers.next = bad;
    await timers.pass(MINUTE);
    await asked(5);
    expect(log.map((line) => line.slice(0, 5))).toEqual(['debug', 'warn:', 'debug']);
    expect(await health()).toHaveProperty('degraded');
  });

  it('asks only once at a time', async () => {
    const { timers, gateway } = await open(never(), { balance: { below: 1, every: 1000 } });
    await eventually(() => gateway.sends.length === 1);
    await timers.pass(5000);
    expect(gateway.sends).toHaveLength(1);
  });

  it('ends a request in progress with the app, at once and without a line', async () => {
    const { gateway, module, log } = await open(never());
    await eventually(() => gateway.sends.length === 1);
    // The option drain would wait for 30 s, and the test passes no time.
    await module.close();
    expect(log).toEqual([]);
  });

  it('asks no more once the app has closed', async () => {
    const { timers, gateway, module, asked, log } = await open(answerOf('500'));
    await asked(1);
    await module.close();
    await timers.pass(10 * MINUTE);
    expect(gateway.sends).toHaveLength(1);
    expect(log).toEqual([]);
  });

  it('works for accounts of createSmsService and of the factory', async () => {
    const { gateway, events, module } = await open(answerOf('500'), { balance: {} });
    gateway.script = { send: () => answerOf('1') };
    const options = { baseUrl: gateway.url, auth: PASSWORD_AUTH, balance: { below: 5 } };
    const script = await createSmsService(options);
    afterThisTest(() => script.close());
    const own: string[] = [];
    script.events$.subscribe(({ type }) => own.push(type));
    module.get(SmsGatewayFactory).create({ ...options, name: 'tenant' });
    await eventually(() => own.length > 0 && events.length > 0);
    expect(own).toEqual(['balance-low']);
    expect(events).toMatchObject([{ account: 'tenant', credits: '1' }]);
  });

  it('sends one request at a time for a service of createSmsService that an app provides', async () => {
    const gateway = await ScriptedGateway.listen({ send: () => answerOf('500') });
    const options = { baseUrl: gateway.url, auth: PASSWORD_AUTH, balance: { below: 5 } };
    const useFactory = () => createSmsService(options);
    const module = await Test.createTestingModule({
      providers: [{ provide: 'SMS', useFactory }],
    }).compile();
    await module.init();
    const sms = module.get<Awaited<ReturnType<typeof createSmsService>>>('SMS');
    afterThisTest(() => sms.close());
    await sms.balance();
    // The first of the watch, and this one.
    expect(gateway.sends).toHaveLength(2);
  });

  it('has a timer that keeps no process running', async () => {
    const { url } = await ScriptedGateway.listen({ send: () => answerOf('1') });
    const before = runningTimers();
    const sms = await createSmsService({
      baseUrl: url,
      auth: PASSWORD_AUTH,
      balance: { below: 5 },
    });
    afterThisTest(() => sms.close());
    await firstValueFrom(sms.events$);
    await eventually(() => runningTimers() <= before);
    expect(runningTimers()).toBeLessThanOrEqual(before);
  });
});
