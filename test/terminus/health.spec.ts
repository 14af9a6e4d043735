import { Controller, Get } from '@nestjs/common';
import { HealthCheck, HealthCheckService, TerminusModule } from '@nestjs/terminus';
import { Test } from '@nestjs/testing';
import { SmsGatewayModule, type SmsGatewayOptions, SmsService } from '../../lib/index.js';
import {
  SmsQueue,
  type SmsQueueCountLimits,
  type SmsQueueCounts,
} from '../../lib/extras/queue/index.js';
import { SmsHealthIndicator, type SmsHealthOptions } from '../../lib/extras/terminus/index.js';
import { message, PASSWORD_AUTH, TOKEN_AUTH } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { holdTimers } from '../support/clock.js';
import { SILENT } from '../support/keep-log.js';
import { rejection, type Script, ScriptedGateway } from '../support/scripted-gateway.js';

async function open(script: Script, options: Partial<SmsGatewayOptions> = {}) {
  const gateway = await ScriptedGateway.listen(script);
  const module = await Test.createTestingModule({
    imports: [
      TerminusModule,
      SmsGatewayModule.forRoot({
        baseUrl: gateway.url,
        auth: TOKEN_AUTH,
        retry: { attempts: 1 },
        drain: 0,
        ...options,
      }),
    ],
    providers: [SmsHealthIndicator],
  })
    .setLogger(SILENT)
    .compile();
  await module.init();
  afterThisTest(() => module.close());
  const indicator = module.get(SmsHealthIndicator);
  const check = async (given?: SmsHealthOptions) => (await indicator.isHealthy('sms', given)).sms;
  return { gateway, check, module, sms: module.get(SmsService) };
}

/** A queue of which only the counts are known. */
function queueWith(
  counts: (most: SmsQueueCountLimits) => Promise<Partial<SmsQueueCounts>>,
): SmsQueue {
  return Object.assign(Object.create(SmsQueue.prototype), { counts });
}

