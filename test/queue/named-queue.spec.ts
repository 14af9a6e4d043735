import { Test } from '@nestjs/testing';
import { SmsGatewayModule } from '../../lib/index.js';
import { getSmsQueueToken, SmsQueue, SmsQueueModule } from '../../lib/extras/queue/index.js';
import { message, PASSWORD_AUTH } from '../support/account.js';
import { SILENT } from '../support/keep-log.js';

const NOBODY = 'http://127.0.0.1:9';
const REDIS = 'redis://127.0.0.1:9';

it('a named queue is injected by its token, and its errors name the account', async () => {
  const name = 'marketing';
  const module = await Test.createTestingModule({
    imports: [
      SmsGatewayModule.forRoot({ name, baseUrl: NOBODY, auth: PASSWORD_AUTH }),
      SmsQueueModule.forRootAsync({
        name,
        useFactory: () => ({ connection: REDIS, worker: false, encryptionKeys: ['ab'.repeat(32)] }),
      }),
    ],
  })
    .setLogger(SILENT)
    .compile();
  await module.init();
  const queue = module.get<SmsQueue>(getSmsQueueToken(name));
  expect(queue).toBeInstanceOf(SmsQueue);
  await expect(queue.add(message())).rejects.toMatchObject({
    code: 'queue-failed',
    outcome: 'not-sent',
    account: name,
  });
  const invalid = { code: 'message-invalid', account: name };
  await expect(queue.add({ to: '1', text: '' })).rejects.toMatchObject(invalid);
  await module.close();
});
