import { once } from 'node:events';
import type { Redis } from 'ioredis';
import { hasMethods, memberOf } from '../../../core/common/members.js';
import { SmsConfigurationError } from '../../../core/errors/index.js';
import { loadIoredis } from './load-ioredis.js';
import { checkDatabase, insistOnDatabase } from './redis-database.js';
import { explainTls, leavingReplicas } from './redis-faults.js';
import { redisJobs } from './redis-jobs.js';
import { redisRecords } from './redis-records.js';
import type { BullMq } from '../load-bullmq.js';
import type { SmsQueueRedis } from '../sms-queue.options.js';
import { clockProblem } from '../jobs/clock.js';
import { type QueueStore, WORKER_PATIENCE } from '../jobs/store.js';

/** How long a queue's command may be without an answer, in ms. */
const QUEUE_PATIENCE = 5000;

/** How long the other side has to end a connection that was ended here, in ms. */
const DISCONNECT_TIMEOUT = 500;

/** In braces, so that a Redis Cluster keeps all keys of a queue on one node. */
const PREFIX = '{sms-gateway}';

/**
 * How far a worker's clock may be off, in ms. Locks use the clock of Redis, and the times of messages use the
 * workers' clocks.
 */
const LARGEST_OFFSET = 60_000;

const LONGEST_RECONNECT_PAUSE = 2000;

const retryStrategy = (times: number): number => Math.min(100 * times, LONGEST_RECONNECT_PAUSE);

// Errors of ioredis if it never wrote the command, of Redis if it refuses the first write: its memory or disk is
// full, it has too few replicas, or it has become one; and of Redis if it does not begin any command.
const NOT_DONE =
  /enableOfflineQueue|ECONNREFUSED|^(?:OOM|MISCONF|NOREPLICAS|READONLY|CLUSTERDOWN|LOADING|BUSY|MASTERDOWN|TRYAGAIN) /;

// Redis answered the whole command like this: a permission is missing, or the client is not a Cluster client. Not
// for scripts, which may have written before the error.
const REFUSED = /^(?:NOPERM|MOVED) (?!.*\bscript\b)/;
const NOT_ADMITTED = /^(?:WRONGPASS|NOAUTH) /;

const SETTINGS = ['maxmemory-policy', 'appendonly', 'appendfsync', 'min-replicas-to-write'];
const HAS_REPLICAS = /^connected_slaves:[1-9]/m;

// BullMQ counts a start and locks its job in one step, so both have the same age, by the clock of Redis.
const UNCOUNT_START = `
local window, lock = redis.call('PTTL', KEYS[1]), redis.call('PTTL', KEYS[2])
if window <= 0 or lock <= 0 or redis.call('GET', KEYS[2]) ~= ARGV[1] then return end
if ARGV[2] - lock <= ARGV[3] - window then redis.call('DECR', KEYS[1]) end`;

/**
 * Keeps messages in Redis 7 or Valkey.
 *
 * @param onError called with connection errors, which ioredis would otherwise print
 * @param user what needs ioredis, in errors
 * @throws SmsConfigurationError if ioredis cannot be used, or the connection has a `keyPrefix`
 */
