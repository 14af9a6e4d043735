import { SmsMessageError } from '../../lib/index.js';
import { storeForTests } from '../queue/describe-stores.js';
import { errorOf, message, NUMBER } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import { loginCode, TEXT } from './known.js';

const { open } = storeForTests('PostgreSQL');

it('the queue checks a message when it is added, and its worker sends the ids that were found then', async () => {
  const name = 'templates';
  const account = { templates: { known: [loginCode] } };
  const adding = await open({}, { name, account, worker: false });
  const wrong = message(TEXT.replace('valid', 'vaild'));
  expect(await errorOf(adding.queue.add(wrong))).toBeInstanceOf(SmsMessageError);
  const { failed } = await adding.queue.addMany([wrong, message(TEXT)]);
  expect(failed).toBe(1);
  await adding.queue.add({ to: NUMBER, ...loginCode({ code: '1', minutes: '5' }) });
  await adding.close();
  // A worker that knows no templates.
  const { gateway } = await open({}, { name });
  await eventually(() => gateway.sends.length === 2);
  const ids = { senderid: 'ACMEIN', dltTemplateId: '1107160000000000001' };
  expect(gateway.sends.map(({ fields }) => fields)).toMatchObject([ids, ids]);
});
