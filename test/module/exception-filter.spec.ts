import { Controller, Inject, type INestMicroservice, Logger, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import {
  type ClientProxy,
  ClientProxyFactory,
  MessagePattern,
  Payload,
  Transport,
} from '@nestjs/microservices';
import { Test } from '@nestjs/testing';
import { jest } from '@jest/globals';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { firstValueFrom } from 'rxjs';
import { SendLog } from '../../lib/account/send-log.js';
import {
  SmsConfigurationError,
  SmsExceptionFilter,
  type SmsGatewayError,
  SmsGuardError,
  SmsMessageError,
  SmsRejectedError,
  SmsResponseError,
  SmsService,
  SmsTransportError,
} from '../../lib/index.js';
import type { CheckedMessage } from '../../lib/message/checked-message.js';
import { SmsTestingModule, SmsTestingService } from '../../lib/testing/index.js';
import { CapturedLog } from '../account/captured-log.js';
import { afterThisTest } from '../support/clean-up.js';

@Controller()
class Codes {
  constructor(@Inject(SmsService) private readonly sms: SmsService) {}

  @MessagePattern('send')
  async send(@Payload() to: string): Promise<string> {
    return (await this.sms.send({ to, text: 'Hello' })).transactionId;
  }
}

@Module({
  imports: [SmsTestingModule.forRoot()],
  controllers: [Codes],
  providers: [{ provide: APP_FILTER, useClass: SmsExceptionFilter }],
})
class CodesModule {}

const TO = '919876543210';

const MESSAGE: CheckedMessage = {
  recipients: [TO],
  text: 'Hello',
  values: { text: 'Hello', type: 'text', duplicateCheck: 'true' },
  duplicateCheck: true,
  fields: {},
  segments: { encoding: 'GSM-7', count: 1, units: 5, perSegment: 160, nonGsm: [] },
};

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

async function openMicroservice(): Promise<{ client: ClientProxy; sms: SmsTestingService }> {
  const options = {
    transport: Transport.TCP as const,
    options: { host: '127.0.0.1', port: await freePort() },
  };
  const moduleRef = await Test.createTestingModule({ imports: [CodesModule] }).compile();
  const app: INestMicroservice = moduleRef.createNestMicroservice(options);
  app.useLogger(false);
  await app.listen();
  const client = ClientProxyFactory.create(options);
  afterThisTest(async () => {
    client.close();
    await app.close();
  });
  return { client, sms: app.get(SmsTestingService) };
}

const told = (client: ClientProxy, to: string): Promise<unknown> =>
  firstValueFrom(client.send<string>('send', to)).catch((error: unknown) => error);

/** What a WebSocket client is told. */
function answerTo(error: SmsGatewayError): unknown {
  const emit = jest.fn();
  const host = new ExecutionContextHost([{ emit }, {}]);
  host.setType('ws');
  new SmsExceptionFilter().catch(error, host);
  expect(emit.mock.calls).toEqual([['exception', expect.anything()]]);
  return emit.mock.calls[0]?.[1];
}

describe('the exception filter', () => {
  afterEach(() => jest.restoreAllMocks());

  it('answers the caller of a microservice, over the wire', async () => {
    const { client, sms } = await openMicroservice();
    expect(await told(client, '12')).toMatchObject({
      status: 'error',
      statusCode: 400,
      outcome: 'not-sent',
      issues: [{ path: 'to' }],
    });
    sms.failNext('unknown').failNext('credentials-refused');
    expect(await told(client, '+919876543210')).toMatchObject({
      status: 'error',
      statusCode: 502,
      outcome: 'unknown',
    });
    expect(await told(client, '+919876543210')).toEqual({
      status: 'error',
      statusCode: 500,
      error: 'Internal Server Error',
      message: 'Internal server error',
    });
    expect(await told(client, '+919876543210')).toMatch(/^\d+$/);
  });

  const invalid = new SmsMessageError([{ path: 'text', message: 'is empty; use some text' }]);

  it('answers a WebSocket client with the event `exception`, and throws nothing, which would end the process', () => {
    expect(answerTo(invalid)).toMatchObject({
      status: 'error',
      statusCode: 400,
      issues: [{ path: 'text' }],
    });
    const silent = new ExecutionContextHost([{}, {}]);
    silent.setType('ws');
    new SmsExceptionFilter().catch(invalid, silent);
  });

  const raw = { status: 'error' };
  it.each<[SmsGatewayError, object]>([
    [invalid, { statusCode: 400, outcome: 'not-sent', issues: invalid.issues }],
    [
      new SmsRejectedError({ statusCode: '203', reason: 'Sender id is invalid', raw }),
      {
        statusCode: 422,
        outcome: 'not-sent',
        gateway: { statusCode: '203', reason: 'Sender id is invalid' },
      },
    ],
    [
      new SmsGuardError('recipient-limit', 'x', { retryAfter: 1500, recipients: [TO] }),
      { statusCode: 429, outcome: 'not-sent', code: 'recipient-limit' },
    ],
    [
      new SmsGuardError('quiet-hours', 'x'),
      { statusCode: 429, outcome: 'not-sent', code: 'quiet-hours' },
    ],
    [
      new SmsGuardError('country', 'x', { retryable: false, recipients: [TO] }),
      { statusCode: 422, outcome: 'not-sent', code: 'country' },
    ],
    [
      new SmsResponseError('answer-unclear', 'x', { httpStatus: 200 }),
      { statusCode: 502, outcome: 'unknown' },
    ],
    [
      new SmsTransportError('throttled', 'x', { outcome: 'not-sent' }),
      { statusCode: 503, outcome: 'not-sent' },
    ],
  ])('reports the outcome and what to do: %s', (error, expected) => {
    jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    expect(answerTo(error)).toEqual({
      status: 'error',
      error: expect.any(String),
      message: expect.stringMatching(/^The .*sent.*\.$/),
      ...expected,
    });
  });

  it('logs what the account has not logged, and nothing twice', () => {
    const log = new CapturedLog().begin();
    afterThisTest(() => log.end());
    const lost = new SmsResponseError('answer-unclear', 'Unclear.', { httpStatus: 200 });
    new SendLog().onFailed(MESSAGE, { priority: 'normal', origin: 'send' }, lost);
    answerTo(lost);
    expect(log.lines.map(({ level }) => level)).toEqual(['warn']);
    const configuration = new SmsConfigurationError('baseUrl is missing.');
    answerTo(configuration);
    answerTo(invalid);
    expect(log.lines.slice(1).map(({ level, message }) => [level, message])).toEqual([
      ['error', '[default] SmsConfigurationError (configuration, not-sent): baseUrl is missing.'],
    ]);
  });

  it('leaves the error as it is for any other transport', () => {
    const host = new ExecutionContextHost([]);
    host.setType('graphql');
    expect(() => new SmsExceptionFilter().catch(invalid, host)).toThrow(invalid);
  });
});
