import { Test } from '@nestjs/testing';
import { SmsConfigurationError, SmsGatewayModule } from '../../lib/index.js';
import { getSmsQueueToken, SmsQueue, SmsQueueModule } from '../../lib/queue/index.js';
import { message, PASSWORD_AUTH } from '../support/account.js';

const ignore = () => undefined;
const SILENT = { log: ignore, warn: ignore, error: ignore };
const NOBODY = 'http://127.0.0.1:9';
const gateway = SmsGatewayModule.forRoot({ baseUrl: NOBODY, auth: PASSWORD_AUTH });
const REDIS = 'redis://127.0.0.1:9';

/** Starts an app, and gives the error that stops it. */
async function startError(options: object, imports = [gateway]): Promise<unknown> {
  const registration = SmsQueueModule.forRoot(
    options as Parameters<typeof SmsQueueModule.forRoot>[0],
  );
  try {
    const module = await Test.createTestingModule({ imports: [...imports, registration] })
      .setLogger(SILENT)
      .compile();
    await module.init();
    await module.close();
  } catch (error) {
    return error;
  }
  throw new Error('It started');
}

describe('a queue that cannot start', () => {
  it.each([
    [{}, 'connection is missing. Give a URL'],
    [{ connection: 'mysql://secret@localhost' }, 'connection has the wrong type. Give a URL'],
    [{ connection: REDIS, encryptionKeys: ['short'] }, 'encryptionKeys[0] is not 64 hex digits'],
    [{ connection: REDIS, encryptionKeys: [] }, 'encryptionKeys is empty'],
    [{ connection: REDIS, rateLimit: { sends: 0, perMs: 1 } }, 'rateLimit.sends is too small'],
    [{ connection: REDIS, concurency: 5 }, 'concurency is not a known option'],
    [{ connection: REDIS, keyTtl: '1d' }, 'keyTtl has the wrong type'],
  ])('because of %j says what to change', async (options, text) => {
    const error = await startError(options);
    expect(error).toBeInstanceOf(SmsConfigurationError);
    expect(String(error)).toContain(text);
    expect(String(error)).not.toContain('secret');
  });

  it('because its account is missing names the account', async () => {
    const error = await startError({ connection: REDIS, name: 'marketing' });
    expect(error).toBeInstanceOf(SmsConfigurationError);
    expect(String(error)).toContain("there is no account 'marketing'");
  });
});

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
  await expect(queue.add({ to: '1', text: '' })).rejects.toMatchObject({ account: name });
  await module.close();
});