describe('SmsHealthIndicator', () => {
  it('is up when the account can log in, and never sends a message', async () => {
    const { gateway, check } = await open({});
    expect(await check()).toEqual({
      status: 'up',
      account: 'default',
      login: 'ok',
      breaker: 'off',
      waiting: 0,
      sending: 0,
    });
    expect([gateway.logins.length, gateway.sends.length]).toEqual([1, 0]);
  });

  it('is down when the login is refused, and asks the gateway again only after 5 s or cacheFor', async () => {
    const timers = holdTimers();
    const auth = { ...TOKEN_AUTH, cooldown: 1 };
    const { gateway, check } = await open({ login: () => rejection() }, { auth });
    const refused = { status: 'down', login: 'login-refused', problems: [expect.any(String)] };
    expect(await check()).toMatchObject(refused);
    await timers.pass(4999);
    expect(await check()).toMatchObject(refused);
    expect(gateway.logins).toHaveLength(1);
    await timers.pass(1);
    expect(await check()).toMatchObject(refused);
    gateway.script = {};
    await timers.pass(1);
    expect(await check()).toMatchObject(refused);
    expect(gateway.logins).toHaveLength(2);
    expect(await check({ cacheFor: 0 })).toMatchObject({ status: 'up', login: 'ok' });
    expect(gateway.logins).toHaveLength(3);
  });

  it('does not wait longer than timeout for a gateway that hangs', async () => {
    const { check } = await open({ login: () => new Promise(() => undefined) });
    expect(await check({ timeout: 1 })).toMatchObject({ status: 'down', login: 'timeout' });
  });

  it('says that there is no login to check with a password or a key', async () => {
    const { gateway, check } = await open({}, { auth: PASSWORD_AUTH });
    expect(await check()).toMatchObject({ status: 'up', login: 'none' });
    expect(gateway.logins).toHaveLength(0);
  });

  it('is down while the circuit breaker is open, and up once it lets an attempt through', async () => {
    const breaker = { failures: 1, halfOpenAfter: 60_000 };
    const busy = { status: 503 };
    const first = await open({ send: () => busy }, { auth: PASSWORD_AUTH, breaker });
    expect(await first.check()).toMatchObject({ status: 'up', breaker: 'closed' });
    await first.sms.send(message()).catch(() => undefined);
    expect(await first.check()).toMatchObject({ status: 'down', breaker: 'open' });

    const short = { failures: 1, halfOpenAfter: 1 };
    const second = await open({ send: () => busy }, { auth: PASSWORD_AUTH, breaker: short });
    await second.sms.send(message()).catch(() => undefined);
    while ((await second.check())['breaker'] === 'open') await new Promise(setImmediate);
    expect(await second.check()).toMatchObject({ status: 'up', breaker: 'half-open' });
  });

  it('counts the sends that wait, and is down beyond maxWaiting', async () => {
    const { gateway, check, sms } = await open(
      { send: () => new Promise(() => undefined) },
      { auth: PASSWORD_AUTH, maxConcurrency: 1 },
    );
    for (const text of ['1', '2', '3']) sms.send(message(text)).catch(() => undefined);
    while (gateway.sends.length === 0) await new Promise(setImmediate);
    expect(await check({ maxWaiting: 2 })).toMatchObject({ status: 'up', waiting: 2, sending: 3 });
    expect(await check({ maxWaiting: 1 })).toMatchObject({ status: 'down', waiting: 2 });
  });

  it.each([
    ['maxQueued', 2, { waiting: 3 }],
    ['maxQueueAge', 4999, {}],
    ['maxUnknown', 1, { unknown: 2 }],
  ])(
    'asks the queue only for what it compares, and is down beyond %s',
    async (limit, value, counts) => {
      const { check } = await open({}, { auth: PASSWORD_AUTH });
      const asked: SmsQueueCountLimits[] = [];
      const queue = queueWith((most) => {
        asked.push(most);
        return Promise.resolve({ ...counts, oldest: 5000 });
      });
      const shown = { queue: { ...counts, oldest: 5000 } };
      expect(await check({ queue, [limit]: value + 1 })).toMatchObject({ status: 'up', ...shown });
      expect(await check({ queue, [limit]: value })).toMatchObject({ status: 'down', ...shown });
      const [state] = Object.keys(counts);
      expect(asked).toEqual(
        state === undefined ? [{}, {}] : [{ [state]: value + 2 }, { [state]: value + 1 }],
      );
    },
  );

  it('is down when the queue fails or hangs', async () => {
    const { check } = await open({}, { auth: PASSWORD_AUTH });
    const failing = queueWith(() => Promise.reject(new Error('gone')));
    expect(await check({ queue: failing })).toMatchObject({ status: 'down', queue: 'failed' });
    const hanging = queueWith(() => new Promise(() => undefined));
    const given = { queue: hanging, timeout: 1 };
    expect(await check(given)).toMatchObject({ status: 'down', queue: 'timeout' });
  });

  it('names the account that does not exist', async () => {
    const { check } = await open({});
    await expect(check({ account: 'other' })).rejects.toThrow(
      /'other'.+no SmsGatewayModule .+\. The names that are registered: 'default'/,
    );
  });

  it('works in a health check of Terminus', async () => {
    @Controller()
    class HealthController {
      constructor(
        private readonly health: HealthCheckService,
        private readonly sms: SmsHealthIndicator,
      ) {}

      @Get('health')
      @HealthCheck()
      check() {
        return this.health.check([() => this.sms.isHealthy('sms')]);
      }
    }
    const { module } = await open({ login: () => rejection() });
    const controller = new HealthController(
      await module.resolve(HealthCheckService, undefined, { strict: false }),
      module.get(SmsHealthIndicator),
    );
    await expect(controller.check()).rejects.toMatchObject({
      response: { status: 'error', error: { sms: { status: 'down', login: 'login-refused' } } },
    });
  });
});
