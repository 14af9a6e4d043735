import { HttpService } from '@nestjs/axios';
import axios from 'axios';
import { Agent, buildConnector, Dispatcher } from 'undici';
import type { SmsGatewayModuleOptions } from '../../lib/index.js';
import { RawGateway } from '../faults/raw-gateway.js';
import { openFailover } from './failover-pair.js';
import { errorOf, message } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { holdTimers } from '../support/clock.js';
import { eventually, Latch } from '../support/eventually.js';
import { ScriptedGateway } from '../support/scripted-gateway.js';

let primary: ScriptedGateway;
let backup: ScriptedGateway;

beforeEach(async () => {
  [primary, backup] = await Promise.all([ScriptedGateway.listen(), ScriptedGateway.listen()]);
});

const open = (total: number, first: Partial<SmsGatewayModuleOptions>) =>
  openFailover([primary, backup], { timeout: { total }, ...first }, { timeout: { total } });

/** A dispatcher of undici whose connections open only once the latch does. */
function slowToConnect(latch: Latch): { agent: Agent; asked: () => number } {
  let asked = 0;
  const connector = buildConnector({});
  const connect: buildConnector.connector = (options, callback) => {
    asked += 1;
    void latch.opened.then(() => connector(options, callback));
  };
  const agent = new Agent({ connect, connections: 1 });
  afterThisTest(() => agent.destroy());
  return { agent, asked: () => asked };
}

/** An HttpService whose first request waits for the latch in an interceptor. */
function slowToIntercept(latch: Latch): { http: HttpService; asked: () => number } {
  let asked = 0;
  const instance = axios.create();
  instance.interceptors.request.use(async (config) => {
    asked += 1;
    if (asked === 1) await latch.opened;
    return config;
  });
  return { http: new HttpService(instance), asked: () => asked };
}

it.each([5000, 3000])(
  'a gateway that accepts connections and stays silent leaves time for the next account (total %d)',
  async (total) => {
    // It accepts connections and never says a word.
    const silent = await RawGateway.listen({ tls: true, onSocket: () => undefined });
    const { sms } = await open(total, { baseUrl: silent.url });
    const timers = holdTimers();
    const sending = sms.send(message());
    await eventually(() => silent.accepted === 1);
    await timers.pass(total / 2);
    expect(await sending).toMatchObject({ account: 'backup' });
    // It is tried last now.
    expect(await sms.send(message())).toMatchObject({ account: 'backup' });
    expect(silent.accepted).toBe(1);
  },
);

describe('once the next account has the message, the first never sends it, if it waited', () => {
  it('for a connection of a dispatcher', async () => {
    const latch = new Latch();
    const { agent, asked } = slowToConnect(latch);
    const { sms, account } = await open(4000, { dispatcher: agent });
    const timers = holdTimers();
    const sending = sms.send(message('one'));
    await eventually(() => asked() === 1);
    await timers.pass(2000);
    expect(await sending).toMatchObject({ account: 'backup' });
    latch.open();
    // On the same connection, so later than the first would have been.
    await account.send(message('two'));
    expect([primary.texts, backup.texts]).toEqual([['two'], ['one']]);
  });

  it('in an interceptor', async () => {
    const latch = new Latch();
    const { http, asked } = slowToIntercept(latch);
    const { sms, account } = await open(4000, { http, maxConnections: 1 });
    const timers = holdTimers();
    const sending = sms.send(message('one'));
    await eventually(() => asked() === 1);
    await timers.pass(2000);
    expect(await sending).toMatchObject({ account: 'backup' });
    latch.open();
    await new Promise(setImmediate);
    await account.send(message('two'));
    expect([primary.texts, backup.texts]).toEqual([['two'], ['one']]);
  });
});

describe('an account is waited for if it cannot be proved that it did not start the request', () => {
  /** Passes requests on once the latch is open, and never reports when one starts. */
  class Secretive extends Dispatcher {
    asked = 0;
    private readonly agent = new Agent();

    constructor(private readonly latch: Latch) {
      super();
      afterThisTest(() => this.agent.destroy());
    }

    override dispatch(
      options: Dispatcher.DispatchOptions,
      handler: Dispatcher.DispatchHandler,
    ): boolean {
      this.asked += 1;
      const silent: Dispatcher.DispatchHandler = {
        onRequestStart: () => undefined,
        onResponseStart: (...given) => handler.onResponseStart?.(...given),
        onResponseData: (...given) => handler.onResponseData?.(...given),
        onResponseEnd: (...given) => handler.onResponseEnd?.(...given),
        onResponseError: (...given) => handler.onResponseError?.(...given),
      };
      void this.latch.opened.then(() => this.agent.dispatch(options, silent));
      return true;
    }
  }

  it('with a dispatcher that does not report it', async () => {
    const latch = new Latch();
    const dispatcher = new Secretive(latch);
    const { sms } = await open(4000, { dispatcher });
    const timers = holdTimers();
    const sending = sms.send(message());
    await eventually(() => dispatcher.asked === 1);
    await timers.pass(3999);
    latch.open();
    expect(await sending).toMatchObject({ account: 'primary' });
    expect(backup.texts).toEqual([]);
  });

  it('and its outcome is unknown if it never answers', async () => {
    const dispatcher = new Secretive(new Latch());
    const { sms } = await open(4000, { dispatcher });
    const timers = holdTimers();
    const ended = errorOf(sms.send(message()));
    await eventually(() => dispatcher.asked === 1);
    await timers.pass(4000);
    expect(await ended).toMatchObject({ code: 'timeout', outcome: 'unknown', account: 'primary' });
    expect(backup.texts).toEqual([]);
  });
});

it('an account that has started the request may take until the deadline to answer', async () => {
  const answer = new Latch();
  primary.script = { send: () => answer.opened.then(() => ({ status: 503 })) };
  const { sms } = await open(4000, {});
  const timers = holdTimers();
  const ended = errorOf(sms.send(message()));
  await eventually(() => primary.sends.length === 1);
  await timers.pass(3999);
  answer.open();
  expect(await ended).toMatchObject({ code: 'gateway-failed', outcome: 'unknown' });
  expect(backup.texts).toEqual([]);
});
