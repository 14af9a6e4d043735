import type { INestApplication } from '@nestjs/common';
import type { GatewaySimulator } from 'nestjs-sms-gateway/simulator';
import { SIMULATOR } from '../../sample-app/src/simulator.js';
import { accountOf, NUMBER, post, startGateway, startSample } from './sample.js';

const MESSAGE = { to: NUMBER, text: 'Your code is 482913' };

// What the gateway's answers become is in the sample app's own tests.
describe('the answer of the sample app', () => {
  let app: INestApplication;
  let simulator: GatewaySimulator;

  beforeEach(async () => {
    app = await startSample();
    simulator = app.get(SIMULATOR);
  });

  it('is 400 to an invalid number, with its position but not the number', async () => {
    const answer = await post(app, { to: [NUMBER, '0123'], text: 'Hello' });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      statusCode: 400,
      issues: [{ path: 'to[1]', message: expect.stringContaining('country prefix') }],
    });
    expect(answer.text).not.toContain('0123');
    expect(simulator.logins).toBe(0);
  });

  it.each([
    ['a number that is not a string', { to: 919876543210, text: 'Hello' }, 'to must be a string'],
    ['no number', { text: 'Hello' }, 'to must be a string'],
    ['no text', { to: NUMBER }, 'text must be a string'],
    ['an empty text', { to: NUMBER, text: '' }, 'text should not be empty'],
    ['a sender that is not a string', { ...MESSAGE, senderId: 1 }, 'senderId must be a string'],
    ['an unknown property', { ...MESSAGE, form: 'x' }, 'property form should not exist'],
  ])('is 400 to %s, and says what is wrong with the body', async (_what, body, problem) => {
    const answer = await post(app, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      message: expect.arrayContaining([expect.stringContaining(problem)]),
    });
  });

  it('is 400 to an empty list of numbers', async () => {
    const answer = await post(app, { to: [], text: 'Hello' });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ issues: [{ path: 'to' }] });
  });
});

it('starts while the gateway is down, and answers 503', async () => {
  const gateway = await startGateway();
  await gateway.close();
  const app = await startSample(accountOf(gateway.url));
  const answer = await post(app, MESSAGE);
  expect(answer.status).toBe(503);
  expect(answer.body).toMatchObject({ outcome: 'not-sent' });
});

it.each(['token', 'password'])(
  'answers 500 without details if the gateway refuses the %s login',
  async (method) => {
    const gateway = await startGateway();
    const app = await startSample({
      ...accountOf(gateway.url),
      SMS_AUTH_METHOD: method,
      SMS_PASSWORD: 'wrong',
    });
    const answer = await post(app, MESSAGE);
    expect(answer.status).toBe(500);
    const [error, message] = ['Internal Server Error', 'Internal server error'];
    expect(answer.body).toEqual({ statusCode: 500, error, message });
    expect(answer.headers).not.toHaveProperty('retry-after');
  },
);
