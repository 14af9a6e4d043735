import { jest } from '@jest/globals';
import { HttpService } from '@nestjs/axios';
import { Logger } from '@nestjs/common';
import axios from 'axios';
import { Agent, buildConnector } from 'undici';
import { openAccount } from '../../lib/core/account/create-account.js';
import { SendingService } from '../../lib/core/account/sending-service.js';
import { QUEUED } from '../../lib/core/deadline/mode.js';
import { receiptOf } from '../../lib/core/deadline/failure.js';
import { StartPermit } from '../../lib/core/deadline/deadline.js';
import type { SmsGatewayOptions } from '../../lib/index.js';
import { openFailover } from './failover-pair.js';
import { errorOf, NUMBER, PASSWORD_AUTH, PAST_THE_TEST, TOKEN_AUTH } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { eventually, Latch } from '../support/eventually.js';
import { acceptance, ScriptedGateway, type Script, token } from '../support/scripted-gateway.js';

beforeAll(() => Logger.overrideLogger(false));

const STOPPED = { code: 'aborted', outcome: 'not-sent' };

/** A permission, as a queue gives it. */
function givePermit() {
  const state = { isGiven: true };
  const permit = new StartPermit(() => state.isGiven);
  return {
    permit,
    /** Takes it back, and says so to what waits. */
    withdraw: () => {
      state.isGiven = false;
      permit.withdraw();
    },
    /** Takes it back. */
    refuse: () => void (state.isGiven = false),
  };
}

const sendBy = (sms: SendingService, permit?: StartPermit, text = 'hello') =>
  sms.sendChecked(sms.checkMessage({ to: NUMBER, text }), { permit, mode: QUEUED }).then(receiptOf);

async function open(script: Script = {}, options: Partial<SmsGatewayOptions> = {}) {
  const gateway = await ScriptedGateway.listen(script);
  const timeout = { total: 2 * PAST_THE_TEST };
  const basic = { baseUrl: gateway.url, auth: PASSWORD_AUTH, drain: 0, timeout };
  const sms = openAccount({ ...basic, ...options }, new Set());
  afterThisTest(() => sms.close());
  const events: string[] = [];
  sms.events$.subscribe(({ type }) => events.push(type));
  return { gateway, sms, events };
}

/** A dispatcher whose connections open only once the latch does. */
function connectsAfter(latch: Latch) {
  let asked = 0;
  const connector = buildConnector({});
  const connect: buildConnector.connector = (options, callback) => {
    asked += 1;
    void latch.opened.then(() => connector(options, callback));
  };
  const agent = new Agent({ connect });
  afterThisTest(() => agent.destroy());
  return { agent, asked: () => asked };
}

/** An HttpService whose requests wait for the latch in an interceptor. */
function interceptsUntil(latch: Latch) {
  let asked = 0;
  const instance = axios.create();
  instance.interceptors.request.use(async (config) => {
    asked += 1;
    await latch.opened;
    return config;
  });
  return { http: new HttpService(instance), asked: () => asked };
}

const RATE = { rateLimit: { recipients: 1, perMs: PAST_THE_TEST } };

interface Waiting {
  readonly script?: Script;
  readonly options?: Partial<SmsGatewayOptions>;
  /** Whether the send waits. */
  readonly isReached: (of: Awaited<ReturnType<typeof open>>) => boolean;
  /** Requests that were sent before it waits. */
  readonly begun?: number;
}

/** Where a send can wait before its request begins. */
function waits(latch: Latch): Readonly<Record<string, Waiting>> {
  const slow = connectsAfter(latch);
  const intercepted = interceptsUntil(latch);
  return {
    'for a login': {
      script: { login: () => latch.opened.then(() => token('one')) },
      options: { auth: TOKEN_AUTH },
      isReached: ({ gateway }) => gateway.logins.length === 1,
    },
    'in a pause before a retry': {
      script: { send: (_request, count) => (count === 1 ? { status: 429 } : acceptance()) },
      options: { retry: { base: PAST_THE_TEST, cap: PAST_THE_TEST } },
      isReached: ({ events }) => events.includes('retry'),
      begun: 1,
    },
    'for a connection': {
      options: { dispatcher: slow.agent },
      isReached: () => slow.asked() === 1,
    },
    'in an interceptor': {
      options: { http: intercepted.http },
      isReached: () => intercepted.asked() === 1,
    },
  };
}

