import { inspect } from 'node:util';
import { type SmsGatewayModuleOptions, SmsService } from '../../lib/index.js';
import type { SmsReportsModuleOptions } from '../../lib/extras/reports/index.js';
import { errorOf, message, NUMBER } from '../support/account.js';
import { setClock } from '../support/clock.js';
import {
  acceptance,
  type Answer,
  rejection,
  ScriptedGateway,
} from '../support/scripted-gateway.js';
import { openReports, TRANSACTION } from './open-reports.js';

const OTHER = '919876543211';
/** 23 November 2026, 20:00 in UTC: the next day in Kolkata. */
const FROM = Date.UTC(2026, 10, 23, 20);
const NOW = Date.UTC(2026, 10, 25, 10);
const ASKED = { recipient: NUMBER, from: FROM, to: NOW };

const entry = (more: object = {}) => ({
  msgId: 'm1',
  mobileNo: NUMBER,
  status: 'DELIVRD',
  cause: '000',
  text: 'Your parcel is on its way.',
  submitTime: String(FROM),
  ...more,
});
const answerOf = (members: object): Answer => ({
  body: { response: { api: 'send', action: 'status', status: 'success', code: '200', ...members } },
});
const listOf = (...entries: readonly unknown[]) => answerOf({ reports_dlrList: entries });

/** An app whose gateway answers with this, and accepts sends. */
async function open(
  answer: Answer,
  reports: SmsReportsModuleOptions = {},
  account: Partial<SmsGatewayModuleOptions> = {},
) {
  const gateway = await ScriptedGateway.listen({
    send: ({ path }) => (path.endsWith('/send') ? acceptance() : answer),
  });
  const opened = await openReports({ reports, account: { baseUrl: gateway.url, ...account } });
  return { ...opened, gateway };
}

