import { type SmsGatewayModuleOptions, SmsService } from '../../lib/index.js';
import { answer as answerBytes } from '../faults/answers.js';
import { RawGateway } from '../faults/raw-gateway.js';
import { Telemetry } from '../opentelemetry/telemetry.js';
import {
  errorOf,
  KEY_AUTH,
  message,
  NUMBER,
  PASSWORD,
  PASSWORD_AUTH,
  TOKEN_AUTH,
  USER,
} from '../support/account.js';
import { holdTimers } from '../support/clock.js';
import { eventually, Latch } from '../support/eventually.js';
import {
  acceptance,
  type Answer,
  type Answering,
  rejection,
  ScriptedGateway,
  token,
} from '../support/scripted-gateway.js';
import { openReports, TRANSACTION } from './open-reports.js';

const entry = (more: object = {}) => ({
  status: {
    uuId: TRANSACTION,
    msgId: 'm1',
    mobileNo: NUMBER,
    Status: 'FAILED',
    Cause: 'Unknown User',
    ...more,
  },
});
const list = (entries: readonly object[], name = 'report_statusList') => ({
  body: { response: { api: 'send', status: 'success', code: '200', [name]: entries } },
});

/** An app whose gateway answers lookups as scripted, and accepts sends. */
async function open(
  answer: Answering,
  account: Partial<SmsGatewayModuleOptions> = {},
  path?: string,
) {
  const gateway = await ScriptedGateway.listen({
    send: (request, count) =>
      request.path.endsWith('/send') ? acceptance() : answer(request, count),
  });
  const opened = await openReports({
    reports: path === undefined ? {} : { lookup: { path } },
    account: { baseUrl: gateway.url, ...account },
  });
  return { ...opened, gateway };
}

