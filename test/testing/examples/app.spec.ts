import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { SmsService } from 'nestjs-sms-gateway';
import { SmsTestingService } from 'nestjs-sms-gateway/testing';
import request from 'supertest';
import { AppModule } from './app.module.js';

const to = '+91 98765 43210';

describe('the app, in memory', () => {
  const sms = new SmsTestingService({ defaults: { senderId: 'MYSHOP' } });
  let app: INestApplication;

  beforeAll(async () => {
    // The options are still read and checked. Nothing is sent to this address.
    Object.assign(process.env, {
      SMS_BASE_URL: 'https://sms.example.com',
      SMS_USER_ID: 'demo',
      SMS_PASSWORD: 'demo-password',
      SMS_TIME_ZONE: 'UTC',
      SMS_OTP_KEY: 'ab'.repeat(32),
    });
    const moduleRef = await Test.createTestingModule({ imports: [AppModule] })
      .overrideProvider(SmsService)
      .useValue(sms)
      .compile();
    app = moduleRef.createNestApplication({ logger: false });
    await app.init();
  });

  beforeEach(() => sms.clear());
  afterAll(() => app.close());

  const post = (path: string, body: object) => request(app.getHttpServer()).post(path).send(body);

  it('logs in with the code that was sent', async () => {
    const { id } = (await post('/login/code', { to })).body;
    sms.expectSent({ to, senderId: 'MYSHOP' });
    const code = sms.lastCode(to);
    expect((await post('/login', { id, code })).status).toBe(204);
  });

  it('answers 400 to an invalid number', async () => {
    expect((await post('/login/code', { to: '12' })).status).toBe(400);
    sms.expectNothingSent();
  });

  it('treats a code that may have been sent as sent', async () => {
    sms.failNext('unknown');
    const { id, outcome } = (await post('/login/code', { to })).body;
    expect(outcome).toBe('unknown');
    const code = sms.lastCode(to);
    expect((await post('/login', { id, code })).status).toBe(204);
  });

  it('answers 503 with Retry-After while the gateway throttles', async () => {
    sms.failNext('throttled', { retryAfter: 2_000 });
    const { status, headers } = await post('/login/code', { to });
    expect([status, headers['retry-after']]).toEqual([503, '2']);
  });
});
