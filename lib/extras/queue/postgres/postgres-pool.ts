import type { Notification, Pool, PoolClient, PoolConfig, QueryResultRow } from 'pg';
import { memberOf } from '../../../core/common/members.js';
import { retryConflicts } from '../../records/conflicts.js';
import { explainDenial, isDenied } from './denial.js';

/** The error of pg if an answer does not come within `query_timeout`. */
const NO_ANSWER = 'Query read timeout';
/** Errors of pg's pool and of ours if a connection was not open in time. No statement was sent then. */
export const NO_CONNECTION =
  /timeout exceeded when trying to connect|Connection terminated due to connection timeout/;
/** How long it may take to open a connection, in ms. */
const OPENING = 10_000;
/** The server ends a statement this much earlier than its connection is given up, in ms. */
const EARLIER = 500;
const KEEP_ALIVE_DELAY = 10_000;

/** Limits of a pool. Times in ms. */
export interface PoolLimits {
  /** The most connections. */
  readonly max: number;
  /** How long a statement may take. */
  readonly query_timeout: number;
  /** How long a caller waits for a connection. Default: as long as opening one may take. */
  readonly patience?: number;
  /** Settings of each connection, by their names in PostgreSQL. */
  readonly settings?: Readonly<Record<string, string | number>>;
}

/** What runs statements: a pool, or one connection. */
export interface Queryable {
  query<R extends QueryResultRow>(text: string, values?: unknown[]): Promise<Answer<R>>;
}

/** What the server answers to one statement. */
export interface Answer<R> {
  readonly rows: R[];
  readonly rowCount: number | null;
}

interface Waiting {
  give(client: PoolClient): void;
  fail(error: unknown): void;
}

/**
 * A pool whose callers get the first connection that becomes free, not the one that was opened for them. A caller
 * may give up before its connection is open: the connection is then used by later callers.
 *
 * The server ends a statement before we stop waiting for it, so that nothing goes on there unnoticed. A
 * connection that does not answer within `query_timeout` is ended. So are all idle ones: they may be dead too,
 * and each would take as long to find out. A connection that answers with an error is kept.
 */
export class OwnPool implements Queryable {
  private readonly pool: Pool;
  private readonly idle = new Set<PoolClient>();
  private readonly waiting: Waiting[] = [];
  private readonly max: number;
  private readonly patience: number;
  /** How many connections were requested from pg's pool and have not arrived yet. */
  private asked = 0;

  /**
   * @param Pool of the package `pg`
   * @param given the settings of the app; ours override them
   * @param onError called if no answer comes, and with connection errors, which would otherwise end the process
   */
  constructor(
    Pool: new (config: PoolConfig) => Pool,
    given: PoolConfig,
    { max, query_timeout, patience, settings = {} }: PoolLimits,
    onError: (error: Error) => void,
  ) {
    const opening = given.connectionTimeoutMillis || OPENING;
    this.max = max;
    this.patience = patience ?? opening;
    this.pool = new Pool({
      ...given,
      max,
      query_timeout,
      connectionTimeoutMillis: opening,
      // Opening a connection can take longer than a caller waits.
      min: 1,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY,
      allowExitOnIdle: true,
      verify: verifying(given.verify, {
        ...settings,
        statement_timeout: query_timeout - EARLIER,
      }),
    });
    const { pool, idle } = this;
    pool.on('error', onError);
    pool.on('connect', (client) => client.on('error', onError));
    for (const event of ['acquire', 'remove'] as const) {
      pool.on(event, (each) => idle.delete(each));
    }
    pool.on('release', (error: Error | undefined, client) => {
      if (!error) idle.add(client);
      // The pool takes the connection back after this event.
      queueMicrotask(() => {
        if (this.waiting.length > 0 && pool.idleCount > 0) void this.ask();
      });
      if (error?.message !== NO_ANSWER) return;
      // Whoever asked may retry it silently, so nothing else would log it.
      onError(error);
      for (const each of idle) cut(each);
    });
  }

  /** Its settings, which BullMQ reads. */
  get options(): object {
    return this.pool.options;
  }

  /** Resolves once a connection is open, however long that may take. */
  async open(): Promise<void> {
    (await this.take()).release();
  }

  connect(): Promise<PoolClient> {
    return this.take(this.patience);
  }

  query<R>(text: string, values?: unknown[]): Promise<Answer<R>> {
    return retryConflicts(() => this.queryOnce(text, values));
  }

  private async queryOnce<R>(text: string, values?: unknown[]): Promise<Answer<R>> {
    const client = await this.connect();
    try {
      const result = await client.query<R & QueryResultRow>(text, values);
      client.release();
      return result;
    } catch (error) {
      if (isDenied(error)) await explainDenial(error, client, text);
      const isUsable = ANSWERED.test(String(memberOf(error, 'code')));
      client.release(isUsable ? undefined : error instanceof Error ? error : true);
      throw error;
    }
  }

  on(event: 'error', listener: (error: Error) => void): void {
    this.pool.on(event, listener);
  }

  /** Called with each connection that is given back. */
  onRelease(listener: (client: PoolClient) => void): void {
    this.pool.on('release', (_error: unknown, client) => listener(client));
  }

  /** Called with the notifications of connections that listen. */
  onNotification(listener: (payload?: string) => void): void {
    const hear = ({ payload }: Notification): void => listener(payload);
    this.pool.on('connect', (client) => client.on('notification', hear));
  }

  /** Waits for connections in use. */
  end(): Promise<void> {
    return this.pool.end();
  }

  private take(patience?: number): Promise<PoolClient> {
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const waiting: Waiting = {
        give(client) {
          clearTimeout(timer);
          resolve(client);
        },
        fail(error) {
          clearTimeout(timer);
          reject(error);
        },
      };
      const giveUp = (): void => {
        this.waiting.splice(this.waiting.indexOf(waiting), 1);
        reject(new Error('timeout exceeded when trying to connect'));
      };
      if (patience !== undefined) timer = setTimeout(giveUp, patience).unref();
      this.waiting.push(waiting);
      this.askForAll();
    });
  }

  private askForAll(): void {
    while (this.asked < Math.min(this.max, this.waiting.length)) void this.ask();
  }

  private async ask(): Promise<void> {
    this.asked += 1;
    try {
      const client = await this.pool.connect();
      const next = this.waiting.shift();
      if (next) next.give(client);
      else client.release();
    } catch (error) {
      this.waiting.shift()?.fail(error);
    }
    this.asked -= 1;
    this.askForAll();
  }
}

/** SQLSTATEs of errors after which a connection can be used again: not that of a server that only reads, since a fail-over. */
const ANSWERED = /^(?!08|25006|57P)[0-9A-Z]{5}$/;

/**
 * Sets up each connection before its first use. Uses statements, because PgBouncer refuses settings when a
 * connection starts, and because statements keep the app's own `options`.
 */
function verifying(
  given: PoolConfig['verify'],
  settings: Readonly<Record<string, string | number>>,
): NonNullable<PoolConfig['verify']> {
  const text = Object.entries(settings)
    .map(([name, value]) => `SET ${name} TO ${value}`)
    .join('; ');
  return (client, done) => {
    const setUp = async (refused?: Error): Promise<void> => {
      let failure = refused;
      try {
        if (!failure) await client.query(text);
      } catch (error) {
        failure = error instanceof Error ? error : new Error(String(error));
      }
      done(failure);
    };
    if (given) given(client, (error) => void setUp(error));
    else void setUp();
  };
}

/** pg and BullMQ then see a connection that was cut, and open another. */
export function cut(client: PoolClient): void {
  client.connection.stream.destroy();
}
