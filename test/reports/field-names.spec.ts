import type { SmsReportsModuleOptions } from '../../lib/extras/reports/index.js';
import { NUMBER } from '../support/account.js';
import { openReports, TRANSACTION } from './open-reports.js';

/** An app, and what it makes of a request with one report. */
async function open(reports: SmsReportsModuleOptions = {}) {
  const { reports: sms, log } = await openReports({ reports });
  const read = async (body: unknown) => (await sms.receive({ body }))[0];
  return { read, log };
}

describe('a report', () => {
  it('is read under every known name, whatever its case, spaces, underscores and hyphens', async () => {
    const { read } = await open();
    const NAMES = {
      transactionId: ['transId', 'transactionId', 'Transactionid', 'uuId', 'UUID', 'tId', 'txn_id'],
      messageId: ['msgId', 'messageId', 'Messageid', 'msg_id'],
      recipient: ['mobile', 'mobileNo', 'mobileNumber', 'MOBILE', 'Mobile-No'],
      code: ['errorCode', 'ErrorCode', 'error_code'],
      word: ['status', 'Status'],
      cause: ['cause', 'Cause'],
    };
    const values = {
      transactionId: TRANSACTION,
      messageId: 'm1',
      recipient: NUMBER,
      code: '27',
      word: 'FAILED',
      cause: 'Absent',
    };
    for (const [what, names] of Object.entries(NAMES)) {
      for (const name of names) {
        const all = Object.entries(NAMES).map(([other, [first = '']]) => [
          other === what ? name : first,
          Reflect.get(values, other),
        ]);
        const report = await read(Object.fromEntries(all));
        expect(report).toMatchObject({ ...values, state: 'failed', account: 'default' });
      }
    }
  });

  it('is also read under the names of the option fields, which come first', async () => {
    const fields = {
      transactionId: ['Tid'],
      recipient: ['to'],
      state: ['dlr'],
      code: ['constructor'],
    };
    const body = { tid: '77', transId: '88', TO: NUMBER, dlr: 'EXPIRED', constructor: '9' };
    const { read } = await open({ fields });
    expect(await read(body)).toMatchObject({
      transactionId: '77',
      recipient: NUMBER,
      state: 'expired',
      code: '9',
    });
  });

  it.each([
    'dlrTime',
    'deliveredTime',
    'Delivered Time',
    'delivered_time',
    'DeliveryTime',
    'doneTime',
    'DoneDate',
  ])('has the time that its field %s says', async (name) => {
    const { read } = await open();
    const at = Date.UTC(2026, 10, 23, 10);
    expect(await read({ mobile: NUMBER, [name]: String(at) })).toMatchObject({ at });
  });

  it('is read from the field with the exact name, whatever similar names say', async () => {
    const { read, log } = await open({ fields: { messageId: ['Msg-Id'] } });
    const body = { MOBILE: '1', mobile: NUMBER, mobile_: '2', 'msg-id': 'a', 'Msg-Id': 'b' };
    expect(await read(body)).toMatchObject({ recipient: NUMBER, messageId: 'b' });
    expect(log).toEqual([]);
  });

  it('leaves out a part if similar names have different values, and the log says which', async () => {
    const { read, log } = await open();
    const body = { mobile: NUMBER, 'Trans Id': '77', trans_id: '88', uuId: '99', STATUS: 'SENT' };
    const report = await read(body);
    expect(report).toMatchObject({ recipient: NUMBER, state: 'pending' });
    expect(report?.transactionId).toBeUndefined();
    expect(log).toEqual([
      expect.stringContaining('A delivery report has two different values for transId,'),
    ]);
    await read(body);
    expect(log).toHaveLength(1);
    expect(log.join()).not.toMatch(/77|88/);
  });

  it('is not read if two fields have different numbers', async () => {
    const { read, log } = await open();
    const body = { 'Mobile No': NUMBER, mobile_no: '919876543211' };
    await expect(read(body)).rejects.toMatchObject({ status: 400 });
    expect(log).toEqual([
      expect.stringContaining('two different values for mobileNo,'),
      expect.stringContaining('Its fields: '),
    ]);
  });

  it('accepts the same value twice, and ignores empty ones', async () => {
    const { read, log } = await open();
    const body = {
      Mobile: NUMBER,
      MOBILE: ` ${NUMBER} `,
      mobile: '',
      Status: null,
      STATUS: 'SENT',
    };
    expect(await read(body)).toMatchObject({ recipient: NUMBER, state: 'pending' });
    expect(log).toEqual([]);
  });

  it('leaves out a part if its field comes twice in a form with different values', async () => {
    const { read, log } = await open();
    const body = `mobile=${NUMBER}&mobile=${NUMBER}&msgId=a&msgId=b`;
    // As a form comes, and as Express reads it.
    for (const form of [body, { mobile: [NUMBER, NUMBER], msgId: ['a', 'b'] }]) {
      const report = await read(form);
      expect(report).toMatchObject({ recipient: NUMBER });
      expect(report?.messageId).toBeUndefined();
    }
    expect(log).toEqual([expect.stringContaining('two different values for msgId,')]);
  });
});
