import { z } from 'zod';
import { hasMethods } from '../../core/common/members.js';
import {
  encryptionKey,
  kind,
  milliseconds,
  object,
  passing,
  type SchemasOf,
  someOf,
  trueOrFalse,
  wholeNumber,
} from '../../core/options/schemas.js';
import { checkGiven } from '../../core/options/registrations.js';
import { isIoredis } from '../records/redis-client.js';
import type { SmsQueueBullMq, SmsQueueOptions, SmsQueueRedis } from './sms-queue.options.js';

const DAY = 86_400_000;
const YEAR = 366 * DAY;
const MOST_CONCURRENCY = 10_000;

const CONNECTION =
  "a URL like 'redis://localhost:6379/1' (its database a number) or 'postgres://localhost/app', its password percent-encoded, or an ioredis client (its db a number) or a pg.Pool";

// An error about an invalid URL may show part of its password.
function isReadable(url: string): boolean {
  try {
    const { password, pathname, protocol, searchParams } = new URL(url);
    decodeURIComponent(password);
    // ioredis would read /1x as 1.
    const isDatabase = /^\/?\d*$/.test(pathname) && /^\d+$/.test(searchParams.get('db') ?? '0');
    return isDatabase || !protocol.startsWith('redis');
  } catch {
    return false;
  }
}

// Not a schema of strings and objects: its error would show the URL, which holds a password.
export const connectionSchema = passing<SmsQueueOptions['connection']>(
  (value) =>
    typeof value === 'string'
      ? /^(?:rediss?|postgres(?:ql)?):\/\//.test(value) && isReadable(value)
      : (hasMethods(value, 'duplicate') && isIoredis(value)) ||
        hasMethods(value, 'query', 'connect'),
  CONNECTION,
);

/** Whether a connection that was checked is one to Redis. */
export function isRedis(
  connection: SmsQueueOptions['connection'],
): connection is `redis${string}` | SmsQueueRedis {
  if (typeof connection === 'string') return connection.startsWith('redis');
  return hasMethods(connection, 'duplicate');
}

const longTime = (least: number) => wholeNumber(least, YEAR, ' (milliseconds)');

const schema = z.strictObject(
  {
    connection: connectionSchema,
    bullmq: passing<SmsQueueBullMq>(
      (value) => hasMethods(value, 'Queue', 'Worker'),
      "the module bullmq itself, for example await import('bullmq6')",
    ).optional(),
    worker: trueOrFalse().default(true),
    concurrency: wholeNumber(1, MOST_CONCURRENCY).optional(),
    encryptionKeys: someOf(
      encryptionKey,
      'an array of keys',
      'Provide at least one key, or omit it',
    ).optional(),
    acceptUnsealed: trueOrFalse().default(false),
    keyTtl: longTime(1000).default(DAY),
    expiresAfter: longTime(1000).default(DAY),
    rateLimit: object(
      {
        sends: wholeNumber(1, 1_000_000),
        perMs: milliseconds(),
      } satisfies SchemasOf<NonNullable<SmsQueueOptions['rateLimit']>>,
      kind('an object like { sends: 50, perMs: 1000 }'),
    ).optional(),
    lockDuration: wholeNumber(500, 600_000, ' (milliseconds)').default(30_000),
    drain: milliseconds(0).default(30_000),
    reports: trueOrFalse().default(false),
  } satisfies SchemasOf<SmsQueueOptions>,
  kind('an object with a connection'),
);

/** The options of a queue, checked, with their defaults filled in. */
export type CheckedQueueOptions = z.output<typeof schema>;

/**
 * Checks the options of a queue.
 *
 * @throws SmsConfigurationError naming every invalid option and what to provide instead
 */
export function checkQueueOptions(options: unknown, name: string): CheckedQueueOptions {
  const problem = `SmsQueueModule cannot start because the options of the queue '${name}' are invalid.`;
  return checkGiven(schema, options, problem);
}
