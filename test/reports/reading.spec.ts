import { inspect } from 'node:util';
import fc from 'fast-check';
import { memberOf } from '../../lib/core/common/members.js';
import { SmsReport, type SmsReportsModuleOptions } from '../../lib/extras/reports/index.js';
import { NUMBER } from '../support/account.js';
import { openReports, type ReportsSetup, TRANSACTION } from './open-reports.js';

const REPORT = { transId: TRANSACTION, mobile: NUMBER, status: 'DELIVRD' };

/** What an app makes of something that came. */
async function read(body: unknown, reports: SmsReportsModuleOptions = {}, more: ReportsSetup = {}) {
  const { reports: sms } = await openReports({ reports, ...more });
  return sms.receive({ body });
}

/** What it makes of the only report that came. */
async function readOne(...given: Parameters<typeof read>): Promise<SmsReport> {
  const [report, ...others] = await read(...given);
  expect(others).toEqual([]);
  if (!report) throw new Error('There is no report');
  return report;
}

describe('a report', () => {
  it('is read from strings and numbers, with spaces around them', async () => {
    const body = {
      transId: 987654321,
      mobile: Number(NUMBER),
      errorCode: 0,
      status: ' Delivered ',
    };
    expect(await readOne(body)).toMatchObject({
      transactionId: '987654321',
      recipient: NUMBER,
      code: '0',
      state: 'delivered',
      word: 'Delivered',
    });
  });

  it('is about a number that a spreadsheet turned into a decimal, or that has invisible marks', async () => {
    for (const mobile of [
      `${NUMBER}.0`,
      `+${NUMBER},00`,
      `\u202d+${NUMBER}\u202c`,
      `\u200f${NUMBER}\t`,
    ]) {
      const report = await readOne({ ...REPORT, mobile });
      expect([report.recipient, report.otherRecipient]).toEqual([NUMBER, undefined]);
    }
  });

  it('has no transaction if its digits were lost in a JSON number, or if it is not valid', async () => {
    for (const transId of [1.2345678901234568e18, 'null', '0', '', {}, ['1'], true, undefined]) {
      const report = await readOne({ ...REPORT, transId });
      expect(report.transactionId).toBeUndefined();
      expect(Object.keys(report)).not.toContain('transactionId');
    }
  });

  it('has every digit of a JSON number that comes as text or bytes', async () => {
    const text = `[{"transId":1234567890123456789,"mobile":${NUMBER},"status":"DELIVRD"}]`;
    for (const body of [text, Buffer.from(text)]) {
      expect(await readOne(body)).toMatchObject({ transactionId: TRANSACTION, recipient: NUMBER });
    }
    const form = `transId=${TRANSACTION}&mobile=%2B91+98765+43210&status=DELIVRD`;
    expect(await readOne(form)).toMatchObject({ transactionId: TRANSACTION, recipient: NUMBER });
  });

  it.each([
    ['delivered', 'DELIVRD DELIVERED delivered'],
    ['pending', 'SUBMITTED SENT PENDING Sent ENROUTE ACCEPTD'],
    ['failed', 'FAILED UNDELIV UNDELIVERED UNDELIVERABLE REJECTED REJECTD DELETED'],
    ['failed', 'DND NDNC BLACKLISTED'],
    ['expired', 'EXPIRED'],
    [
      'unrecognised',
      'success SUCCESS NOTDELIVERED DELIVRD1 ok 1 DELIVERED|FAILED constructor UNKNOWN',
    ],
  ])('is %s if its status is one of the whole words %s', async (state, words) => {
    const { reports } = await openReports({ reports: {} });
    for (const word of words.split(' ')) {
      const [report] = await reports.receive({ body: { ...REPORT, status: word } });
      expect(report).toMatchObject({ state, word });
    }
  });

  it('has the state of its code in the option states if it has no word that is known', async () => {
    const states = { '000': 'delivered', '17': 'failed', E1: 'expired' } as const;
    const { reports } = await openReports({ reports: { states } });
    const stateOf = async (more: object) =>
      (await reports.receive({ body: { mobile: NUMBER, ...more } }))[0]?.state;
    expect(await stateOf({ errorCode: '000' })).toBe('delivered');
    expect(await stateOf({ errorCode: 17, status: '' })).toBe('failed');
    expect(await stateOf({ errorCode: 'e1' })).toBe('expired');
    expect(await stateOf({ errorCode: '0' })).toBe('unrecognised');
    expect(await stateOf({ errorCode: 'toString' })).toBe('unrecognised');
    expect(await stateOf({ errorCode: '000', status: 'success' })).toBe('delivered');
    expect(await stateOf({ errorCode: '0', status: 'success' })).toBe('unrecognised');
    // The word is known, and says more.
    expect(await stateOf({ errorCode: '000', status: 'UNDELIV' })).toBe('failed');
    expect(await stateOf({ errorCode: '000', status: 'Unknown' })).toBe('unrecognised');
    // These are codes of sends: success, and an invalid number.
    for (const errorCode of ['200', '122']) {
      expect(await stateOf({ errorCode })).toBe('unrecognised');
    }
    expect(await stateOf({ deliveredTime: '2026-11-23T10:00:00Z' })).toBe('unrecognised');
  });

  it('has the state of its word in the option states, in any case, which takes precedence over known words', async () => {
    const states = { 'Opted out': 'failed', sent: 'delivered', UNKNOWN: 'pending' } as const;
    const { reports } = await openReports({ reports: { states: { ...states, '0': 'delivered' } } });
    const stateOf = async (status: string) =>
      (await reports.receive({ body: { mobile: NUMBER, status, errorCode: '0' } }))[0];
    expect(await stateOf('OPTED OUT')).toMatchObject({ state: 'failed', word: 'OPTED OUT' });
    expect(await stateOf('SENT')).toMatchObject({ state: 'delivered' });
    expect(await stateOf('unknown')).toMatchObject({ state: 'pending' });
    expect(await stateOf('PENDING')).toMatchObject({ state: 'pending' });
  });

  it('is not delivered only because it has a delivered time, which failed ones have too', async () => {
    const body = { ...REPORT, status: 'FAILED', deliveredTime: '2026-11-23T10:00:00Z' };
    expect(await readOne(body)).toMatchObject({ state: 'failed', at: Date.UTC(2026, 10, 23, 10) });
  });

  it.each([
    ['1795428000123', 1795428000123],
    ['1795428000', 1795428000000],
    // 23 November 2026, 10:00, as YYMMDDhhmm without a zone; as seconds it would be in 2052.
    ['2611231000', undefined],
    ['2026-11-23T10:00:00Z', Date.UTC(2026, 10, 23, 10)],
    ['2026-11-23T10:00:00.250+05:30', Date.UTC(2026, 10, 23, 4, 30)],
    ['2026-11-23T10:00:00+0530', Date.UTC(2026, 10, 23, 4, 30)],
    ['2026-11-23T10:00:00-03:00', Date.UTC(2026, 10, 23, 13)],
    // A + in a form that was not encoded.
    ['2026-11-23T10:00:00 05:30', Date.UTC(2026, 10, 23, 4, 30)],
    ['2026-11-23 10:00:00', Date.UTC(2026, 10, 23, 4, 30)],
    ['2026-11-23T10:00:00', Date.UTC(2026, 10, 23, 4, 30)],
    ['2026-02-30 10:00:00', undefined],
    ['2026-02-30T10:00:00Z', undefined],
    ['23/11/2026 10:00', undefined],
    ['yesterday', undefined],
    ['0', undefined],
  ])('reads the time %s as %s in Asia/Kolkata', async (dlrTime, at) => {
    expect((await readOne({ ...REPORT, dlrTime }, { timeZone: 'Asia/Kolkata' })).at).toBe(at);
  });

  it('has no time that comes without a zone, unless the option timeZone is set', async () => {
    expect((await readOne({ ...REPORT, dlrTime: '2026-11-23 10:00:00' })).at).toBeUndefined();
    expect((await readOne({ ...REPORT, dlrTime: 1795428000123 })).at).toBe(1795428000123);
    expect((await readOne({ ...REPORT, dlrTime: 1795428000 })).at).toBe(1795428000000);
  });

  it.each([
    ['6591234567', undefined, '6591234567', undefined],
    ['6591234567', 'IN', '6591234567', '916591234567'],
    ['+6591234567', 'IN', '6591234567', undefined],
    ['9607712345', 'IN', '9607712345', '919607712345'],
    ['6797012345', 'IN', '6797012345', '916797012345'],
    ['6737123456', 'IN', '6737123456', '916737123456'],
    ['9613123456', 'IN', '9613123456', '919613123456'],
    // In no plan with its prefix.
    ['9876543210', 'IN', NUMBER, undefined],
    ['00919876543210', 'IN', NUMBER, undefined],
    ['00919876543210', undefined, NUMBER, undefined],
    ['00 91 98765 43210', 'US', NUMBER, undefined],
    ['00447700900123', 'IN', '447700900123', undefined],
    ['006591234567', 'IN', '6591234567', undefined],
    ['0099900000009', 'IN', '99900000009', undefined],
    [NUMBER, 'IN', NUMBER, undefined],
    ['+91 98765 43210', 'IN', NUMBER, undefined],
    ['09876543210', 'IN', NUMBER, undefined],
    ['447700900123', 'IN', '447700900123', undefined],
    ['+447700900123', 'IN', '447700900123', undefined],
  ])(
    'has the number %s with defaultCountry %s as %s, or else %s',
    async (mobile, defaultCountry, recipient, other) => {
      for (const numbers of ['strict', 'possible', 'any'] as const) {
        const account = { defaultCountry, numbers };
        const report = await readOne({ ...REPORT, mobile }, {}, { account });
        expect([report.recipient, report.otherRecipient]).toEqual([recipient, other]);
        expect(JSON.stringify(report)).not.toContain('9123456');
      }
    },
  );

  it('keeps the digits of a number that is in no numbering plan, because the gateway sent them', async () => {
    expect((await readOne({ ...REPORT, mobile: '99900000009' })).recipient).toBe('99900000009');
  });
});

