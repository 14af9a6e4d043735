import { once } from 'node:events';
import { createRedisBackend } from 'bullmq';
import type { Redis } from 'ioredis';
import { hasMethods } from '../message/value-checks.js';
import type { SmsQueueRedis } from './sms-queue.options.js';
import type { QueueStore } from './store.js';

/** In braces, so that a Redis Cluster keeps all keys of a queue on one node. */
const PREFIX = '{sms-gateway}';

const LONGEST_RECONNECT_PAUSE = 2000;

/** Messages that are read together. */
const PAGE = 500;

/**
 * Keeps messages in Redis 7 or Valkey.
 *
 * @param onError told of connection errors, which ioredis would otherwise print
 */
export async function createRedisStore(
  connection: string | SmsQueueRedis,
  onError: (error: Error) => void,
): Promise<QueueStore> {
  const ioredis = await import('ioredis');
  const clients: Redis[] = [];
  const keep = (client: Redis): Redis => {
    client.on('error', onError);
    clients.push(client);
    return client;
  };
  const open = (enableOfflineQueue: boolean): Redis => {
    const options = {
      enableOfflineQueue,
      // What a client of the user's may have, and BullMQ cannot work with.
      lazyConnect: false,
      keyPrefix: '',
      commandTimeout: undefined,
      maxRetriesPerRequest: null,
      retryStrategy: (times: number) => Math.min(100 * times, LONGEST_RECONNECT_PAUSE),
    };
    const client =
      typeof connection === 'string'
        ? new ioredis.Redis(connection, options)
        : asRedis(connection.duplicate(options));
    keep(client);
    // BullMQ makes a connection of its own from ours, and does not end it while Redis is down.
    const duplicate = client.duplicate.bind(client);
    client.duplicate = (override) => keep(duplicate(override));
    return client;
  };
  // Nobody should wait for an `add` while the connection is down. A worker does wait.
  const main = open(false);
  let patient: Redis | undefined;
  return {
    name: 'Redis',

    async prepare() {
      if (main.status !== 'ready') await once(main, 'ready');
      await main.ping();
    },

    async weaknesses() {
      const found: string[] = [];
      const policy = await settingOf(main, 'maxmemory-policy');
      if (policy !== 'noeviction') {
        found.push(
          `maxmemory-policy is '${policy}': Redis may drop messages when its memory is full. Set it to noeviction.`,
        );
      }
      if ((await settingOf(main, 'appendonly')) !== 'yes') {
        found.push(
          'appendonly is off: after a crash of Redis, messages are lost and some are sent twice. Set it to yes.',
        );
      } else if ((await settingOf(main, 'appendfsync')) !== 'always') {
        found.push(
          'appendfsync is not always: a power cut loses the last second, so messages may be lost or sent twice. Set it to always, or accept that.',
        );
      }
      return found;
    },

    forQueues: (name, options, more) =>
      createRedisBackend(name, { ...options, ...ours(main), skipWaitingForReady: true }, more),

    forWorkers: (name, options, more) =>
      createRedisBackend(name, { ...options, ...ours((patient ??= open(true))) }, more),

    async read(queue, state, read) {
      const jobs = await queue.getJobs([state], read, read + PAGE - 1);
      return jobs.flatMap((job) => (job?.id ? [{ id: job.id, data: job.data }] : []));
    },

    // What ioredis says where it never wrote the command.
    provesNothingDone: (error) =>
      error instanceof Error && /enableOfflineQueue|ECONNREFUSED/.test(error.message),

    close() {
      for (const client of clients) client.disconnect();
      return Promise.resolve();
    },
  };
}

function ours(connection: Redis): { connection: Redis; prefix: string } {
  return { connection, prefix: PREFIX };
}

function asRedis(value: unknown): Redis {
  if (isRedis(value)) return value;
  throw new TypeError('connection.duplicate() gave no ioredis client');
}

function isRedis(value: unknown): value is Redis {
  return hasMethods(value, 'ping', 'config', 'disconnect', 'on');
}

async function settingOf(redis: Redis, name: string): Promise<string | undefined> {
  const answer: unknown = await redis.config('GET', name);
  return Array.isArray(answer) ? String(answer[1]) : undefined;
}
