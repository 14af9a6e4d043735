import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { GatewaySimulator } from 'nestjs-sms-gateway/simulator';
import request from 'supertest';
import { AppModule } from '../src/app.module.js';
import { setUp } from '../src/set-up.js';

const to = '+91 98765 43210';
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

async function start(): Promise<INestApplication> {
  const moduleRef = await Test.createTestingModule({ imports: [AppModule] }).compile();
  const app = moduleRef.createNestApplication({ logger: false });
  setUp(app);
  return app.init();
}

// Only the gateway is replaced: logins, tokens and retries are those of production.
describe('the app, end to end', () => {
  let gateway: GatewaySimulator;
  let app: INestApplication;

  beforeAll(async () => {
    gateway = await GatewaySimulator.start();
    process.env['SMS_BASE_URL'] = gateway.url;
    process.env['SMS_USER_ID'] = 'demo';
    process.env['SMS_PASSWORD'] = 'demo-password';
    process.env['SMS_SENDER_ID'] = 'SAMPLE';
    app = await start();
  });

  beforeEach(() => gateway.reset());

  afterAll(async () => {
    await app.close();
    await gateway.close();
  });

  const post = (text: string, through = app) =>
    request(through.getHttpServer()).post('/sms').send({ to, text });

  it('sends a text as it was written', async () => {
    const answer = await post('Grüße: your code is 482913 😀');
    const message = await gateway.waitFor({ to, text: /code/ });
    expect(answer.body).toMatchObject({ transactionId: message.transactionId });
    expect(message).toMatchObject({ text: 'Grüße: your code is 482913 😀', senderId: 'SAMPLE' });
  });

  it('gives each request its own X-Request-Id, through the HttpService of the app', async () => {
    await post('One');
    await post('Two');
    const ids = gateway.messages.map(({ headers }) => headers['x-request-id']);
    expect(ids).toEqual([expect.stringMatching(UUID), expect.stringMatching(UUID)]);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it('sends a second code after the first one', async () => {
    await post('Your code is 482913');
    expect(await gateway.otp({ to })).toBe('482913');
    const first = await gateway.waitFor({ to });

    await post('Your code is 771204');
    expect(await gateway.otp({ to, after: first.id })).toBe('771204');
  });

  it('retries what a busy gateway did not accept', async () => {
    gateway.faults.next('429', { count: 2, retryAfter: 0 });
    expect((await post('Hello')).status).toBe(201);
    expect(gateway.messages).toHaveLength(1);
  });

  it('answers 503 if the gateway stays busy, and says when to retry', async () => {
    // In a separate app, because its account sends nothing for the next hour.
    const busy = await start();
    gateway.faults.next('429', { retryAfter: 3600 });
    const answer = await post('Hello', busy);
    await busy.close();
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '3600']);
    expect(gateway.messages).toEqual([]);
  });

  it('answers 502 if the answer was lost, and never sends twice', async () => {
    gateway.faults.next('accept-then-drop');
    const answer = await post('Hello');
    expect(answer.status).toBe(502);
    expect(answer.body).toMatchObject({
      outcome: 'unknown',
      message: expect.stringContaining('may have been sent'),
    });
    expect(gateway.messages).toHaveLength(1);
  });

  it('is healthy while it can log in to the gateway', async () => {
    const { status, body } = await request(app.getHttpServer()).get('/health');
    expect([status, body]).toMatchObject([
      200,
      { details: { sms: { status: 'up', login: 'ok' } } },
    ]);
  });
});
