import { Logger } from '@nestjs/common';
import { jest } from '@jest/globals';
import { SendLog } from '../../lib/account/send-log.js';
import { type SmsReceipt, SmsTransportError } from '../../lib/index.js';
import type { CheckedMessage } from '../../lib/message/checked-message.js';
import { createRedactor, type Redactor } from '../../lib/redaction/redactor.js';
import { CapturedLog } from './captured-log.js';

/** Fails the test where anything of it is looked at. */
function untouchable<T extends object>(): T {
  return new Proxy<object>(
    {},
    {
      get: (_target, key) => {
        throw new Error(`${String(key)} was looked at`);
      },
    },
  ) as T;
}

const untouched = (): never => {
  throw new Error('a redactor was made');
};

const MESSAGE: CheckedMessage = {
  recipients: ['919876543210'],
  text: 'Hello',
  values: { text: 'Hello', type: 'text', duplicateCheck: 'true' },
  duplicateCheck: true,
  fields: {},
  segments: { encoding: 'GSM-7', count: 1, units: 5, perSegment: 160, nonGsm: [] },
};

const RECEIPT: SmsReceipt = {
  transactionId: '1',
  accepted: MESSAGE.recipients,
  rejected: [],
  segments: MESSAGE.segments,
  raw: {},
};

const TURN = { priority: 'normal', queueTime: 'counted' } as const;

const failure = (outcome: 'not-sent' | 'unknown'): SmsTransportError =>
  new SmsTransportError('connection-lost', 'Lost.', { outcome });

const redactor = (): Redactor =>
  createRedactor({
    secrets: ['hunter-22'],
    text: 'Your code is 482913, Zoë, or 123 45 67',
    recipients: MESSAGE.recipients,
  });

describe('the log of sends', () => {
  afterEach(() => {
    jest.restoreAllMocks();
    Logger.overrideLogger(false);
  });

  it('does not look at an accepted send while debug is off', () => {
    Logger.overrideLogger(['fatal', 'error', 'warn', 'log', 'verbose']);
    const debug = jest.spyOn(Logger.prototype, 'debug');
    new SendLog().onAccepted(untouchable(), TURN, RECEIPT, untouched);
    expect(debug).not.toHaveBeenCalled();
  });

  it('does not look at an accepted send while logging is off', () => {
    Logger.overrideLogger(false);
    const debug = jest.spyOn(Logger.prototype, 'debug');
    new SendLog().onAccepted(untouchable(), TURN, RECEIPT, untouched);
    expect(debug).not.toHaveBeenCalled();
  });

  it('says what may have been sent while only warnings are on, and nothing else', () => {
    Logger.overrideLogger(['error', 'warn']);
    const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const debug = jest.spyOn(Logger.prototype, 'debug');
    const log = new SendLog();
    log.onAccepted(MESSAGE, TURN, RECEIPT, untouched);
    log.onFailed(MESSAGE, TURN, failure('not-sent'));
    expect(warn).not.toHaveBeenCalled();
    log.onFailed(MESSAGE, TURN, failure('unknown'));
    expect(warn).toHaveBeenCalledTimes(1);
    expect(debug).not.toHaveBeenCalled();
  });

  it("looks no further at an id like the document's", () => {
    const captured = new CapturedLog().begin();
    const transactionId = '1097965622371110963';
    new SendLog().onAccepted(MESSAGE, TURN, { ...RECEIPT, transactionId }, untouched);
    expect(captured.ofSends).toEqual([
      `debug: [default] Accepted: 91••••••3210, transaction ${transactionId}, 1 segment(s)`,
    ]);
  });

  it.each([
    ['919876543210', '91••••••3210'],
    ['12345678', '12••5678'],
    ['4915112345678', '49•••••••5678'],
  ])('shows %s as %s', (number, shown) => {
    const captured = new CapturedLog().begin();
    new SendLog().onAccepted({ ...MESSAGE, recipients: [number] }, TURN, RECEIPT, redactor);
    expect(captured.ofSends).toEqual([
      `debug: [default] Accepted: ${shown}, transaction 1, 1 segment(s)`,
    ]);
  });

  it.each([
    ['1097965622371110963', '1097965622371110963'],
    ['0f8fad5b-d9cb-469f-a165-70867728950e', '0f8fad5b-d9cb-469f-a165-70867728950e'],
    ['1097919876543210963', '109791••••••3210963'],
    ['0009876543210000', '00098••••3210000'],
    ['919876543210-17\n2026 FAKE LINE', '91••••••3210-172026 FAKE LINE'],
    ['91987\r6543210', '91••••••3210'],
    ['9198765\u200b43210', '91••••••3210'],
    ['1\u2028\u001b[2Ja\u202eb', '1[2Jab'],
    ['Hunter-22/7', '••••••/7'],
    ['482913', '••••••'],
    ['482914/482913', '482914/••••••'],
    ['a 1234567', 'a •••••••'],
    ['id of your code is 482913', 'id of ••••••'],
  ])('shows the transaction %j as %j', (transactionId, shown) => {
    const captured = new CapturedLog().begin();
    new SendLog().onAccepted(MESSAGE, TURN, { ...RECEIPT, transactionId }, redactor);
    expect(captured.ofSends).toEqual([
      `debug: [default] Accepted: 91••••••3210, transaction ${shown}, 1 segment(s)`,
    ]);
  });
});
