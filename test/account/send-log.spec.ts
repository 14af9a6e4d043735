import { ConsoleLogger, Logger } from '@nestjs/common';
import { jest } from '@jest/globals';
import { isLogged, SendLog } from '../../lib/account/send-log.js';
import {
  SmsAuthenticationError,
  type SmsGatewayError,
  type SmsReceipt,
  SmsRejectedError,
  SmsResponseError,
  SmsTransportError,
} from '../../lib/index.js';
import type { CheckedMessage } from '../../lib/message/checked-message.js';
import { CapturedLog } from './captured-log.js';

/** Fails the test if any part of it is read. */
function untouchable<T extends object>(): T {
  return new Proxy<object>(
    {},
    {
      get: (_target, key) => {
        throw new Error(`${String(key)} was read`);
      },
    },
  ) as T;
}

const MESSAGE: CheckedMessage = {
  recipients: ['919876543210'],
  text: 'Hello',
  values: { text: 'Hello', type: 'text', duplicateCheck: 'true' },
  duplicateCheck: true,
  fields: {},
  segments: { encoding: 'GSM-7', count: 1, units: 5, perSegment: 160, nonGsm: [] },
};

const RECEIPT: SmsReceipt = {
  account: 'default',
  transactionId: '1',
  accepted: MESSAGE.recipients,
  rejected: [],
  held: [],
  segments: MESSAGE.segments,
  raw: {},
};

const TURN = { priority: 'normal', origin: 'send' } as const;

const failure = (outcome: 'not-sent' | 'unknown'): SmsTransportError =>
  new SmsTransportError('connection-lost', 'Lost.', { outcome });

/** As an app logs that has its levels set so. */
function onlyWarnings(): void {
  Logger.overrideLogger(new ConsoleLogger());
  Logger.overrideLogger(['error', 'warn']);
}

