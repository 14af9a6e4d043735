import { SmsService } from 'nestjs-sms-gateway';
import type { GatewaySimulator } from 'nestjs-sms-gateway/simulator';
import { SIMULATOR } from '../../sample-app/src/simulator.js';
import { ACCOUNT, accountOf, NUMBER, post, startGateway, startSample } from './sample.js';

it('starts a simulator and sends to it through the token flow if nothing is set', async () => {
  const app = await startSample();
  const answer = await post(app, { to: '+91 98765 43210', text: 'Your code is 482913' });
  const simulator = app.get<GatewaySimulator>(SIMULATOR);
  const [message] = simulator.messages;

  expect(answer.status).toBe(201);
  expect(answer.body).toMatchObject({
    transactionId: message?.transactionId,
    accepted: [NUMBER],
    rejected: [],
    segments: { encoding: 'GSM-7', count: 1 },
  });
  expect(message).toMatchObject({ text: 'Your code is 482913', auth: 'token' });
  // The simulator has nothing to say about a user's first message.
  expect(message?.notes).toEqual([]);
  expect(simulator.logins).toBe(1);
});

it('sends to several numbers, with the sender that the caller names', async () => {
  const app = await startSample();
  const to = [NUMBER, '919876543211'];
  const answer = await post(app, { to, text: 'Hello', senderId: 'MYSHOP' });

  expect(answer.body).toMatchObject({ accepted: to });
  const [message] = app.get<GatewaySimulator>(SIMULATOR).messages;
  expect(message).toMatchObject({ fields: { mobile: to.join() }, senderId: 'MYSHOP' });
});

it.each([
  ['token', { SMS_TIME_ZONE: 'UTC' }],
  ['password', {}],
  ['apiKey', { SMS_PASSWORD: '', SMS_API_KEY: ACCOUNT.apiKey }],
])('sends for real with SMS_AUTH_METHOD=%s', async (method, settings) => {
  const gateway = await startGateway();
  const app = await startSample({
    ...accountOf(gateway.url),
    SMS_AUTH_METHOD: method,
    SMS_SENDER_ID: 'MYSHOP',
    SMS_DLT_ENTITY_ID: '1201159100000000001',
    ...settings,
  });
  expect((await post(app, { to: NUMBER, text: 'Hello' })).status).toBe(201);
  expect(gateway.messages).toMatchObject([
    { auth: method, senderId: 'MYSHOP', fields: { dltEntityId: '1201159100000000001' } },
  ]);
  expect(app.get(SIMULATOR)).toBeNull();
});

it('accepts national numbers if SMS_DEFAULT_COUNTRY is set', async () => {
  const app = await startSample({ SMS_DEFAULT_COUNTRY: 'IN' });
  const answer = await post(app, { to: '98765 43210', text: 'Hello' });
  expect(answer.body).toMatchObject({ accepted: [NUMBER] });
});

it('closes the simulator after the sends in progress', async () => {
  const app = await startSample();
  const simulator = app.get<GatewaySimulator>(SIMULATOR);
  simulator.faults.next('slow', { latency: 300 });
  const sending = app.get(SmsService).send({ to: NUMBER, text: 'Hello' });
  await simulator.waitFor();
  await app.close();
  await expect(sending).resolves.toMatchObject({ accepted: [NUMBER] });
});
