import { ConsoleLogger, Logger, type LogLevel } from '@nestjs/common';
import { jest } from '@jest/globals';
import { isLogged, SendLog } from '../../lib/core/account/send-log.js';
import {
  SmsAuthenticationError,
  type SmsGatewayError,
  type SmsReceipt,
  SmsRejectedError,
  SmsTransportError,
} from '../../lib/index.js';
import type { CheckedMessage } from '../../lib/core/message/checked-message.js';
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

const ACCEPTED = { receipt: RECEIPT, waited: 0, attempts: 1 };

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

  it.each([
    ['debug', ['fatal', 'error', 'warn', 'log', 'verbose'] as LogLevel[]],
    ['logging', false as const],
  ])('does no work for an accepted send if %s is off', (_what, levels) => {
    Logger.overrideLogger(levels);
    const debug = jest.spyOn(Logger.prototype, 'debug');
    new SendLog().onAccepted(untouchable(), 'normal', ACCEPTED);
    expect(debug).not.toHaveBeenCalled();
  });

  it('says what may have been sent, and nothing else, if only warnings are on', () => {
    onlyWarnings();
    const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const debug = jest.spyOn(Logger.prototype, 'debug');
    const log = new SendLog();
    log.onAccepted(MESSAGE, 'normal', ACCEPTED);
    log.onFailed(MESSAGE, 'normal', failure('not-sent'));
    expect(warn).not.toHaveBeenCalled();
    log.onFailed(MESSAGE, 'normal', failure('unknown'));
    expect(warn).toHaveBeenCalledTimes(1);
    expect(debug).not.toHaveBeenCalled();
  });

  it('leaves it to the logger if Nest cannot tell the levels, as Nest 11 without a list of them', () => {
    const captured = new CapturedLog().begin();
    jest.spyOn(Logger, 'isLevelEnabled').mockReturnValue(false);
    const log = new SendLog('otp', false);
    log.onAccepted(MESSAGE, 'normal', ACCEPTED);
    log.onFailed(MESSAGE, 'normal', failure('unknown'));
    expect(captured.ofSends).toEqual([
      'debug: [otp] Accepted: 91••••••3210, transaction 1, 1 segment(s)',
      'warn: [otp] May have been sent: 91••••••3210, SmsTransportError (connection-lost)',
    ]);
  });

  it('says who was kept back, masked', () => {
    const captured = new CapturedLog().begin();
    new SendLog().onHeld({ ...MESSAGE, recipients: ['919876543210', '919876543211'] });
    expect(captured.ofSends).toEqual([
      'debug: [default] Held: 91••••••3210 and 1 more, out of reach',
    ]);
  });

  it.each<[SmsGatewayError, string]>([
    [
      new SmsRejectedError({ statusCode: '', reason: '', raw: {} }),
      'warn: [otp] Not sent: 91••••••3210, SmsRejectedError (rejected)',
    ],
    [
      new SmsAuthenticationError('login-refused', 'x', { statusCode: '216', reason: 'Blocked' }),
      'warn: [otp] Not sent: 91••••••3210, SmsAuthenticationError (login-refused), 216: Blocked',
    ],
  ])('says in one line what the gateway refused, and why: %s', (error, line) => {
    const captured = new CapturedLog().begin();
    new SendLog('otp').onFailed(MESSAGE, 'normal', error);
    expect(captured.ofSends).toEqual([line]);
    expect(isLogged(error)).toBe(true);
  });

  it('knows that an error was not logged if its level is off', () => {
    onlyWarnings();
    jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const errors = [failure('not-sent'), failure('unknown')];
    for (const error of errors) new SendLog().onFailed(MESSAGE, 'normal', error);
    expect(errors.map(isLogged)).toEqual([false, true]);
  });
});