describe('the log of sends', () => {
  afterEach(() => {
    jest.restoreAllMocks();
    Logger.overrideLogger(false);
  });

  it('does no work for an accepted send if debug is off', () => {
    Logger.overrideLogger(['fatal', 'error', 'warn', 'log', 'verbose']);
    const debug = jest.spyOn(Logger.prototype, 'debug');
    new SendLog().onAccepted(untouchable(), TURN, RECEIPT);
    expect(debug).not.toHaveBeenCalled();
  });

  it('does no work for an accepted send if logging is off', () => {
    Logger.overrideLogger(false);
    const debug = jest.spyOn(Logger.prototype, 'debug');
    new SendLog().onAccepted(untouchable(), TURN, RECEIPT);
    expect(debug).not.toHaveBeenCalled();
  });

  it('says what may have been sent, and nothing else, if only warnings are on', () => {
    onlyWarnings();
    const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const debug = jest.spyOn(Logger.prototype, 'debug');
    const log = new SendLog();
    log.onAccepted(MESSAGE, TURN, RECEIPT);
    log.onFailed(MESSAGE, TURN, failure('not-sent'));
    expect(warn).not.toHaveBeenCalled();
    log.onFailed(MESSAGE, TURN, failure('unknown'));
    expect(warn).toHaveBeenCalledTimes(1);
    expect(debug).not.toHaveBeenCalled();
  });

  it('leaves it to the logger if Nest cannot tell the levels, as Nest 11 without a list of them', () => {
    const captured = new CapturedLog().begin();
    jest.spyOn(Logger, 'isLevelEnabled').mockReturnValue(false);
    const log = new SendLog('otp', false);
    log.onAccepted(MESSAGE, TURN, RECEIPT);
    log.onFailed(MESSAGE, TURN, failure('unknown'));
    expect(captured.ofSends).toEqual([
      'debug: [otp] Accepted: 91••••••3210, transaction 1, 1 segment(s)',
      'warn: [otp] May have been sent: 91••••••3210, SmsTransportError (connection-lost)',
    ]);
  });

  it("shows an id like the specification's", () => {
    const captured = new CapturedLog().begin();
    const transactionId = '1097965622371110963';
    new SendLog().onAccepted(MESSAGE, TURN, { ...RECEIPT, transactionId });
    expect(captured.ofSends).toEqual([
      `debug: [default] Accepted: 91••••••3210, transaction ${transactionId}, 1 segment(s)`,
    ]);
  });

  it('says who was kept back, masked', () => {
    const captured = new CapturedLog().begin();
    new SendLog().onHeld({ ...MESSAGE, recipients: ['919876543210', '919876543211'] });
    expect(captured.ofSends).toEqual([
      'debug: [default] Held: 91••••••3210 and 1 more, out of reach',
    ]);
  });

  it.each([
    ['919876543210', '91••••••3210'],
    ['12345678', '12••5678'],
    ['4915112345678', '49•••••••5678'],
  ])('shows %s as %s', (number, shown) => {
    const captured = new CapturedLog().begin();
    new SendLog().onAccepted({ ...MESSAGE, recipients: [number] }, TURN, RECEIPT);
    expect(captured.ofSends).toEqual([
      `debug: [default] Accepted: ${shown}, transaction 1, 1 segment(s)`,
    ]);
  });

  it.each([
    ['1097965622371110963', '1097965622371110963'],
    ['0f8fad5b-d9cb-469f-a165-70867728950e', '0f8fad5b-d9cb-469f-a165-70867728950e'],
    ['1097919876543210963', '••••••'],
    ['919876543210-17\n2026 FAKE LINE', '••••••'],
    ['hunter-22', '••••••'],
  ])('shows the transaction %j as %j', (transactionId, shown) => {
    const captured = new CapturedLog().begin();
    new SendLog().onAccepted(MESSAGE, TURN, { ...RECEIPT, transactionId });
    expect(captured.ofSends).toEqual([
      `debug: [default] Accepted: 91••••••3210, transaction ${shown}, 1 segment(s)`,
    ]);
  });

  const rejection = { statusCode: '203', reason: 'Sender id is invalid', raw: {} };
  it.each<[SmsGatewayError, string]>([
    [
      new SmsRejectedError(rejection),
      'warn: [otp] Not sent: 91••••••3210, SmsRejectedError (rejected), 203: Sender id is invalid',
    ],
    [
      new SmsRejectedError({ statusCode: '', reason: '', raw: {} }),
      'warn: [otp] Not sent: 91••••••3210, SmsRejectedError (rejected)',
    ],
    [
      new SmsAuthenticationError('login-refused', 'x', { statusCode: '216', reason: 'Blocked' }),
      'warn: [otp] Not sent: 91••••••3210, SmsAuthenticationError (login-refused), 216: Blocked',
    ],
    [
      new SmsResponseError('answer-unclear', 'x', { httpStatus: 200 }),
      'warn: [otp] May have been sent: 91••••••3210, SmsResponseError (answer-unclear)',
    ],
    [
      new SmsTransportError('throttled', 'x', { outcome: 'not-sent' }),
      'debug: [otp] Not sent: 91••••••3210, SmsTransportError (throttled)',
    ],
  ])('says in one line what the gateway refused, and why: %s', (error, line) => {
    const captured = new CapturedLog().begin();
    new SendLog('otp').onFailed(MESSAGE, TURN, error);
    expect(captured.ofSends).toEqual([line]);
    expect(isLogged(error)).toBe(true);
  });

  it('names the account in every line', () => {
    const captured = new CapturedLog().begin();
    const log = new SendLog('otp');
    log.onAccepted(MESSAGE, TURN, RECEIPT);
    log.onFailed(MESSAGE, TURN, failure('unknown'));
    expect(captured.ofSends).toEqual([
      expect.stringMatching(/^debug: \[otp\] /),
      expect.stringMatching(/^warn: \[otp\] /),
    ]);
  });

  it('knows that an error was not logged if its level is off', () => {
    onlyWarnings();
    jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const errors = [failure('not-sent'), failure('unknown')];
    for (const error of errors) new SendLog().onFailed(MESSAGE, TURN, error);
    expect(errors.map(isLogged)).toEqual([false, true]);
  });
});
