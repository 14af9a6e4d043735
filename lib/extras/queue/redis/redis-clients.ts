import { once } from 'node:events';
import type { Redis, RedisOptions } from 'ioredis';
import { hasMethods, memberOf } from '../../../core/common/members.js';
import { SmsConfigurationError } from '../../../core/errors/index.js';
import type { SmsQueueRedis } from '../sms-queue.options.js';
import { loadIoredis } from './load-ioredis.js';
import { insistOnDatabase } from './redis-database.js';

/** How long the other side has to end a connection that was ended here, in ms. */
const DISCONNECT_TIMEOUT = 500;

/** How long a client waits before it connects again, in ms. */
const retryStrategy = (times: number): number => Math.min(100 * times, 2000);

type ClientOptions = Pick<
  RedisOptions,
  'commandTimeout' | 'enableOfflineQueue' | 'maxRetriesPerRequest' | 'socketTimeout'
>;

/**
 * What opens clients with the settings of a connection, and ours.
 *
 * @param failed called with connection errors, which ioredis would otherwise print
 * @param user what needs ioredis, in errors
 * @throws SmsConfigurationError if ioredis cannot be used
 */
export async function redisClients(
  connection: string | SmsQueueRedis,
  failed: (error: Error) => void,
  user: string,
) {
  const ioredis = await loadIoredis(user);
  // Options in a URL take precedence over those passed with it, so ours are passed to `duplicate`.
  const settingsClient =
    typeof connection === 'string'
      ? new ioredis.Redis(connection, { lazyConnect: true })
      : connection;
  const clients: Redis[] = [];
  const keep = (client: Redis): Redis => {
    client.on('error', (error) => failed(explainTls(error, client)));
    clients.push(client);
    return isCluster(client) ? client : insistOnDatabase(endingWhileWaiting(client));
  };
  return {
    /** The client whose settings are used. It need not be connected. */
    settings: settingsClient,

    /** @param options `socketTimeout` is how long a command may stay unanswered, in ms, before the client reconnects */
    open({ enableOfflineQueue = true, ...ownOptions }: ClientOptions): Redis {
      const forBull = {
        // What the user's client may have, and BullMQ cannot work with.
        commandTimeout: undefined,
        stringNumbers: false,
        replyMapping: 'legacy' as const,
        maxRetriesPerRequest: null,
        disconnectTimeout: DISCONNECT_TIMEOUT,
        ...ownOptions,
      };
      const options = {
        ...forBull,
        // Otherwise ioredis 5 sends commands before it knows whether its database was selected.
        enableReadyCheck: true,
        enableOfflineQueue,
        lazyConnect: false,
        retryStrategy,
        reconnectOnError: leavingReplicas(memberOf(settingsClient, 'options')),
        // With Sentinel: a master that was replaced accepts writes for some seconds, and they are lost.
        failoverDetector: true,
        // In a Cluster, replicas do not have the latest writes yet.
        scaleReads: 'master',
        clusterRetryStrategy: retryStrategy,
      };
      const client = isCluster(settingsClient)
        ? // ioredis 5 would drop the user's own, for example a password.
          settingsClient.duplicate([], {
            ...options,
            redisOptions: {
              ...settingsClient.options?.redisOptions,
              ...forBull,
              reconnectOnError: leavingReplicas(settingsClient.options?.redisOptions),
            },
          })
        : settingsClient.duplicate(options);
      if (!hasMethods<Redis>(client, 'ping', 'config', 'disconnect', 'on'))
        throw new TypeError('connection.duplicate() gave no ioredis client');
      keep(client);
      // BullMQ makes a connection of its own from ours, and does not end it while Redis is down.
      const duplicate = client.duplicate.bind(client);
      client.duplicate = (...overrides) => keep(duplicate(...overrides));
      return client;
    },

    /** Ends all clients, whether Redis answers or not. */
    async close() {
      // Until a client has ended, it says that it is not writeable instead of that it is closed.
      await Promise.allSettled(clients.map(end));
    },
  };
}

async function end(client: Redis): Promise<void> {
  if (client.status === 'end') return;
  await Promise.all([once(client, 'end'), client.disconnect()]);
}

const ignore = (): void => undefined;

/** Makes `disconnect` end a client that waits to connect again, too: ioredis would leave its commands unanswered. */
function endingWhileWaiting(client: Redis): Redis {
  const [connect, disconnect] = [client.connect.bind(client), client.disconnect.bind(client)];
  client.disconnect = (reconnect) => {
    const isWaiting = client.status === 'reconnecting' && !reconnect;
    disconnect(reconnect);
    // It ends when it fails to connect, or once it has connected.
    if (isWaiting) connect().then(() => disconnect(), ignore);
  };
  return client;
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
export function refuseKeyPrefix(client: unknown, user: string): void {
  const options = memberOf(client, 'options');
  const prefix =
    memberOf(options, 'keyPrefix') || memberOf(memberOf(options, 'redisOptions'), 'keyPrefix');
  if (!prefix) return;
  throw new SmsConfigurationError(
    `${user} cannot use a connection with a keyPrefix. To keep environments apart, provide a connection without it and another database for each, for example redis://localhost:6379/1; on a Redis Cluster, another cluster.`,
  );
}

/**
 * Makes a client connect again once its server has become a replica: its host name or proxy leads to the new master.
 *
 * @param options the app's own, whose `reconnectOnError` is called first
 */
function leavingReplicas(options: unknown) {
  const appStrategy = memberOf(options, 'reconnectOnError');
  return (error: Error): boolean | 2 => {
    const wish: unknown = typeof appStrategy === 'function' && appStrategy(error);
    return wish === 2 ? 2 : Boolean(wish) || /\bREADONLY\b/.test(error.message);
  };
}

/** Adds what an error of TLS can mean. A Redis without TLS does not answer when TLS begins. */
function explainTls(error: Error, { options }: Redis): Error {
  if (memberOf(options, 'tls') && /ETIMEDOUT$|wrong version number/.test(error.message))
    error.message += ' (TLS). If this Redis has no TLS, use redis:// instead of rediss://';
  return error;
}
