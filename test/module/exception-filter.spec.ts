import { Controller, Inject, type INestMicroservice, Module } from '@nestjs/common';
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
import { SmsExceptionFilter, SmsMessageError, SmsService } from '../../lib/index.js';
import { SmsTestingModule, SmsTestingService } from '../../lib/testing/index.js';
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

describe('the exception filter', () => {
  it('answers the caller of a microservice, over the wire', async () => {
    const { client, sms } = await openMicroservice();
    expect(await told(client, '12')).toMatchObject({
      status: 'error',
      statusCode: 400,
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

  const error = new SmsMessageError([{ path: 'text', message: 'is empty; give some text' }]);

  it('tells a WebSocket client by the event `exception`, and throws nothing, which would end the process', () => {
    const emit = jest.fn();
    const host = new ExecutionContextHost([{ emit }, {}]);
    host.setType('ws');
    new SmsExceptionFilter().catch(error, host);
    expect(emit.mock.calls).toMatchObject([
      ['exception', { status: 'error', statusCode: 400, issues: [{ path: 'text' }] }],
    ]);
    const silent = new ExecutionContextHost([{}, {}]);
    silent.setType('ws');
    new SmsExceptionFilter().catch(error, silent);
  });

  it('leaves the error as it is where it knows no way to answer', () => {
    const host = new ExecutionContextHost([]);
    host.setType('graphql');
    expect(() => new SmsExceptionFilter().catch(error, host)).toThrow(error);
  });
});
