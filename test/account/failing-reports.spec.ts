import { inspect } from 'node:util';
import { type ArgumentsHost, Logger, type ModuleMetadata } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  OnSms,
  SmsExceptionFilter,
  SmsFailoverModule,
  SmsGatewayModule,
  type SmsGatewayModuleOptions,
  SmsService,
  SmsResponseError,
  smsMessageOf,
} from '../../lib/index.js';
import { instrumentSms } from '../../lib/extras/opentelemetry/index.js';
import { build } from '../nest/build.js';
import { errorOf, message, NUMBER, PASSWORD_AUTH, TOKEN_AUTH } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { acceptance, type Script, ScriptedGateway, token } from '../support/scripted-gateway.js';
import { BrokenLog } from './broken-log.js';

const fail = (): never => {
  throw new Error('broken');
};

class Handlers {
  @OnSms('accepted', 'not-sent', 'unknown', 'held', 'retry', 'login')
  throws(): void {
    // What it throws cannot be shown either.
    throw Object.assign(new Error('broken'), {
      [inspect.custom]: fail,
      get stack() {
        return fail();
      },
    });
  }

  @OnSms('accepted', 'unknown')
  rejects(): Promise<void> {
    return Promise.reject({ [inspect.custom]: fail });
  }
}

/** An app whose log, and whose handlers of events, throw. */
async function open(
  script: Script,
  options: Partial<SmsGatewayModuleOptions> = {},
  metadata: ModuleMetadata = {},
) {
  const gateway = await ScriptedGateway.listen(script);
  const log = new BrokenLog();
  const account = { baseUrl: gateway.url, auth: PASSWORD_AUTH, retry: { attempts: 1 }, drain: 0 };
  const module = await build(
    [SmsGatewayModule.forRoot({ ...account, ...options })],
    { providers: [Handlers], ...metadata },
    (builder) => builder.setLogger(log),
  );
  return { gateway, log, module, sms: module.get(SmsService) };
}

const UNCLEAR = { send: () => ({ body: '<html>' }) };

describe('a logger and handlers that throw', () => {
  it('leave an accepted send accepted', async () => {
    const { log, sms } = await open({});
    expect(await sms.send(message())).toMatchObject({ accepted: [NUMBER] });
    expect(log.lines).toBeGreaterThan(0);
  });

  it('leave a send its own error', async () => {
    const { log, sms } = await open(UNCLEAR);
    for (const hidesLevels of [false, true]) {
      log.hidesLevels = hidesLevels;
      expect(await errorOf(sms.send(message()))).toBeInstanceOf(SmsResponseError);
    }
  });

  it('do not stop a run', async () => {
    const { sms } = await open(UNCLEAR);
    const run = sms.sendMany([message('a'), message('b'), message('c')]);
    expect(await run.finish()).toMatchObject({ unknown: 3 });
  });

  it('leave what is held, and what a limit refuses', async () => {
    const { log, sms } = await open(
      {},
      {
        reach: { only: ['9111*'] },
        guard: { maxSegments: 1, store: { take: fail, giveBack: fail }, perDay: { recipients: 1 } },
      },
    );
    // The warning at the start.
    expect(log.lines).toBe(1);
    expect(await sms.send(message())).toMatchObject({ held: [NUMBER] });
    expect(await errorOf(sms.send(message('x'.repeat(161))))).toMatchObject({ code: 'segments' });
  });

  it('do not keep a guard store that fails from being replaced by the counts of this process', async () => {
    const store = { take: fail, giveBack: fail };
    const { sms } = await open({}, { guard: { perDay: { recipients: 1 }, store } });
    expect(await sms.send(message())).toMatchObject({ accepted: [NUMBER] });
    expect(await errorOf(sms.send(message()))).toMatchObject({ code: 'daily-limit' });
  });

  it('leave logins and their warnings, and a token store that fails', async () => {
    const store = { get: fail, set: fail, delete: fail };
    const { gateway, sms } = await open(
      { login: () => token('t1', 'no date') },
      { auth: { ...TOKEN_AUTH, store } },
    );
    expect(await sms.send(message())).toMatchObject({ accepted: [NUMBER] });
    expect(gateway.logins).toHaveLength(1);
  });

  it('do not keep a failover from its next account', async () => {
    const [first, second] = [
      await ScriptedGateway.listen({ send: () => ({ status: 429 }) }),
      await ScriptedGateway.listen(),
    ];
    const accounts = [first, second].map(({ url }, index) =>
      SmsGatewayModule.forRoot({
        name: `a${index}`,
        baseUrl: url,
        auth: PASSWORD_AUTH,
        retry: { attempts: 1 },
        drain: 0,
      }),
    );
    const module = await build(
      [...accounts, SmsFailoverModule.forRoot({ accounts: ['a0', 'a1'] })],
      { providers: [Handlers] },
      (builder) => builder.setLogger(new BrokenLog()),
    );
    expect(await module.get(SmsService).send(message())).toMatchObject({ account: 'a1' });
  });

  it('leave the answer of SmsExceptionFilter', async () => {
    const { log, module } = await open({});
    const filter = new SmsExceptionFilter(module.get(HttpAdapterHost).httpAdapter);
    const emitted: unknown[] = [];
    const client = { emit: (...given: unknown[]) => emitted.push(given) };
    const host = { getType: () => 'ws', switchToWs: () => ({ getClient: () => client }) };
    const before = log.lines;
    const error = new SmsResponseError('answer-unclear', 'Unclear.', { httpStatus: 200 });
    filter.catch(error, host as unknown as ArgumentsHost);
    expect(log.lines).toBe(before + 1);
    expect(emitted).toHaveLength(1);
  });
});

describe('a subscriber', () => {
  it('that changes the message of an event does not change the receipt', async () => {
    const { sms } = await open({});
    sms.events$.subscribe((event) => {
      const to = smsMessageOf(event)?.to;
      if (Array.isArray(to)) to.push('changed');
    });
    expect(await sms.send(message())).toMatchObject({ accepted: [NUMBER] });
  });

  it.each<[string, (work: () => unknown) => unknown]>([
    ['throws', fail],
    ['does not do the work', () => undefined],
    ['does it twice', (work) => [work(), work()]],
    [
      'throws after it',
      (work) => {
        void work();
        fail();
      },
    ],
  ])('of OpenTelemetry whose context manager %s changes no outcome', async (_what, run) => {
    const manager = new AsyncLocalStorageContextManager();
    Object.defineProperty(manager, 'with', {
      value: (_context: unknown, work: () => unknown) => run(work),
    });
    context.setGlobalContextManager(manager);
    afterThisTest(() => context.disable());
    afterThisTest(instrumentSms());
    const { gateway, sms } = await open(
      { send: (_request, count) => (count === 1 ? acceptance() : UNCLEAR.send()) },
      { auth: TOKEN_AUTH },
    );
    expect(await sms.send(message())).toMatchObject({ accepted: [NUMBER], account: 'default' });
    expect(await errorOf(sms.send(message()))).toMatchObject({
      code: 'answer-unclear',
      account: 'default',
    });
    expect(gateway.sends).toHaveLength(2);
    expect(gateway.logins).toHaveLength(1);
  });
});

afterAll(() => Logger.overrideLogger(false));
