import type { SmsGatewayOptions } from '../../lib/index.js';
import {
  errorOf,
  message,
  NUMBER,
  openAccount,
  PASSWORD_AUTH,
  TOKEN_AUTH,
} from '../support/account.js';
import {
  acceptance,
  type Answer,
  rejection,
  ScriptedGateway,
} from '../support/scripted-gateway.js';
import { CapturedLog } from './captured-log.js';

const OTHER = '447400900123';

describe('the log', () => {
  const log = new CapturedLog();
  let gateway: ScriptedGateway;

  beforeEach(async () => {
    gateway = await ScriptedGateway.listen();
  });

  afterEach(() => log.end());

  async function open(options: Partial<SmsGatewayOptions> = {}) {
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: PASSWORD_AUTH, ...options });
    log.begin().lines.length = 0;
    return sms;
  }

  it.each<[string, Answer | (() => Promise<Answer>), string]>([
    [
      'accepted',
      acceptance(),
      'debug: [default] Accepted: 91••••••3210, transaction 1234567890123456789, 1 segment(s)',
    ],
    [
      'rejected',
      rejection(),
      'warn: [default] Not sent: 91••••••3210, SmsRejectedError (rejected), 203: Sender id is invalid',
    ],
    [
      'refused its credentials',
      { status: 401, body: { statusCode: '401', reason: 'Blocked' } },
      'warn: [default] Not sent: 91••••••3210, SmsAuthenticationError (credentials-refused), 401: Blocked',
    ],
    [
      'throttled',
      { status: 429 },
      'debug: [default] Not sent: 91••••••3210, SmsTransportError (throttled)',
    ],
    [
      'lost',
      () => gateway.close().then(() => ({})),
      'warn: [default] May have been sent: 91••••••3210, SmsTransportError (connection-lost)',
    ],
    [
      'answered with garbage',
      { body: '<html>' },
      'warn: [default] May have been sent: 91••••••3210, SmsResponseError (answer-unclear)',
    ],
    [
      'failed by the gateway',
      { status: 500 },
      'warn: [default] May have been sent: 91••••••3210, SmsTransportError (gateway-failed)',
    ],
  ])('has one line about a send that was %s, and no more', async (_what, answer, line) => {
    gateway.script = { send: () => (typeof answer === 'function' ? answer() : answer) };
    const sms = await open();
    await sms.send(message()).catch(() => undefined);
    expect(log.ofSends).toEqual([line]);
  });

  it.each<[string, () => Answer | Promise<Answer>]>([
    ['refused', () => rejection('401')],
    ['unclear', () => ({ body: 'huh' })],
    ['lost', () => gateway.close().then(() => ({}))],
  ])('has one line about a login that was %s, and no more', async (_what, login) => {
    gateway.script = { login };
    const sms = await open({ auth: TOKEN_AUTH });
    await errorOf(sms.send(message()));
    expect(log.ofSends).toEqual([expect.stringContaining(': 91••••••3210, Sms')]);
  });

  it('counts the recipients of a send that has several, and those that were rejected', async () => {
    gateway.script = { send: () => acceptance({ invalidMobile: OTHER }) };
    const sms = await open();
    await sms.broadcast({ text: 'hi' }, [NUMBER, OTHER, '919876543211']);
    expect(log.ofSends).toEqual([
      'debug: [default] Accepted: 91••••••3210 and 2 more, transaction 1234567890123456789, 1 segment(s), 1 rejected',
    ]);
  });

  it('keeps what a transactionId repeats of a send out of its only line, not out of the receipt', async () => {
    const transactionId = `${NUMBER}-17\n2026 FAKE LINE`;
    gateway.script = { send: () => acceptance({ transactionId }) };
    const sms = await open();
    expect(await sms.send(message())).toMatchObject({ transactionId });
    expect(log.ofSends).toEqual([
      'debug: [default] Accepted: 91••••••3210, transaction ••••••, 1 segment(s)',
    ]);
  });

  it('says that a send that was never started was not sent', async () => {
    await gateway.close();
    const sms = await open();
    await errorOf(sms.send(message()));
    await errorOf(sms.send(message(), { signal: AbortSignal.abort() }));
    expect(log.ofSends).toEqual([
      'debug: [default] Not sent: 91••••••3210, SmsTransportError (connection-failed)',
      'debug: [default] Not sent: 91••••••3210, SmsTransportError (aborted)',
    ]);
  });

  it('says nothing about an invalid message, because the caller gets the error', async () => {
    const sms = await open();
    await errorOf(sms.send({ to: [`${NUMBER}x`, OTHER], text: 'hi' }));
    for await (const _ of sms.broadcast({ text: 'hi' }, [`${NUMBER}x`]));
    expect(log.lines).toEqual([]);
  });
});
