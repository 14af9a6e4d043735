import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { SmsService } from 'nestjs-sms-gateway';
import { SmsTestingService } from 'nestjs-sms-gateway/testing';
import request from 'supertest';
import { AppModule } from '../src/app.module.js';
import { setUp } from '../src/set-up.js';

const message = { to: '+91 98765 43210', text: 'Your code is 482913' };

// The whole app over HTTP. Only the service is replaced, so nothing is sent to any gateway.
describe('the app, in memory', () => {
  const sms = new SmsTestingService();
  let app: INestApplication;

  beforeAll(async () => {
    // The settings are still read and checked. Nothing is sent to this address.
    process.env['SMS_BASE_URL'] = 'https://sms.example.com';
    process.env['SMS_USER_ID'] = 'demo';
    process.env['SMS_PASSWORD'] = 'demo-password';
    const moduleRef = await Test.createTestingModule({ imports: [AppModule] })
      .overrideProvider(SmsService)
      .useValue(sms)
      .compile();
    app = moduleRef.createNestApplication({ logger: false });
    setUp(app);
    await app.init();
  });

  beforeEach(() => sms.clear());
  afterAll(() => app.close());

  const post = (body: object) => request(app.getHttpServer()).post('/sms').send(body);

  it('sends what is posted', async () => {
    const answer = await post(message);
    const { receipt } = sms.expectSent({ to: message.to, text: /code/ });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ transactionId: receipt.transactionId });
  });

  it('answers 400 to a number without country prefix, and sends nothing', async () => {
    const answer = await post({ ...message, to: '098765 43210' });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ issues: [{ path: 'to' }] });
    sms.expectNothingSent();
  });

  it('answers 422 if the gateway rejects the message, with its reason', async () => {
    sms.failNext('rejected', { statusCode: '203', reason: 'Sender id is invalid' });
    const answer = await post(message);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ gateway: { reason: 'Sender id is invalid' } });
  });

  it('answers 503 while the gateway throttles, and says when to retry', async () => {
    sms.failNext('throttled', { retryAfter: 2_000 });
    const answer = await post(message);
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '2']);
  });

  it.each(['http://evil.example', 'null'])('refuses a form of another site: %s', async (origin) => {
    const form = request(app.getHttpServer()).post('/sms').type('form').set('Origin', origin);
    expect((await form.send(message)).status).toBe(403);
    sms.expectNothingSent();
  });

  it('takes what a page of its own posts', async () => {
    const own = request(app.getHttpServer()).post('/sms').set('Host', 'sms.example.com');
    expect((await own.set('Origin', 'https://sms.example.com').send(message)).status).toBe(201);
  });

  it('answers 502 if the message may have been sent', async () => {
    sms.failNext('unknown');
    const answer = await post(message);
    expect(answer.status).toBe(502);
    expect(answer.body).toMatchObject({ outcome: 'unknown' });
  });
});