describe('a send whose permission is withdrawn', () => {
  it.each(Object.keys(waits(new Latch())))(
    'ends while it waits %s, with nothing sent',
    async (where) => {
      const latch = new Latch();
      const { script, options, isReached, begun = 0 } = waits(latch)[where]!;
      const random = jest.spyOn(Math, 'random').mockReturnValue(1);
      afterThisTest(() => random.mockRestore());
      const opened = await open(script, options);
      const { permit, withdraw } = givePermit();
      const error = errorOf(sendBy(opened.sms, permit));
      await eventually(() => isReached(opened));
      withdraw();
      expect(await error).toMatchObject(STOPPED);
      expect(permit.hasBegun).toBe(begun > 0);
      latch.open();
      // It would have been started before this one.
      await sendBy(opened.sms);
      expect(opened.gateway.sends).toHaveLength(begun + 1);
    },
  );

  it('ends while it waits for its turn, and leaves its place to the next send', async () => {
    const { gateway, sms } = await open({}, RATE);
    await sendBy(sms);
    const { permit, withdraw } = givePermit();
    const error = errorOf(sendBy(sms, permit));
    await eventually(() => sms.health().waiting === 1);
    withdraw();
    expect(await error).toMatchObject(STOPPED);
    expect(sms.health().waiting).toBe(0);
    expect(gateway.sends).toHaveLength(1);
  });

  it('gives its place in the rate back if it waited for a connection', async () => {
    const latch = new Latch();
    const { agent, asked } = connectsAfter(latch);
    const { gateway, sms } = await open({}, { ...RATE, dispatcher: agent });
    const { permit, refuse } = givePermit();
    const error = errorOf(sendBy(sms, permit, 'stopped'));
    await eventually(() => asked() === 1);
    refuse();
    latch.open();
    expect(await error).toMatchObject(STOPPED);
    await sendBy(sms, undefined, 'next');
    expect(gateway.texts).toEqual(['next']);
  });

  it('goes on if its request has begun', async () => {
    const latch = new Latch();
    const { gateway, sms } = await open({ send: () => latch.opened.then(() => acceptance()) });
    const { permit, withdraw } = givePermit();
    const sending = sendBy(sms, permit);
    await eventually(() => gateway.sends.length === 1);
    withdraw();
    latch.open();
    expect(await sending).toMatchObject({ transactionId: '1234567890123456789' });
    expect(permit.hasBegun).toBe(true);
  });

  it('is not tried again after a request that had begun', async () => {
    const latch = new Latch();
    const retry = { attempts: 3, base: 1, cap: 1 };
    const { gateway, sms } = await open(
      { send: () => latch.opened.then(() => ({ status: 429 })) },
      { retry },
    );
    const { permit, withdraw } = givePermit();
    const error = errorOf(sendBy(sms, permit));
    await eventually(() => gateway.sends.length === 1);
    withdraw();
    latch.open();
    expect(await error).toMatchObject(STOPPED);
    expect(gateway.sends).toHaveLength(1);
  });

  it('is not sent through the next account of a failover, and no account is tried last because of it', async () => {
    const latch = new Latch();
    const { agent, asked } = connectsAfter(latch);
    const gateways = [await ScriptedGateway.listen(), await ScriptedGateway.listen()] as const;
    const { sms } = await openFailover(gateways, { dispatcher: agent });
    if (!(sms instanceof SendingService)) throw new Error('It is no account');
    const { permit, refuse } = givePermit();
    const error = errorOf(sendBy(sms, permit));
    await eventually(() => asked() === 1);
    refuse();
    latch.open();
    expect(await error).toMatchObject(STOPPED);
    expect(await sendBy(sms)).toMatchObject({ account: 'primary' });
    expect(gateways.map(({ sends }) => sends.length)).toEqual([1, 0]);
  });
});

it.each(['connection', 'interceptor'])(
  'the permission is looked at when a socket would take the request, after a wait for a %s',
  async (what) => {
    const latch = new Latch();
    const slow = connectsAfter(latch);
    const intercepted = interceptsUntil(latch);
    const options = what === 'connection' ? { dispatcher: slow.agent } : { http: intercepted.http };
    const { gateway, sms } = await open({}, options);
    const { permit, refuse } = givePermit();
    const error = errorOf(sendBy(sms, permit));
    await eventually(() => slow.asked() + intercepted.asked() === 1);
    refuse();
    latch.open();
    expect(await error).toMatchObject(STOPPED);
    await sendBy(sms);
    expect(gateway.sends).toHaveLength(1);
  },
);

it('permission is checked before a dispatcher gets the request, because it may not report when it starts one', async () => {
  let asked = 0;
  const dispatch = () => (asked += 1) > 0;
  const { sms } = await open({}, { dispatcher: { dispatch } });
  const { permit, refuse } = givePermit();
  refuse();
  expect(await errorOf(sendBy(sms, permit))).toMatchObject(STOPPED);
  expect(asked).toBe(0);
});