describe('lookup', () => {
  it.each(['report_statusList', 'reports_statusList'])('reads the reports in %s', async (name) => {
    const delivered = entry({ mobileNo: '919876543211', Status: 'DELIVRD', Cause: '' });
    const { reports } = await open(() => list([entry(), delivered], name));
    expect(await reports.lookup(TRANSACTION)).toMatchObject([
      {
        account: 'default',
        transactionId: TRANSACTION,
        messageId: 'm1',
        recipient: NUMBER,
        state: 'failed',
        cause: 'Unknown User',
      },
      { recipient: '919876543211', state: 'delivered' },
    ]);
  });

  it('returns no report if the gateway has none yet, or only those of other sends', async () => {
    const { reports } = await open((_request, count) =>
      count === 1 ? list([]) : list([entry({ uuId: '42' })]),
    );
    expect(await reports.lookup(TRANSACTION)).toEqual([]);
    expect(await reports.lookup(TRANSACTION)).toEqual([]);
  });

  it.each([
    [{ transactionId: TRANSACTION }, TRANSACTION, ['m1', 'm2', 'm4', undefined]],
    [{ messageId: 'm1' }, 'm1', ['m1', 'm1', 'm1']],
    [
      { transactionId: TRANSACTION, messageId: 'm5' },
      TRANSACTION,
      ['m1', 'm2', 'm4', 'm5', undefined],
    ],
  ])(
    'asks for %j as uuid, and returns the reports with one of these ids',
    async (of, uuid, found) => {
      const { reports, gateway } = await open(() =>
        list([
          entry(),
          entry({ msgId: 'm2' }),
          entry({ uuId: '42', msgId: 'm3' }),
          entry({ uuId: '', msgId: 'm4' }),
          entry({ uuId: '42', msgId: 'm5' }),
          entry({ uuId: '', msgId: '' }),
          entry({ uuId: 'm1', msgId: 'm1' }),
        ]),
      );
      const ids = (await reports.lookup(of)).map(({ messageId }) => messageId);
      expect(gateway.sends[0]?.fields).toMatchObject({ uuid });
      expect(ids).toEqual(found);
    },
  );

  it('returns a code of the answer as code, even if it comes in place of the cause', async () => {
    const { reports } = await open(() =>
      list([
        entry({ Cause: '001' }),
        entry({ Cause: 'Barred', errorCode: '27' }),
        entry({ Cause: '5', errorCode: '27' }),
        entry({ Cause: NUMBER }),
      ]),
    );
    const found = (await reports.lookup(TRANSACTION)).map(({ code, cause }) => ({ code, cause }));
    expect(found).toEqual([
      { code: '001', cause: undefined },
      { code: '27', cause: 'Barred' },
      { code: '27', cause: '5' },
      { code: undefined, cause: NUMBER },
    ]);
  });

  it.each([
    ['password', PASSWORD_AUTH, {}],
    ['token', TOKEN_AUTH, {}],
    ['key', KEY_AUTH, { apikey: 'k3y' }],
  ])(
    'asks with the user id, and with the password if there is one, for an account with a %s',
    async (_way, auth, headers) => {
      const { reports, gateway } = await open(() => list([entry()]), { auth });
      await reports.lookup(TRANSACTION);
      const [request] = gateway.sends;
      const password = auth.method === 'apiKey' ? undefined : PASSWORD;
      expect(request).toMatchObject({
        method: 'POST',
        path: '/SMSApi/report/status',
        headers,
        fields: {
          userid: USER,
          ...(password !== undefined && { password }),
          uuid: TRANSACTION,
          output: 'json',
        },
      });
      expect(request?.headers['authorization']).toBeUndefined();
      expect(gateway.logins).toEqual([]);
    },
  );

  it('uses the path of the option lookup.path', async () => {
    const { reports, gateway } = await open(() => list([]), {}, '/SMSApi/reports/status');
    await reports.lookup(TRANSACTION);
    expect(gateway.sends[0]?.path).toBe('/SMSApi/reports/status');
  });

  it('passes its reports to neither handlers nor stores', async () => {
    const { reports } = await open(() => list([entry()]));
    const seen: unknown[] = [];
    reports.reports$.subscribe((report) => void seen.push(report));
    expect(await reports.lookup(TRANSACTION)).toHaveLength(1);
    expect(seen).toEqual([]);
  });

  const failure = { response: { status: 'error', code: '216', msg: `bad ${PASSWORD}` } };
  it.each([
    ['refused credentials', rejection('216', 'Invalid credentials'), 'credentials-refused'],
    ['refused credentials in a response', { body: failure }, 'credentials-refused'],
    ['HTTP 401', { status: 401 }, 'credentials-refused'],
    ['a rejection', rejection('213', 'uuid is missing'), 'rejected'],
    ['HTTP 503', { status: 503, body: 'busy' }, 'gateway-failed'],
    ['HTTP 404', { status: 404, body: '<html>' }, 'gateway-failed'],
    ['an HTML page with 200', { body: '<html>' }, 'gateway-failed'],
    [
      'a list that is none',
      { body: { response: { status: 'success', report_statusList: 'x' } } },
      'gateway-failed',
    ],
    ['HTTP 302', { status: 302, headers: { location: '/' } }, 'redirected'],
  ])('fails with %s, as not sent, without a secret', async (_what, answer, code) => {
    const { reports } = await open(() => answer);
    const error = await errorOf(reports.lookup(TRANSACTION));
    expect(error).toMatchObject({ code, outcome: 'not-sent', account: 'default' });
    expect(error.message).toMatch(/lookup/);
    expect(error.message).not.toContain(PASSWORD);
  });

  it('reads an answer whose status has spaces and capitals', async () => {
    const response = { status: ' Success ', report_statusList: [entry()] };
    const { reports } = await open(() => ({ body: { response } }));
    expect(await reports.lookup(TRANSACTION)).toHaveLength(1);
  });

  it.each<[string, Answer]>([
    ['a send', acceptance({ mobile: NUMBER })],
    ['a send, which names no transaction', { body: { status: 'error', mobile: NUMBER } }],
    ['a login', token('t1')],
    [
      'a balance request',
      { body: { response: { status: 'success', account: { smsBalance: '5' } } } },
    ],
  ])('does not take the answer to %s for reports, and says so', async (_what, answer) => {
    const { reports } = await open(() => answer);
    const error = await errorOf(reports.lookup(TRANSACTION));
    expect(error).toMatchObject({ code: 'gateway-failed', outcome: 'not-sent', retryable: true });
    expect(error.message).toContain('the lookup with the answer to another request');
  });

  it('that got the answer to another request is repeated on another connection', async () => {
    await using gateway = await RawGateway.listen({
      script: async (conversation) => {
        const isFirst = gateway.accepted === 1;
        for (;;) {
          await conversation.readRequest();
          const { body } = isFirst ? acceptance({ mobile: NUMBER }) : list([entry()]);
          await conversation.write(answerBytes(body));
        }
      },
    });
    const { reports } = await openReports({
      reports: {},
      account: { baseUrl: gateway.url, maxConnections: 1, retry: { attempts: 2, base: 0 } },
    });
    expect(await reports.lookup(TRANSACTION)).toHaveLength(1);
    expect(gateway.accepted).toBe(2);
  });

  it('is retried after HTTP 503 and 429, because it sends no message, and metrics call it a lookup', async () => {
    const telemetry = Telemetry.ofThisTest();
    const answers = [{ status: 503 }, { status: 429 }, list([entry()])];
    const { reports, gateway } = await open((_request, count) => answers[count - 1] ?? list([]), {
      retry: { attempts: 3, base: 1 },
    });
    expect(await reports.lookup(TRANSACTION)).toHaveLength(1);
    expect(gateway.sends).toHaveLength(3);
    const retries = (await telemetry.points())['sms.retries'] ?? [];
    expect(retries.map(({ attributes }) => attributes)).toMatchObject([
      { 'messaging.operation.name': 'lookup', 'error.type': 'gateway-failed' },
      { 'messaging.operation.name': 'lookup', 'error.type': 'throttled' },
    ]);
  });

  it.each<[string, () => Answer | Promise<Answer>, number]>([
    ['is cut off by a deadline', () => new Promise(() => undefined), 300],
    ['cannot be decoded', () => ({ headers: { 'content-encoding': 'gzip' }, body: 'no gzip' }), 0],
  ])('is retried after an answer that %s, for the same reason', async (_what, first, ms) => {
    const { reports, gateway } = await open(
      (_request, count) => (count === 1 ? first() : list([entry()])),
      {
        retry: { attempts: 2, base: 0 },
        timeout: { attempt: 300 },
      },
    );
    const timers = holdTimers();
    const looking = reports.lookup(TRANSACTION);
    await eventually(() => gateway.sends.length > 0);
    await timers.pass(ms);
    expect(await looking).toHaveLength(1);
    expect(gateway.sends).toHaveLength(2);
  });

  it('ends with the signal, and with the deadline of the account', async () => {
    const never = new Latch();
    const { reports } = await open(() => never.opened.then(() => list([])), {
      timeout: { total: 200 },
    });
    const end = new AbortController();
    const aborted = errorOf(reports.lookup(TRANSACTION, { signal: end.signal }));
    end.abort();
    expect(await aborted).toMatchObject({ code: 'aborted', outcome: 'not-sent' });
    const late = await errorOf(reports.lookup(TRANSACTION));
    expect(late).toMatchObject({ code: 'timeout', outcome: 'not-sent' });
    expect(String(late)).toContain('to the lookup: timeout.total (200 ms) passed. Nothing');
    never.open();
  });

  it('counts for the breaker, and is held back by it', async () => {
    const { app, reports } = await open(() => ({ status: 503 }), {
      breaker: { failures: 1 },
    });
    await errorOf(reports.lookup(TRANSACTION));
    expect(await errorOf(reports.lookup(TRANSACTION))).toMatchObject({ code: 'breaker-open' });
    const send = app.get(SmsService).send(message());
    expect(await errorOf(send)).toMatchObject({ code: 'breaker-open' });
  });

  it('does not hold back sends if it is refused', async () => {
    const { app, reports } = await open(() => rejection('216'), { auth: KEY_AUTH });
    await errorOf(reports.lookup(TRANSACTION));
    expect(await app.get(SmsService).send(message())).toMatchObject({ transactionId: TRANSACTION });
  });

  it.each<[unknown, string]>([
    ['', 'transactionId'],
    ['a b', 'transactionId'],
    ['x'.repeat(101), 'transactionId'],
    [`1' OR 1`, 'transactionId'],
    [{}, 'transactionId'],
    [undefined, 'transactionId'],
    [{ transactionId: 5 }, 'transactionId'],
    [{ transactionId: '', messageId: 'm1' }, 'transactionId'],
    [{ messageId: 5 }, 'messageId'],
    [{ messageId: 'a b' }, 'messageId'],
  ])('refuses %j', async (of, path) => {
    const { reports, gateway } = await open(() => list([]));
    const error = await errorOf(reports.lookup(of as string));
    expect(error).toMatchObject({ code: 'argument-invalid', issues: [{ path }] });
    expect(gateway.sends).toEqual([]);
  });

  it('takes no more calls once the app has closed', async () => {
    const { app, reports } = await open(() => list([]));
    await app.close();
    expect(await errorOf(reports.lookup(TRANSACTION))).toMatchObject({ code: 'closed' });
  });
});
