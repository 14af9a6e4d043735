import { Controller, Get, Module, Post, Res, UseFilters } from '@nestjs/common';
import { type AbstractHttpAdapter, NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import {
  SmsExceptionFilter,
  type SmsGatewayError,
  SmsMessageError,
  SmsResponseError,
  SmsTransportError,
} from '../../lib/index.js';
import { memberOf } from '../../lib/core/common/members.js';
import { afterThisTest } from '../support/clean-up.js';

const unclear = new SmsResponseError('answer-unclear', 'x', { httpStatus: 200 });
const busy = new SmsTransportError('throttled', 'x', { outcome: 'not-sent', retryAfter: 1500 });
const invalid = new SmsMessageError([{ path: 'id', message: 'is unknown' }], 'argument-invalid');

let failure: SmsGatewayError;
const fail = (): never => {
  throw failure;
};

@Controller()
class Unfiltered {
  @Post()
  send(): void {
    fail();
  }

  @Get('stream')
  stream(@Res() response: { readonly raw?: object }): void {
    const raw = response.raw ?? response;
    const write: unknown = memberOf(raw, 'write');
    if (typeof write === 'function') write.call(raw, 'begun');
    fail();
  }
}

@Controller('filtered')
@UseFilters(new SmsExceptionFilter())
class Filtered extends Unfiltered {}

async function listen(adapter: AbstractHttpAdapter, middleware = false): Promise<string> {
  @Module({ controllers: [Unfiltered, Filtered] })
  class AppModule {}
  const app = await NestFactory.create(AppModule, adapter, { logger: false });
  afterThisTest(() => app.close());
  app.useGlobalFilters(new SmsExceptionFilter());
  if (middleware) app.use(fail);
  await app.listen(0, '127.0.0.1');
  return app.getUrl();
}

describe.each<[string, () => AbstractHttpAdapter]>([
  ['Express', () => new ExpressAdapter()],
  ['Fastify', () => new FastifyAdapter()],
])('a filter that the app creates itself, on %s', (_name, adapter) => {
  it.each([
    ['@UseFilters', '/filtered'],
    ['useGlobalFilters', '/'],
  ])('answers like one that Nest creates, in %s', async (_where, path) => {
    const url = (await listen(adapter())) + path;
    const answerTo = async (error: SmsGatewayError) => {
      failure = error;
      const response = await fetch(url, { method: 'POST' });
      return [response.status, response.headers.get('retry-after'), await response.json()];
    };
    expect(await answerTo(unclear)).toEqual([
      502,
      null,
      {
        statusCode: 502,
        error: 'Bad Gateway',
        message: 'The message may have been sent. Look it up before you send it again.',
        outcome: 'unknown',
      },
    ]);
    expect(await answerTo(busy)).toMatchObject([503, '2', { outcome: 'not-sent' }]);
    expect(await answerTo(invalid)).toEqual([
      400,
      null,
      {
        statusCode: 400,
        error: 'Bad Request',
        message: 'An argument is invalid.',
        outcome: 'not-sent',
        code: 'argument-invalid',
        issues: [{ path: 'id', message: 'is unknown' }],
      },
    ]);
  });

  it('answers for middleware', async () => {
    failure = busy;
    const response = await fetch(await listen(adapter(), true));
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await response.json()).toMatchObject({ statusCode: 503, outcome: 'not-sent' });
  });

  it('ends an answer that has begun', async () => {
    failure = busy;
    const response = await fetch(`${await listen(adapter())}/filtered/stream`);
    expect([response.status, await response.text()]).toEqual([200, 'begun']);
  });
});