export async function createRedisStore(
  bull: BullMq,
  connection: string | SmsQueueRedis,
  onError: (error: Error) => void,
  user: string,
): Promise<QueueStore> {
  const ioredis = await loadIoredis(user);
  // Options in a URL take precedence over those passed with it, so ours are passed to `duplicate`.
  const given =
    typeof connection === 'string'
      ? new ioredis.Redis(connection, { lazyConnect: true })
      : connection;
  refuseKeyPrefix(given, user);
  const clients: Redis[] = [];
  const keep = (client: Redis): Redis => {
    client.on('error', (error) => onError(explainTls(error, client)));
    clients.push(client);
    return isCluster(client) ? client : insistOnDatabase(client);
  };
  /** @param socketTimeout how long a command may be without an answer, in ms. Then it connects again */
  const open = (socketTimeout: number, enableOfflineQueue: boolean): Redis => {
    const forBull = {
      // What the user's client may have, and BullMQ cannot work with.
      commandTimeout: undefined,
      stringNumbers: false,
      replyMapping: 'legacy' as const,
      maxRetriesPerRequest: null,
      socketTimeout,
      disconnectTimeout: DISCONNECT_TIMEOUT,
    };
    const options = {
      ...forBull,
      // Otherwise ioredis 5 sends commands before it knows whether its database was selected.
      enableReadyCheck: true,
      enableOfflineQueue,
      lazyConnect: false,
      retryStrategy,
      reconnectOnError: leavingReplicas(memberOf(given, 'options')),
      // With Sentinel: a master that was replaced accepts writes for some seconds, and they are lost.
      failoverDetector: true,
      // In a Cluster, replicas do not have the latest writes yet.
      scaleReads: 'master',
      clusterRetryStrategy: retryStrategy,
    };
    const client = isCluster(given)
      ? // ioredis 5 would drop the user's own, for example a password.
        given.duplicate([], {
          ...options,
          redisOptions: {
            ...given.options?.redisOptions,
            ...forBull,
            reconnectOnError: leavingReplicas(given.options?.redisOptions),
          },
        })
      : given.duplicate(options);
    if (!isRedis(client)) throw new TypeError('connection.duplicate() gave no ioredis client');
    keep(client);
    // BullMQ makes a connection of its own from ours, and does not end it while Redis is down.
    const duplicate = client.duplicate.bind(client);
    client.duplicate = (...overrides) => keep(duplicate(...overrides));
    return client;
  };
  // Nobody should wait for an `add` while the connection is down. A worker does wait.
  const main = open(QUEUE_PATIENCE, false);
  let patient: Redis | undefined;
  return {
    name: 'Redis',
    addsEach: true,
    bull,

    checkStart: () => checkDatabase(main, user),

    async prepare() {
      if (main.status !== 'ready') await once(main, 'ready');
      await main.ping();
    },

    async weaknesses() {
      const asked = Date.now();
      const [s, us] = await main.time();
      const offset = Math.round(Number(s) * 1000 + Number(us) / 1000 - (asked + Date.now()) / 2);
      const clock = clockProblem('Redis', offset, LARGEST_OFFSET);
      const [policy, appendonly, appendfsync, replicas] = await Promise.all(
        SETTINGS.map((name) => settingOf(main, name)),
      );
      const hasReplicas = HAS_REPLICAS.test(await main.info('replication'));
      return [
        clock,
        policy !== 'noeviction' &&
          `maxmemory-policy is '${policy}': Redis may drop messages when its memory is full. Set it to noeviction.`,
        appendonly !== 'yes' &&
          'appendonly is off: after a crash of Redis, messages are lost and some are sent twice. Set it to yes.',
        appendonly === 'yes' &&
          appendfsync !== 'always' &&
          'appendfsync is not always: a power cut loses the last second, so messages may be lost or sent twice. Set it to always, or accept that.',
        hasReplicas &&
          replicas === '0' &&
          'min-replicas-to-write is 0: when a replica takes over, the old master may still accept writes for a while, so messages may be lost or sent twice. Set it to 1 or more.',
      ].filter((each) => typeof each === 'string');
    },

    forQueues(name, options, more) {
      const ours = { connection: main, prefix: PREFIX, skipWaitingForReady: true };
      return bull.createRedisBackend(name, { ...options, ...ours }, more);
    },

    forWorkers: (name, options, more) => {
      patient ??= open(WORKER_PATIENCE, true);
      const ours = { connection: patient, prefix: PREFIX };
      return bull.createRedisBackend(name, { ...options, ...ours }, more);
    },

    ...redisJobs(main),

    async uncountStart(queue, { id = '', processedOn = 0 }, { lock, lockDuration, windowMs }) {
      // Later, BullMQ may have renewed the lock, which then tells nothing of the start.
      if (Date.now() - processedOn > lockDuration / 5) return;
      const keys = [queue.toKey('limiter'), `${queue.toKey(id)}:lock`];
      await main.eval(UNCOUNT_START, keys.length, ...keys, lock, lockDuration, windowMs);
    },

    records: redisRecords(main, `${PREFIX}:records:`),

    provesNothingDone: (error) => isOneOf(error, NOT_DONE, REFUSED, NOT_ADMITTED),

    async close() {
      // Until a client has ended, it says that it is not writeable instead of that it is closed.
      await Promise.allSettled(clients.map(end));
    },
  };
}

function isOneOf(error: unknown, ...texts: readonly RegExp[]): boolean {
  return error instanceof Error && texts.some((text) => text.test(error.message));
}

async function end(client: Redis): Promise<void> {
  if (client.status === 'end') return;
  const ended = once(client, 'end');
  client.disconnect();
  await ended;
}

/** An ioredis `Cluster`. Its `duplicate` takes the nodes first. */
interface Cluster {
  readonly isCluster: true;
  readonly options?: { readonly redisOptions?: object };
  duplicate(nodes: readonly object[], override: object): unknown;
}

function isCluster(connection: unknown): connection is Cluster {
  return memberOf(connection, 'isCluster') === true;
}

/** BullMQ does not work with a prefix, and without it, all environments in the database would share the queue. */
function refuseKeyPrefix(given: unknown, user: string): void {
  const options = memberOf(given, 'options');
  const prefix =
    memberOf(options, 'keyPrefix') || memberOf(memberOf(options, 'redisOptions'), 'keyPrefix');
  if (!prefix) return;
  throw new SmsConfigurationError(
    `${user} cannot use a connection with a keyPrefix. To keep environments apart, provide a connection without it and another database for each, for example redis://localhost:6379/1; on a Redis Cluster, another cluster.`,
  );
}

function isRedis(value: unknown): value is Redis {
  return hasMethods(value, 'ping', 'config', 'disconnect', 'on');
}

async function settingOf(redis: Redis, name: string): Promise<string | undefined> {
  const answer: unknown = await redis.config('GET', name);
  return Array.isArray(answer) ? String(answer[1]) : undefined;
}
