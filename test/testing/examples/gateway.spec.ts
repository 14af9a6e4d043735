import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { GatewaySimulator } from 'nestjs-sms-gateway/simulator';
import request from 'supertest';
import { AppModule } from './login-codes.js';

const to = '+44 7700 900123';

describe('the app, end to end', () => {
  let gateway: GatewaySimulator;
  let app: INestApplication;

  beforeAll(async () => {
    gateway = await GatewaySimulator.start();
    process.env['SMS_BASE_URL'] = gateway.url;
    process.env['SMS_USER_ID'] = 'demo';
    process.env['SMS_PASSWORD'] = 'demo-password';
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
    await post('/login/code', { to });
    const first = await gateway.waitFor({ to, text: /code/ });
    const code = await gateway.otp({ to });
    expect((await post('/login', { to, code })).status).toBe(204);

    await post('/login/code', { to });
    const second = await gateway.otp({ to, after: first.id });
    expect((await post('/login', { to, code: second })).status).toBe(204);
  });

  it('never sends a code twice if the answer is lost', async () => {
    gateway.faults.next('accept-then-drop');
    expect((await post('/login/code', { to })).status).toBe(502);
    expect(gateway.messages).toHaveLength(1);
  });
});
