import { Logger } from '@nestjs/common';
import { jest } from '@jest/globals';
import { SendLog } from '../../lib/account/send-log.js';
import { type SmsReceipt, SmsTransportError } from '../../lib/index.js';
import type { CheckedMessage } from '../../lib/message/checked-message.js';
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

const MESSAGE: CheckedMessage = {
  recipients: ['919876543210'],
  text: 'Hello',
  msgType: 'text',
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

const failure = (delivery: 'not-sent' | 'unknown'): SmsTransportError =>
  new SmsTransportError('connection-lost', 'Lost.', { delivery });

describe('the log of sends', () => {
  afterEach(() => {
    jest.restoreAllMocks();
    Logger.overrideLogger(false);
  });

  it('does not look at an accepted send while debug is off', () => {
    Logger.overrideLogger(['fatal', 'error', 'warn', 'log', 'verbose']);
    const debug = jest.spyOn(Logger.prototype, 'debug');
    new SendLog().accepted(untouchable(), RECEIPT);
    expect(debug).not.toHaveBeenCalled();
  });

  it('does not look at an accepted send while logging is off', () => {
    Logger.overrideLogger(false);
    const debug = jest.spyOn(Logger.prototype, 'debug');
    new SendLog().accepted(untouchable(), RECEIPT);
    expect(debug).not.toHaveBeenCalled();
  });

  it('says what may have been sent while only warnings are on, and nothing else', () => {
    Logger.overrideLogger(['error', 'warn']);
    const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const debug = jest.spyOn(Logger.prototype, 'debug');
    const log = new SendLog();
    log.accepted(MESSAGE, RECEIPT);
    log.failed(MESSAGE, failure('not-sent'));
    expect(warn).not.toHaveBeenCalled();
    log.failed(MESSAGE, failure('unknown'));
    expect(warn).toHaveBeenCalledTimes(1);
    expect(debug).not.toHaveBeenCalled();
  });

  it.each([
    ['919876543210', '91••••••3210'],
    ['12345678', '12••5678'],
    ['4915112345678', '49•••••••5678'],
  ])('shows %s as %s', (number, shown) => {
    const captured = new CapturedLog().begin();
    new SendLog().accepted({ ...MESSAGE, recipients: [number] }, RECEIPT);
    expect(captured.ofSends).toEqual([`debug: Accepted: ${shown}, transaction 1, 1 part(s)`]);
  });
});
