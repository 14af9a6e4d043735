import type { ClientBase, Pool, PoolClient, PoolConfig, QueryResultRow } from 'pg';
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
/** The server ends a statement of a transaction this much earlier than its connection is given up, in ms. */
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
}

/** A value of a statement that is written into its text. */
export type Value = string | number;

/** Runs a statement on the connection of a transaction. */
export type Run = <R extends QueryResultRow>(text: string, values?: unknown[]) => Promise<R[]>;

/** The SQLSTATE of a server that takes no writes. */
const READ_ONLY = '25006';

/** A standby answered. What it knows may be old, and it takes no writes. */
class StandbyError extends Error {
  readonly code = READ_ONLY;
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
 * It changes no setting of a connection: behind a pooler, others use the same one. A connection that does not answer
 * within `query_timeout` is ended. So are all idle ones: they may be dead too, and each would take as long to find out.
 * One that answers with an error is kept, unless it leads to a server that takes no writes.
 */
export class OwnPool {
  private readonly pool: Pool;
  private readonly idle = new Set<PoolClient>();
  private readonly waiting: Waiting[] = [];
  private readonly max: number;
  private readonly patience: number;
  /** Begins a transaction, and has the server end its statements before we stop waiting. */
  private readonly begin: string;
  /** How many connections were requested from pg's pool and have not arrived yet. */
  private requests = 0;

  /**
   * @param Pool of the package `pg`
   * @param settings the settings of the app; ours override them
   * @param onError called if no answer comes, and with connection errors, which would otherwise end the process
   */
  constructor(
    Pool: new (config: PoolConfig) => Pool,
    settings: PoolConfig,
    { max, query_timeout, patience }: PoolLimits,
    onError: (error: Error) => void,
  ) {
    const opening = settings.connectionTimeoutMillis || OPENING;
    this.max = max;
    this.patience = patience ?? opening;
    // Overrides the defaults of the database. Without values, both statements can be sent as one.
    const most = query_timeout - EARLIER;
    // Also if this side falls silent between two statements: otherwise the rows would stay locked until the server
    // notices that the connection is gone.
    this.begin = `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL statement_timeout = ${most}; SET LOCAL idle_in_transaction_session_timeout = ${most}`;
    this.pool = new Pool({
      ...settings,
      max,
      query_timeout,
      connectionTimeoutMillis: opening,
      // Opening a connection can take longer than a caller waits.
      min: 1,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY,
      allowExitOnIdle: true,
      verify: verifying(settings.verify),
    });
    const { pool, idle } = this;
    pool.on('error', onError);
    pool.on('connect', (client) => client.on('error', onError));
    for (const event of ['acquire', 'remove'] as const) {
      pool.on(event, (client) => idle.delete(client));
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
      for (const idleClient of idle) idleClient.connection.stream.destroy();
    });
  }

  /** Resolves once a connection is open, however long that may take. */
  async open(): Promise<void> {
    (await this.take()).release();
  }

  connect(): Promise<PoolClient> {
    return this.take(this.patience);
  }

  /** Runs one statement, which is a transaction of its own. */
  query<R extends QueryResultRow>(text: string, values?: unknown[]): Promise<Answer<R>> {
    return this.withClient(text, (client) => client.query<R>(text, values));
  }

  /**
   * Runs one statement that only reads, and returns its rows.
   *
   * @throws if a standby answered
   */
  read<R extends QueryResultRow>(text: string, values?: unknown[]): Promise<R[]> {
    const whole = fromPrimary(text);
    return this.withClient(text, async (client) =>
      primaryRows<R>(await client.query(whole, values)),
    );
  }

  /** As `read`, but its time is limited on the server, too. */
  async readWithin<R extends QueryResultRow>(text: string, values: readonly Value[]): Promise<R[]> {
    return primaryRows<R>({ rows: await this.within(fromPrimary(text), values) });
  }