describe('find', () => {
  it('asks for a number and days in the zone, in both spellings, and reads what comes', async () => {
    const { reports, gateway } = await open(listOf(entry()), { timeZone: 'Asia/Kolkata' });
    expect(
      await reports.find({ recipient: '+91 098765 43210', from: new Date(FROM), to: NOW }),
    ).toEqual([
      expect.objectContaining({
        account: 'default',
        messageId: 'm1',
        recipient: NUMBER,
        state: 'delivered',
        code: '000',
        text: 'Your parcel is on its way.',
        submittedAt: FROM,
      }),
    ]);
    const [{ path, fields } = {}] = gateway.sends;
    expect(path).toBe('/SMSApi/report/status');
    expect(fields).toMatchObject({
      method: 'getDlr',
      mobileNo: NUMBER,
      pageLimit: '500',
      fromdate: '2026-11-24',
      fromDate: '2026-11-24',
      todate: '2026-11-25',
      toDate: '2026-11-25',
      output: 'json',
    });
  });

  it('asks for a day more on each side without a zone, and until now', async () => {
    setClock(new Date(NOW).toISOString());
    const { reports, gateway } = await open(listOf());
    expect(await reports.find({ recipient: NUMBER, from: FROM })).toEqual([]);
    expect(gateway.sends[0]?.fields).toMatchObject({
      fromdate: '2026-11-22',
      todate: '2026-11-26',
    });
  });

  it.each<[string, object, number]>([
    ['reports_dlrList', { reports_dlrList: [entry()] }, 1],
    ['report_statusList, with entries in status', { report_statusList: [{ status: entry() }] }, 1],
    ['reports_statusList', { reports_statusList: [entry()] }, 1],
    ['an object with a list', { report_statusList: { DLRReport: [entry(), entry()] } }, 2],
    ['an object with numbers', { reports_dlrList: { 0: entry(), 1: { status: entry() } } }, 2],
    ['an object that is the only entry', { reports_dlrList: entry() }, 1],
    ['an object with the only entry', { reports_dlrList: { DLRReport: entry() } }, 1],
    ['an empty list', { reports_dlrList: [] }, 0],
    ['an empty object', { reports_dlrList: {} }, 0],
    ['an object with an empty list', { reports_dlrList: { DLRReport: [] } }, 0],
  ])('reads the list in %s', async (_what, members, count) => {
    const { reports } = await open(answerOf(members));
    const found = await reports.find(ASKED);
    expect(found.map(({ recipient }) => recipient)).toEqual(Array(count).fill(NUMBER));
  });

  it('reads both times in the forms and under the names that are known', async () => {
    const at = Date.UTC(2026, 10, 24, 4, 30);
    const wall = '2026-11-24 10:00:00';
    const { reports } = await open(
      listOf(
        entry({ submitTime: at }),
        entry({ submitTime: at / 1000 }),
        entry({ submitTime: wall }),
        entry({ submitTime: undefined, 'Submitted Time': wall, 'Delivered Time': wall }),
        entry({ submitTime: 'later' }),
      ),
      { timeZone: 'Asia/Kolkata' },
    );
    const found = await reports.find(ASKED);
    expect(found.map(({ submittedAt }) => submittedAt)).toEqual([at, at, at, at, undefined]);
    expect(found.map((each) => each.at)).toEqual([...Array(3), at, undefined]);
  });

  it('keeps a time whose zone is not known as it was written, the one of submitting first', async () => {
    const [wall, later] = ['2026-11-24 10:00:00', '2026-11-24 11:00:00'];
    const { reports } = await open(
      listOf(
        entry({ submitTime: wall, deliveredTime: later }),
        entry({ deliveredTime: later }),
        entry({ submitTime: undefined, deliveredTime: later }),
        entry(),
      ),
    );
    const found = await reports.find(ASKED);
    expect(found.map(({ time }) => time)).toEqual([wall, later, later, undefined]);
    expect(JSON.stringify(found)).not.toContain('10:00:00');
  });

  it('reads the text and the time under names of the option fields, and long texts', async () => {
    const text = 'word '.repeat(2000);
    const fields = { text: ['msg'], submittedAt: ['entered'] };
    const { reports } = await open(listOf(entry({ msg: text, entered: NOW })), { fields });
    const [found] = await reports.find(ASKED);
    expect(found).toMatchObject({ text: text.trim(), submittedAt: NOW });
  });

  it('masks the text in JSON and inspect, also where the gateway repeats it', async () => {
    const text = '482913 opens the door';
    const { reports } = await open(
      listOf(entry({ text, cause: `rejected: ${text}` }), entry({ text: '48291355' })),
    );
    const found = await reports.find(ASKED);
    expect(found.map((each) => each.text)).toEqual([text, '48291355']);
    const json: unknown = JSON.parse(JSON.stringify(found));
    expect(json).toMatchObject([{ text: '••••••••' }, { text: '••••••••' }]);
    for (const shown of [JSON.stringify(found), inspect(found, { depth: 9, getters: true })]) {
      expect(shown).toContain('rejected');
      expect(shown).not.toMatch(/4829|opens|door|9876543210/);
    }
  });

  it('returns only reports whose number reads as the one asked for', async () => {
    const { reports } = await open(
      listOf(
        entry({ mobileNo: OTHER }),
        entry({ mobileNo: '9876543210', msgId: 'm2' }),
        entry({ mobileNo: '+91 98765 43210', msgId: 'm3' }),
        entry({ mobileNo: '', msgId: 'm4' }),
      ),
      {},
      { defaultCountry: 'IN' },
    );
    const found = await reports.find(ASKED);
    expect(found.map(({ messageId }) => messageId)).toEqual(['m2', 'm3']);
  });

  it('uses find.path and find.limit, and takes a list of that length for one that was cut', async () => {
    const find = { path: '/SMSApi/reports/status', limit: 2 };
    const { reports, gateway } = await open(listOf(entry(), entry({ mobileNo: OTHER })), { find });
    const error = await errorOf(reports.find(ASKED));
    expect(error).toMatchObject({ outcome: 'not-sent', retryable: false, account: 'default' });
    expect(error.message).toMatch(/the list was cut.*find\.limit/);
    expect(gateway.sends).toMatchObject([{ path: find.path, fields: { pageLimit: '2' } }]);
  });

  it('is empty for the code 253', async () => {
    for (const answer of [rejection('253', 'none'), answerOf({ code: '253' }), wrapped('253')]) {
      const { reports } = await open(answer);
      expect(await reports.find(ASKED)).toEqual([]);
    }
  });

  it.each<[string, Answer]>([
    ['a success without a list', answerOf({})],
    ['a list that is none', answerOf({ reports_dlrList: 'x' })],
    ['the code 213', rejection('213', 'uuid is missing')],
    ['the code 213 in a response', { body: { response: { status: 'error', code: 213 } } }],
    ['HTTP 404 and HTML', { status: 404, body: '<html>' }],
    ['HTTP 404 in the dialect', { ...rejection('404', 'Not found'), status: 404 }],
  ])('says that it is not served if the answer is %s', async (_what, answer) => {
    const { reports, gateway } = await open(answer, {}, { retry: { attempts: 3, base: 0 } });
    const error = await errorOf(reports.find(ASKED));
    expect(error).toMatchObject({ code: 'gateway-failed', outcome: 'not-sent', retryable: false });
    expect(error.message).toMatch(/not served here.*find\.path/);
    expect(gateway.sends).toHaveLength(1);
  });

  it('does not open the breaker if the gateway does not serve it', async () => {
    const { reports, app } = await open({ status: 404 }, {}, { breaker: { failures: 2 } });
    for (let look = 0; look < 3; look += 1) await errorOf(reports.find(ASKED));
    expect(await app.get(SmsService).send(message())).toMatchObject({ account: 'default' });
  });

  it.each<[string, Answer, string]>([
    ['refused credentials', rejection('216', 'Invalid credentials'), 'credentials-refused'],
    ['another rejection', rejection('147', 'no'), 'rejected'],
    ['HTTP 503', { status: 503 }, 'gateway-failed'],
    ['the answer to a send', acceptance({ mobile: NUMBER }), 'gateway-failed'],
  ])('fails with %s, as not sent', async (_what, answer, code) => {
    const { reports } = await open(answer);
    expect(await errorOf(reports.find(ASKED))).toMatchObject({ code, outcome: 'not-sent' });
  });

  it('is never answered with the list of another request', async () => {
    const { reports } = await open(listOf(entry()));
    const error = await errorOf(reports.lookup(TRANSACTION));
    expect(error).toMatchObject({ outcome: 'not-sent', retryable: true });
    expect(error.message).toContain('the answer to another request');
  });

  it('ends with the signal, and takes no calls once the app has closed', async () => {
    const { app, reports } = await open(listOf());
    const aborted = await errorOf(reports.find(ASKED, { signal: AbortSignal.abort() }));
    expect(aborted).toMatchObject({ code: 'aborted', outcome: 'not-sent' });
    expect(await app.get(SmsService).send(message())).toMatchObject({ account: 'default' });
    await app.close();
    expect(await errorOf(reports.find(ASKED))).toMatchObject({ code: 'closed' });
  });

  it.each<[unknown, readonly string[]]>([
    [undefined, ['recipient', 'from']],
    [{ ...ASKED, recipient: '12' }, ['recipient']],
    [{ ...ASKED, recipient: [NUMBER], from: '2026-11-23', to: NaN }, ['recipient', 'from', 'to']],
    [{ ...ASKED, from: new Date(NaN) }, ['from']],
    [{ ...ASKED, from: -1, to: 1e15 }, ['from', 'to']],
    [{ ...ASKED, from: FROM / 1000, to: new Date(NOW / 1000) }, ['from', 'to']],
    [{ ...ASKED, from: NOW, to: FROM }, ['from']],
  ])('refuses %j', async (of, paths) => {
    const { reports, gateway } = await open(listOf());
    const error = await errorOf(reports.find(of as typeof ASKED));
    expect(error).toMatchObject({
      code: 'argument-invalid',
      outcome: 'not-sent',
      issues: paths.map((path) => ({ path })),
    });
    expect(error.message).not.toContain('9876543210');
    expect(gateway.sends).toEqual([]);
  });
});

it('a lookup also sends the last days if lookup.days is set', async () => {
  setClock(new Date(NOW).toISOString());
  for (const [timeZone, days] of [
    ['Asia/Kolkata', { fromdate: '2026-11-22', todate: '2026-11-25' }],
    [undefined, { fromdate: '2026-11-21', todate: '2026-11-26' }],
  ] as const) {
    const { reports, gateway } = await open(answerOf({ report_statusList: [] }), {
      timeZone,
      lookup: { days: 3 },
    });
    await reports.lookup(TRANSACTION);
    expect(gateway.sends[0]?.fields).toMatchObject({ uuid: TRANSACTION, ...days });
  }
  const { reports, gateway } = await open(answerOf({ report_statusList: [] }));
  await reports.lookup(TRANSACTION);
  expect(Object.keys(gateway.sends[0]?.fields ?? {})).not.toContain('fromdate');
});

function wrapped(code: string): Answer {
  return { body: { response: { status: 'error', code, msg: 'Nothing' } } };
}