it('several reports are read from an array, with those of each segment, even if only some can be read', async () => {
  const [first, second] = [1, 2].map((each) => ({ ...REPORT, msgId: `m${each}` }));
  const found = await read([first, null, 5, { mobile: 'x' }, 'text', second]);
  expect(found.map(({ messageId }) => messageId)).toEqual(['m1', 'm2']);
});

describe('a wrong request', () => {
  it.each([
    ['nothing', undefined],
    ['a number', 5],
    ['an empty array', []],
    ['an empty object', {}],
    ['text', 'hello'],
    ['the success of an answer', { response: { status: 'success', code: '200' } }],
    ['two numbers in one field', { ...REPORT, mobile: `${NUMBER},919876543211` }],
    ['1,000 numbers in one field', { ...REPORT, mobile: Array(1000).fill(NUMBER).join(',') }],
    ['a list of numbers', { ...REPORT, mobile: [NUMBER] }],
    ['an object as number', { ...REPORT, mobile: { toString: 5 } }],
    ['no number', { ...REPORT, mobile: undefined }],
    ['hostile names', JSON.parse('{"__proto__":{"mobile":"919876543210"},"constructor":1}')],
    ['10 MB of text', { ...REPORT, mobile: '9'.repeat(10_000_000) }],
    ['deep nesting', JSON.parse('['.repeat(5000) + ']'.repeat(5000))],
  ])('that is %s is answered with 400, and nothing is kept', async (_what, body) => {
    const { reports, log } = await openReports({ reports: {} });
    const kept: SmsReport[] = [];
    reports.reports$.subscribe((report) => void kept.push(report));
    await expect(reports.receive({ body })).rejects.toMatchObject({ status: 400 });
    expect(kept).toEqual([]);
    expect(log.join()).not.toContain(NUMBER);
  });

  it('with more than 1,000 reports is answered with 413, and nothing is kept', async () => {
    const { reports } = await openReports({ reports: {} });
    expect(
      await reports.receive({ body: Array.from({ length: 1000 }, () => REPORT) }),
    ).toHaveLength(1000);
    const kept: SmsReport[] = [];
    reports.reports$.subscribe((report) => void kept.push(report));
    const body = Array.from({ length: 1001 }, () => REPORT);
    await expect(reports.receive({ body })).rejects.toMatchObject({ status: 413 });
    expect(kept).toEqual([]);
  });

  it('changes no prototype, and causes no error other than a 400', async () => {
    const { reports } = await openReports({ reports: {} });
    await fc.assert(
      fc.asyncProperty(fc.object({ withDate: true, withMap: true, maxDepth: 4 }), async (given) => {
        const body = { ...given, mobile: NUMBER, transId: given['transId'] };
        const status = await reports.receive({ body }).then(
          () => 200,
          (error: unknown) => memberOf(error, 'status'),
        );
        expect([200, 400]).toContain(status);
      }),
      { numRuns: 100 },
    );
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('is logged once a minute, with the names of the fields and no value', async () => {
    const { reports, log } = await openReports({ reports: {} });
    const body = { msisdn: NUMBER, text: 'a secret', [`n${NUMBER}`]: 'x' };
    for (let i = 0; i < 3; i += 1) await reports.receive({ body }).catch(() => undefined);
    expect(log).toHaveLength(1);
    expect(log[0]).toContain('Its fields: msisdn, text, ');
    expect(log[0]).not.toMatch(/secret|919876543210/);
  });

  it('is logged even if requests were refused just before', async () => {
    const header = { name: 'x-report-key', value: 'a-long-secret-value' };
    const { reports, log } = await openReports({ reports: { header } });
    const body = { msisdn: NUMBER };
    await reports.receive({ body }).catch(() => undefined);
    await reports
      .receive({ body, headers: { [header.name]: header.value } })
      .catch(() => undefined);
    expect(log[0]).toContain('by the option header');
    expect(log[1]).toContain('Its fields: msisdn.');
  });
});

const report = async () =>
  readOne({
    ...REPORT,
    transId: `x${NUMBER}`,
    status: `FAILED ${NUMBER}`,
    cause: `No subscriber 919999888877 or ${NUMBER}`,
  });

describe('the number of a report', () => {
  it('is masked in JSON and inspect, also where the gateway repeats it', async () => {
    const shown = [
      JSON.stringify(await report()),
      inspect(await report(), { getters: true, showHidden: true }),
    ];
    for (const text of shown) {
      expect(text).toContain('91••••••3210');
      expect(text).not.toMatch(/9876543210|99998888/);
    }
  });

  it('is in raw, which no output shows', async () => {
    const one = await report();
    expect(one.raw).toMatchObject({ mobile: NUMBER });
    expect(Object.keys(one)).not.toContain('raw');
    expect(one).toBeInstanceOf(SmsReport);
  });
});
