import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { OwnPool } from '../../lib/extras/queue/postgres/postgres-pool.js';
import { Starts } from '../../lib/extras/queue/postgres/starts.js';
import type { SmsQueue } from '../../lib/extras/queue/index.js';
import { connectionOf } from './open-queue.js';
import type { StoreProbe } from './store-probe.js';
import type { TestStore } from './stores.mjs';

export function postgresProbe({ url }: TestStore, queue: SmsQueue): StoreProbe {
  const { queueName } = connectionOf(queue);
  const rows = async (text: string, ...values: unknown[]): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client(url);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text, [queueName, ...values])).rows;
    } finally {
      await client.end();
    }
  };
  const set = async (columns: string, id: string): Promise<void> => {
    const changed = await rows(
      `UPDATE sms_gateway.message SET ${columns} WHERE queue = $1 AND id = $2 RETURNING id`,
      id,
    );
    if (changed.length === 0) throw new Error('There is no message');
  };
  const lapsed = "locked_until = clock_timestamp() - interval '1 ms'";
  return {
    takeFromWorker: (id) => set(lapsed, id),
    // As the sweep of any worker does.
    async giveToOthers(id) {
      const limits = { max: 1, query_timeout: 20_000 };
      const pool = new OwnPool(pg.Pool, { connectionString: url }, limits, () => undefined);
      try {
        // Its own worker may have renewed it meanwhile.
        await set(lapsed, id);
        await new Starts(pool, queueName, 60_000).sweep(() => undefined);
      } finally {
        await pool.end();
      }
    },

    async claimAndVanish(lockDuration) {
      const claimed = await rows(
        `UPDATE sms_gateway.message SET state = 's', starts = starts + 1, claimed = clock_timestamp(), token = $3,
            locked_until = clock_timestamp() + $2 * interval '1 ms'
          WHERE queue = $1 AND state = 'w' AND due <= clock_timestamp() RETURNING id`,
        lockDuration,
        randomUUID(),
      );
      if (claimed.length !== 1) throw new Error('There is no message, or more than one');
    },

    makeDue: (id) => set('due = clock_timestamp()', id),
    makeWaitSince: (id, ms) => set(`due = clock_timestamp() - interval '${ms} ms'`, id),
    expire: (id) => set("expires = clock_timestamp() - interval '1 ms'", id),
    forgetReach: (id) => set('reach_all = NULL', id),

    textOf: async (id) =>
      JSON.stringify(
        await rows(
          'SELECT * FROM sms_gateway.message WHERE queue = $1 AND ($2::text IS NULL OR id = $2)',
          id ?? null,
        ),
      ),

    async heldFor() {
      const [row] = await rows(
        `SELECT extract(epoch FROM held_until - clock_timestamp()) * 1000 AS ms
          FROM sms_gateway.queue WHERE name = $1`,
      );
      return Math.max(0, Number(row?.['ms'] ?? 0));
    },
  };
}
