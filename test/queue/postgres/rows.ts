import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import type { CheckedQueueOptions } from '../../../lib/extras/queue/check-queue-options.js';
import { Claims } from '../../../lib/extras/queue/postgres/claims.js';
import { addRows } from '../../../lib/extras/queue/postgres/message-adds.js';
import { MessageRows } from '../../../lib/extras/queue/postgres/message-rows.js';
import { OwnPool } from '../../../lib/extras/queue/postgres/postgres-pool.js';
import { readingOurWay } from '../../../lib/extras/queue/postgres/postgres-types.js';
import { Starts } from '../../../lib/extras/queue/postgres/starts.js';
import { prepareTables } from '../../../lib/extras/queue/postgres/tables.js';
import type { NewTerms } from '../../../lib/extras/queue/store/message-store.js';
import { afterThisTest } from '../../support/clean-up.js';
import { freshName } from '../open-queue.js';
import type { TestStore } from '../stores.mjs';

export const TERMS: NewTerms = {
  due: { delay: 0 },
  life: 60_000,
  priority: 'normal',
  reachesAll: true,
  broadcast: undefined,
};

type Statement = readonly [text: string, values: readonly unknown[]];

/** How PostgreSQL carries out the last statement that contains a text. */
export async function planOf(
  pool: OwnPool,
  statements: readonly Statement[],
  part: string,
): Promise<string> {
  const [text, values] =
    statements.findLast(
      ([statement]) => statement.includes(part) && !statement.startsWith('EXPLAIN'),
    ) ?? [];
  if (text === undefined || !values) throw new Error(`Nothing ran ${part}`);
  // Without the transaction that may be around it.
  const [, within] = /^BEGIN[^;]*;(?: SET LOCAL [^;]*;)* ([\s\S]*)$/.exec(text) ?? [];
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${within ?? text}`, [
    ...values,
  ]);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

/** A queue's rows in PostgreSQL, without a worker: a test makes each step itself. */
export async function openRows({ url }: Pick<TestStore, 'url'>, queue = freshName()) {
  const statements: Statement[] = [];
  class NotingClient extends pg.Client {
    constructor(settings?: pg.ClientConfig) {
      super(settings);
      const query = this.query.bind(this);
      const noting = (text: string, values?: unknown[]) => {
        statements.push([text, values ?? []]);
        return query(text, values);
      };
      Object.assign(this, { query: noting });
    }
  }
  const config = readingOurWay(pg.Client, { connectionString: url, Client: NotingClient });
  const limits = { max: 5, query_timeout: 20_000 };
  const open = () => new OwnPool(pg.Pool, config, limits, () => undefined);
  const pool = open();
  afterThisTest(() => pool.end());
  await prepareTables(pool, open);
  await pool.query('INSERT INTO sms_gateway.queue (name) VALUES ($1) ON CONFLICT DO NOTHING', [
    queue,
  ]);
  const rows = new MessageRows(pool, queue, () => undefined);
  const starts = new Starts(pool, queue, 60_000);
  return {
    /** What was run so far. */
    statements,
    queue,
    pool,
    rows,
    starts,
    /** A worker's claims. Each worker has its own. */
    claims: (rateLimit?: CheckedQueueOptions['rateLimit'], lockDuration = 60_000) =>
      new Claims(pool, queue, lockDuration, rateLimit),
    async add(terms: Partial<NewTerms> = {}, id = `m${randomBytes(16).toString('hex')}`) {
      await addRows(pool, queue, [{ id, sealed: `sealed ${id}` }], { ...TERMS, ...terms });
      return id;
    },
    /** Claims with a token of its own, and returns the starts. */
    async claim(room = 10, claims = new Claims(pool, queue, 60_000, undefined)) {
      const token = randomUUID();
      const { rows: claimed } = await claims.claim(room, token);
      return claimed.map(({ id }) => ({ id, token }));
    },
    /** Changes columns of a row by hand. */
    async set(id: string, columns: string) {
      await pool.query(`UPDATE sms_gateway.message SET ${columns} WHERE queue = $1 AND id = $2`, [
        queue,
        id,
      ]);
    },
    /** A row as it is. */
    async row(id: string) {
      const [row] = await pool.read<{
        state: string;
        status: string | null;
        code: string | null;
        starts: number;
        attempts: number;
      }>(
        'SELECT state::text AS state, status, code, starts, attempts FROM sms_gateway.message WHERE queue = $1 AND id = $2',
        [queue, id],
      );
      return row;
    },
  };
}