  /**
   * Runs one statement in a transaction of its own, whose time is limited on the server, and returns its rows. It is sent
   * together with BEGIN, because each message to the server costs about as much as the statement. COMMIT is not: if this
   * process ends before it has the answer, nothing was done.
   */
  within<R extends QueryResultRow>(text: string, values: readonly Value[]): Promise<R[]> {
    return this.withClient(text, async (client) => {
      // PostgreSQL infers the type of a quoted literal from its context, as it does for a parameter.
      const statement = text.replaceAll(/\$(\d+)/g, (_, at: string) =>
        client.escapeLiteral(String(values[Number(at) - 1])),
      );
      return committed(client, async () => {
        const answers: unknown = await client.query(`${this.begin}; ${statement}`);
        if (!isMany<R>(answers)) throw new TypeError('pg gave one answer for several statements');
        return answers.flatMap(({ rows }) => rows);
      });
    });
  }

  /**
   * Runs statements in one transaction, whose time is limited on the server. It is committed unless the work fails.
   */
  transaction<T>(work: (run: Run) => Promise<T>): Promise<T> {
    let latest = '';
    const run = async (client: PoolClient): Promise<T> => {
      await client.query(this.begin);
      return committed(client, () =>
        work(async <R extends QueryResultRow>(text: string, values?: unknown[]) => {
          latest = text;
          return (await client.query<R>(text, values)).rows;
        }),
      );
    };
    return this.withClient(() => latest, run);
  }

  private withClient<T>(
    text: string | (() => string),
    work: (client: PoolClient) => Promise<T>,
  ): Promise<T> {
    return retryConflicts(async () => {
      const client = await this.connect();
      try {
        const result = await work(client);
        client.release();
        return result;
      } catch (error) {
        if (isDenied(error)) {
          await explainDenial(error, client, typeof text === 'string' ? text : text());
        }
        client.release(isUsable(error) ? undefined : error instanceof Error ? error : true);
        throw error;
      }
    });
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
    while (this.requests < Math.min(this.max, this.waiting.length)) void this.ask();
  }

  private async ask(): Promise<void> {
    this.requests += 1;
    try {
      const client = await this.pool.connect();
      const next = this.waiting.shift();
      if (next) next.give(client);
      else client.release();
    } catch (error) {
      this.waiting.shift()?.fail(error);
    }
    this.requests -= 1;
    this.askForAll();
  }
}

/** Commits what some work did, or rolls it back if it fails. A connection that ends is rolled back by the server. */
async function committed<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  try {
    const done = await work();
    await client.query('COMMIT');
    return done;
  } catch (error) {
    if (isUsable(error)) await client.query('ROLLBACK');
    throw error;
  }
}

/** pg returns one answer for each statement in a text, which its types do not say. */
function isMany<R>(answers: unknown): answers is readonly Answer<R>[] {
  return Array.isArray(answers);
}

/** SQLSTATEs after which a connection can be used again: not that of a server that is read-only since a failover. */
const ANSWERED = /^(?!08|25006|57P)[0-9A-Z]{5}$/;

function isUsable(error: unknown): boolean {
  return ANSWERED.test(String(memberOf(error, 'code')));
}

/** A statement that also returns, in each row and at least once, whether a standby runs it. */
function fromPrimary(text: string): string {
  return `WITH answer AS (SELECT true AS is_row, rows.* FROM (${text}) AS rows)
    SELECT pg_is_in_recovery() AS is_standby, answer.* FROM (SELECT 1) AS one (n) LEFT JOIN answer ON true`;
}

function primaryRows<R extends QueryResultRow>({ rows }: { readonly rows: R[] }): R[] {
  if (memberOf(rows[0], 'is_standby') !== false) {
    throw new StandbyError('the server is a standby, so what it answers may be old');
  }
  return rows.filter((row) => memberOf(row, 'is_row') === true);
}

const CHECK = "SELECT current_setting('transaction_read_only') AS read_only";

/** Checks each connection before its first use: a server that takes no writes is not used. */
function verifying(
  appVerify: PoolConfig['verify'] = (_client, next) => next(),
): NonNullable<PoolConfig['verify']> {
  return (client, done) =>
    appVerify(client, async (refusal) => done(refusal ?? (await checkWrites(client))));
}

/** Why a server is not used, or undefined. */
async function checkWrites(client: ClientBase): Promise<Error | undefined> {
  try {
    const { rows } = await client.query<{ read_only: string }>(CHECK);
    if (rows[0]?.read_only === 'off') return undefined;
    return new StandbyError('the server takes no writes: it is a standby, or read-only');
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
