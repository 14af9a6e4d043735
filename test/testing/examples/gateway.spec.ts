import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { GatewaySimulator } from 'nestjs-sms-gateway/simulator';
import request from 'supertest';
import { AppModule } from './app.module.js';

const to = '+91 98765 43210';

describe('the app, end to end', () => {
  let gateway: GatewaySimulator;
  let app: INestApplication;

  beforeAll(async () => {
    gateway = await GatewaySimulator.start();
    Object.assign(process.env, {
      SMS_BASE_URL: gateway.url,
      SMS_USER_ID: 'demo',
      SMS_PASSWORD: 'demo-password',
      SMS_TIME_ZONE: 'UTC',
      SMS_OTP_KEY: 'ab'.repeat(32),
    });
    const moduleRef = await Test.createTestingModule({ imports: [AppModule] }).compile();
    app = moduleRef.createNestApplication({ logger: false });
    await app.init();
  });

  beforeEach(() => gateway.reset());

  afterAll(async () => {
    await app.close();
    await gateway.close();
  });

  const post = (path: string, body: object) => request(app.getHttpServer()).post(path).send(body);

  it('logs in with the code that arrived, then with a second one', async () => {
    const { id } = (await post('/login/code', { to })).body;
    const first = await gateway.waitFor({ to, text: /code/ });
    expect((await post('/login', { id, code: first.otp })).status).toBe(204);

    const other = (await post('/login/code', { to })).body;
    const code = await gateway.otp({ to, after: first.id });
    expect((await post('/login', { id: other.id, code })).status).toBe(204);
  });

  it('sends a code once if the answer is lost, and accepts it', async () => {
    gateway.faults.next('accept-then-drop');
    const { id, outcome } = (await post('/login/code', { to })).body;
    expect(outcome).toBe('unknown');
    expect(gateway.messages).toHaveLength(1);
    const code = await gateway.otp({ to });
    expect((await post('/login', { id, code })).status).toBe(204);
  });
});
