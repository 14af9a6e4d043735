import type { Pool } from 'pg';
import type { SmsQueueCountLimits } from '../sms-queue.js';
import { type BullQueue, COUNTED, type StoreCounts, type StoredJob } from '../jobs/store.js';
import { PRIORITIES } from '../jobs/stored-job.js';

// A cursor: each message is read once, however many there are. A page that starts where the last one ended
// would have to be sorted, and no index has the messages of all states in an order.
const OPEN = 'DECLARE jobs NO SCROLL CURSOR FOR SELECT id, data FROM job WHERE queue = $1';
const PAGE = 'FETCH 1000 FROM jobs';

/** Reads all messages of a queue in PostgreSQL; see `QueueStore.read`. */
export async function* readFromPostgres(
  pool: Pool,
  { name }: BullQueue,
): AsyncGenerator<readonly StoredJob[], void, undefined> {
  const client = await pool.connect();
  let isDone = false;
  try {
    await client.query('BEGIN READ ONLY');
    await client.query(OPEN, [name]);
    for (;;) {
      const { rows } = await client.query<StoredJob>(PAGE);
      if (rows.length === 0) break;
      yield rows;
    }
    await client.query('COMMIT');
    isDone = true;
  } finally {
    // With its transaction, if that is still open.
    client.release(!isDone);
  }
}

/** More than any queue holds: `Infinity` is not a valid LIMIT. */
const LARGEST = 1e15;

// In the order of the state's index, so that no other rows are read.
const counted = (state: string, order: string, limit: string): string =>
  `(SELECT count(*) FROM (SELECT FROM job WHERE queue = $1 AND state = '${state}'
    ORDER BY ${order} LIMIT ${limit}) AS found)::float8`;

// What waits is `waiting` here, whatever its priority.
const COUNT = `SELECT
  ${counted('waiting', 'priority, seq', '$2')} AS waiting,
  ${counted('delayed', 'process_at_ms', '$3')} AS delayed,
  ${counted('active', 'locked_until_ms', '$4')} AS sending,
  ${counted('failed', 'finished_at_ms', '$5')} AS unknown,
  ${counted('completed', 'finished_at_ms', '$6')} AS finished,
  (SELECT min(since) FROM unnest($7::integer[]) AS one (priority), LATERAL (
    SELECT added_at_ms + delay_ms AS since FROM job
    WHERE queue = $1 AND state = 'waiting' AND priority = one.priority
    ORDER BY seq LIMIT 1) AS first)::float8 AS since`;

/** Counts messages in PostgreSQL; see `QueueStore.count`. */
export async function countInPostgres(
  pool: Pool,
  { name }: BullQueue,
  most: SmsQueueCountLimits,
): Promise<StoreCounts> {
  // One more than the limit shows whether there are more.
  const limits = COUNTED.map((state) => Math.min(most[state] ?? -1, LARGEST) + 1);
  const priorities = Object.values(PRIORITIES).map((priority = 0) => priority);
  const { rows } = await pool.query<StoreCounts>(COUNT, [name, ...limits, priorities]);
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL counted nothing');
  const over = COUNTED.filter((state) => row[state] > (most[state] ?? 0));
  const counts = Object.fromEntries(over.map((state) => [state, most[state]]));
  return { ...row, ...counts, capped: over.length > 0 };
}
