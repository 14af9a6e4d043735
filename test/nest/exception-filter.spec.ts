import { Logger } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { jest } from '@jest/globals';
import { firstValueFrom } from 'rxjs';
import { SendLog } from '../../lib/core/account/send-log.js';
import {
  SmsAuthenticationError,
  SmsConfigurationError,
  SmsExceptionFilter,
  type SmsGatewayError,
  SmsGuardError,
  SmsMessageError,
  SmsRejectedError,
  SmsResponseError,
  SmsTransportError,
} from '../../lib/index.js';
import type { CheckedMessage } from '../../lib/core/message/checked-message.js';
import { CapturedLog } from '../account/captured-log.js';
import { afterThisTest } from '../support/clean-up.js';

const TO = '919876543210';

const MESSAGE: CheckedMessage = {
  recipients: [TO],
  text: 'Hello',
  values: { text: 'Hello', type: 'text', duplicateCheck: 'true' },
  duplicateCheck: true,
  fields: {},
  segments: { encoding: 'GSM-7', count: 1, units: 5, perSegment: 160, nonGsm: [] },
};

const hostOf = (type: string, client: object = {}): ExecutionContextHost => {
  const host = new ExecutionContextHost([client, {}]);
  host.setType(type);
  return host;
};

/** What the caller of a microservice and a WebSocket client are told, which is the same. */
async function answerTo(error: SmsGatewayError): Promise<unknown> {
  const filter = new SmsExceptionFilter();
  const emit = jest.fn();
  filter.catch(error, hostOf('ws', { emit }));
  const failing = filter.catch(error, hostOf('rpc'));
  if (!failing) throw new Error('The caller of a microservice was told nothing');
  const told: unknown = await firstValueFrom(failing).catch((reason: unknown) => reason);
  expect(emit.mock.calls).toEqual([['exception', told]]);
  return told;
}

describe('the exception filter', () => {
  afterEach(() => jest.restoreAllMocks());

  const invalid = new SmsMessageError([{ path: 'text', message: 'is empty; use some text' }]);

  it('throws nothing at a WebSocket client that takes no events, which would end the process', () => {
    expect(new SmsExceptionFilter().catch(invalid, hostOf('ws'))).toBeUndefined();
  });

  const raw = { status: 'error' };
  it.each<[SmsGatewayError, object]>([
    [invalid, { statusCode: 400, code: 'message-invalid', issues: invalid.issues }],
    [
      new SmsRejectedError({ statusCode: '203', reason: 'Sender id is invalid', raw }),
      {
        statusCode: 422,

        gateway: { statusCode: '203', reason: 'Sender id is invalid' },
      },
    ],
    [
      new SmsGuardError('recipient-limit', 'x', { retryAfter: 1500, recipients: [TO] }),
      { statusCode: 429, code: 'recipient-limit' },
    ],
    [new SmsGuardError('quiet-hours', 'x'), { statusCode: 429, code: 'quiet-hours' }],
    [
      new SmsGuardError('country', 'x', { retryable: false, recipients: [TO] }),
      { statusCode: 422, code: 'country' },
    ],
    [
      new SmsGuardError('opted-out', 'x', { retryable: false, recipients: [TO] }),
      { statusCode: 422, code: 'opted-out' },
    ],
    [new SmsGuardError('opt-out-unknown', 'x'), { statusCode: 429, code: 'opt-out-unknown' }],
    [
      new SmsResponseError('answer-unclear', 'x', { httpStatus: 200 }),
      { statusCode: 502, outcome: 'unknown' },
    ],
    [new SmsTransportError('throttled', 'x', { outcome: 'not-sent' }), { statusCode: 503 }],
  ])('reports the outcome and what to do: %s', async (error, expected) => {
    jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    expect(await answerTo(error)).toEqual({
      status: 'error',
      error: expect.any(String),
      message: expect.stringMatching(/^The .*sent.*\.$/),
      outcome: 'not-sent',
      ...expected,
    });
  });

  it("says nothing of an error that is the app's own fault", async () => {
    jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    const refused = new SmsAuthenticationError('credentials-refused', 'x');
    expect(await answerTo(refused)).toEqual({
      status: 'error',
      statusCode: 500,
      error: 'Internal Server Error',
      message: 'Internal server error',
    });
  });

  it('logs what the account has not logged, and nothing twice', () => {
    const log = new CapturedLog().begin();
    afterThisTest(() => log.end());
    const lost = new SmsResponseError('answer-unclear', 'Unclear.', { httpStatus: 200 });
    new SendLog().onFailed(MESSAGE, 'normal', lost);
    new SmsExceptionFilter().catch(lost, hostOf('ws'));
    expect(log.lines.map(({ level }) => level)).toEqual(['warn']);
    const configuration = new SmsConfigurationError('baseUrl is missing.');
    for (const error of [configuration, invalid])
      new SmsExceptionFilter().catch(error, hostOf('ws'));
    expect(log.lines.slice(1).map(({ level, message }) => [level, message])).toEqual([
      ['error', '[default] SmsConfigurationError (configuration, not-sent): baseUrl is missing.'],
    ]);
  });

  it('leaves the error as it is for any other transport', () => {
    const catching = (): unknown => new SmsExceptionFilter().catch(invalid, hostOf('graphql'));
    expect(catching).toThrow(invalid);
  });
});
