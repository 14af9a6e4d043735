import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { SmsService } from 'nestjs-sms-gateway';
import { SmsTestingService } from 'nestjs-sms-gateway/testing';
import request from 'supertest';
import { AppModule } from './login-codes.js';

const to = '+44 7700 900123';

describe('the app, in memory', () => {
  const sms = new SmsTestingService({ defaults: { senderId: 'MYSHOP' } });
  let app: INestApplication;

  beforeAll(async () => {
    // The options are still read and checked. Nothing is sent to this address.
    process.env['SMS_BASE_URL'] = 'https://sms.example.com';
    process.env['SMS_USER_ID'] = 'demo';
    process.env['SMS_PASSWORD'] = 'demo-password';
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
    await post('/login/code', { to });
    sms.expectSent({ to, senderId: 'MYSHOP' });
    const code = await sms.otp({ to });
    expect((await post('/login', { to, code })).status).toBe(204);
  });

  it('answers 400 to an invalid number', async () => {
    expect((await post('/login/code', { to: '12' })).status).toBe(400);
    sms.expectNothingSent();
  });

  it('answers 502 if the code may have been sent', async () => {
    sms.failNext('unknown');
    expect((await post('/login/code', { to })).status).toBe(502);
  });

  it('answers 503 with Retry-After while the gateway throttles', async () => {
    sms.failNext('throttled', { retryAfter: 2_000 });
    const { status, headers } = await post('/login/code', { to });
    expect([status, headers['retry-after']]).toEqual([503, '2']);
  });
});
