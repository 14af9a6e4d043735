import { SmsGatewayModule } from '../../lib/index.js';
import { SmsQueueModule, type SmsQueueModuleOptions } from '../../lib/extras/queue/index.js';
import { PASSWORD_AUTH } from '../support/account.js';
import { KEY } from './open-queue.js';
import { problemOf } from '../support/problem-of.js';

const ACCOUNT = SmsGatewayModule.forRoot({
  baseUrl: 'https://sms.example.com',
  auth: PASSWORD_AUTH,
});
const URL_WITH_SECRET = 'postgres://user:hunter2@127.0.0.1:1/app';

const withOptions = (options: object): Promise<string> =>
  problemOf(ACCOUNT, SmsQueueModule.forRoot(options as SmsQueueModuleOptions));

describe('SmsQueueModule refuses', () => {
  it.each([
    ['connection', undefined, 'connection is missing. Provide a URL like'],
    ['connection', 'mysql://localhost', 'connection is not valid. Provide a URL'],
    ['connection', 'postgres://user:hunter2#1@db/app', 'connection is not valid. Provide a URL'],
    ['connection', 'redis://:hunter2%zz@db', 'connection is not valid. Provide a URL'],
    ['connection', { host: 'localhost' }, 'connection is not valid. Provide a URL like'],
    ['bullmq', Promise.resolve({}), 'bullmq is not valid. Provide the module bullmq itself'],
    ['bullmq', 'bullmq6', "for example await import('bullmq6')."],
    ['worker', 'yes', 'worker is not valid. Provide true or false.'],
    ['concurrency', 0, 'concurrency is too small. Provide a whole number from 1 to 10000.'],
    ['encryptionKeys', KEY, 'encryptionKeys is not valid. Provide an array of keys.'],
    ['encryptionKeys', [], 'encryptionKeys is empty. Provide at least one key, or omit it.'],
    [
      'encryptionKeys',
      [KEY, 'hunter2'],
      "encryptionKeys[1] is not valid. Provide 64 hex digits, as 'openssl rand -hex 32' prints them.",
    ],
    ['acceptUnsealed', 'yes', 'acceptUnsealed is not valid. Provide true or false.'],
    ['keyTtl', 1, 'keyTtl is too small. Provide a whole number from 1000 to'],
    ['expiresAfter', Infinity, 'expiresAfter '],
    ['expiresAfter', 999, 'expiresAfter is too small. Provide a whole number from 1000 to'],
    ['rateLimit', 50, 'rateLimit is not valid. Provide an object like'],
    ['rateLimit', { sends: 50 }, 'rateLimit.perMs is missing. Provide a whole number'],
    ['lockDuration', 1, 'lockDuration is too small. Provide a whole number from 500'],
    ['drain', -1, 'drain is too small. Provide a whole number from 0'],
    ['encryptionKeys', '', 'encryptionKeys is not valid. Provide an array of keys.'],
    ['reports', { exclusive: true }, 'reports is not valid. Provide true or false.'],
    ['expireAfter', 5, 'expireAfter is not a known option.'],
    ['name', '', 'name is empty'],
  ])('an invalid %s (%j), and says what to provide', async (name, value, problem) => {
    const text = await withOptions({ connection: URL_WITH_SECRET, [name]: value });
    expect(text).toContain(problem);
    expect(text).not.toContain('hunter2');
    expect(text).not.toContain(KEY);
  });

  it('a queue whose account is not registered', async () => {
    const queue = SmsQueueModule.forRoot({ connection: URL_WITH_SECRET, name: 'marketing' });
    expect(await problemOf(ACCOUNT, queue)).toContain(
      "cannot use the account 'marketing': no SmsGatewayModule is registered with this name. The names that are registered: 'default'.",
    );
  });

  it('two queues of one account', async () => {
    const queues = [1, 2].map(() => SmsQueueModule.forRoot({ connection: URL_WITH_SECRET }));
    expect(await problemOf(ACCOUNT, ...queues)).toContain(
      'an SmsQueue is registered 2 times without a name',
    );
  });

  it.each([[undefined], [{}], [{ useFactory: () => ({}), useClass: class {} }]])(
    'a forRootAsync without a source of options, or with two (%j)',
    async (options) => {
      const queue = SmsQueueModule.forRootAsync(options as never);
      expect(await problemOf(ACCOUNT, queue)).toContain(
        'SmsQueueModule.forRootAsync has an invalid argument. It needs exactly one of useFactory, useClass, useExisting',
      );
    },
  );

  it('a client that is not from ioredis, and does not wait for it in silence', async () => {
    const connection = { status: 'ready', duplicate: () => ({}) };
    const queue = SmsQueueModule.forRoot({ connection, worker: false });
    expect(await problemOf(ACCOUNT, queue)).toContain(
      "SmsQueueModule cannot use the connection of the queue 'default'",
    );
  });
});
