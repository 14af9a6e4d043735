import {
  type Delivery,
  deliveryAfter,
  factOf,
  withReports,
} from '../../lib/extras/queue/producer/delivery-facts.js';
import { SmsReport, type SmsReportState } from '../../lib/extras/reports/index.js';
import { NUMBER } from '../support/account.js';

const said = (...states: readonly SmsReportState[]) =>
  states
    .map((state) => factOf({ state, receivedAt: 7 }))
    .reduce<Delivery | undefined>(deliveryAfter, undefined);

describe('what reports say about one number', () => {
  it.each([
    [[], undefined, undefined],
    [['pending'], 'pending', undefined],
    [['pending', 'pending'], 'pending', undefined],
    [['unrecognised', 'pending'], 'unrecognised', undefined],
    [['pending', 'unrecognised'], 'unrecognised', undefined],
    [['pending', 'delivered'], 'delivered', undefined],
    [['failed', 'pending'], 'failed', undefined],
    [['failed', 'unrecognised'], 'failed', undefined],
    [['delivered', 'delivered'], 'delivered', undefined],
    [['expired', 'failed'], 'expired', true],
    [['failed', 'expired'], 'failed', true],
    [['failed', 'delivered'], 'failed', true],
    [['delivered', 'expired', 'delivered', 'pending'], 'delivered', true],
  ] as const)('for %j is %s', (states, state, conflict) => {
    const fact = state && { state, at: 7, ...(conflict && { conflict }) };
    expect(said(...states)).toEqual(fact);
  });

  it('is the first final report, with the code and the cause that only its repetition has', () => {
    const first = factOf({ state: 'failed', code: '5', at: 1, receivedAt: 7 });
    const again = factOf({ state: 'failed', code: '6', cause: 'Barred', at: 2, receivedAt: 8 });
    expect(deliveryAfter(first, again)).toEqual({
      state: 'failed',
      code: '5',
      cause: 'Barred',
      at: 1,
    });
  });

  it('contains no number, and only the beginning of long texts of the gateway', () => {
    const cause = `Unknown user 919876543210 ${'x'.repeat(500)}`;
    const shown = JSON.stringify(
      factOf({ state: 'failed', code: '919876543210', cause, receivedAt: 7 }),
    );
    expect(shown).not.toContain('9876');
    expect(shown.length).toBeLessThan(300);
  });
});

const reportOf = (transactionId: string, state: SmsReportState, receivedAt: number) =>
  new SmsReport({ account: 'default', transactionId, recipient: NUMBER, state, receivedAt });

describe('the transactions of a number', () => {
  it('have their first final state, and the time of the first report', () => {
    const known = withReports([], [reportOf('t1', 'pending', 1), reportOf('t2', 'failed', 2)]);
    const after = withReports(known, [
      reportOf('t1', 'delivered', 3),
      reportOf('t2', 'expired', 4),
    ]);
    expect(after).toEqual([
      { transactionId: 't1', state: 'delivered', at: 1 },
      { transactionId: 't2', state: 'failed', at: 2 },
    ]);
    expect(withReports(after, [reportOf('t1', 'failed', 5)])).toEqual(after);
  });
});
