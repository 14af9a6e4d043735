import { SmsMessageError } from '../../lib/index.js';
import { openQueueApp } from '../queue/open-queue.js';
import { startStore, type TestStore } from '../queue/stores.mjs';
import { errorOf, message, NUMBER } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import { ScriptedGateway } from '../support/scripted-gateway.js';
import { loginCode, TEXT } from './known.js';

let store: TestStore;

beforeAll(async () => {
  store = await startStore('PostgreSQL');
}, 120_000);
afterAll(() => store?.close());

it('the queue checks a message when it is added, and its worker sends the ids that were found then', async () => {
  const gateway = await ScriptedGateway.listen();
  const name = 'templates';
  const account = { templates: { known: [loginCode] } };
  const adding = await openQueueApp({
    url: store.url,
    gateway: gateway.url,
    name,
    account,
    worker: false,
  });
  const wrong = message(TEXT.replace('valid', 'vaild'));
  expect(await errorOf(adding.queue.add(wrong))).toBeInstanceOf(SmsMessageError);
  const { failed } = await adding.queue.addMany([wrong, message(TEXT)]);
  expect(failed).toBe(1);
  await adding.queue.add({ to: NUMBER, ...loginCode({ code: '1', minutes: '5' }) });
  await adding.close();
  // A worker that knows no templates.
  await openQueueApp({ url: store.url, gateway: gateway.url, name });
  await eventually(() => gateway.sends.length === 2);
  const ids = { senderid: 'ACMEIN', dltTemplateId: '1107160000000000001' };
  expect(gateway.sends.map(({ fields }) => fields)).toMatchObject([ids, ids]);
});
