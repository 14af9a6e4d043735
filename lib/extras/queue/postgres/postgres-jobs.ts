import { COUNTED, type StoreCounts, type StoredJob, type StoredJobs } from '../jobs/store.js';
import { asFailedReason } from '../jobs/outcomes.js';
import {
  finishOf,
  type JobChange,
  PRIORITIES,
  priorityOf,
  type SmsJob,
} from '../jobs/stored-job.js';
import { readMessages } from './transaction.js';
import type { OwnPool } from './postgres-pool.js';

// A cursor: each message is read once, however many there are. A page that starts where the last one ended
// would have to be sorted, and no index has the messages of all states in an order.
const OPEN = 'DECLARE jobs NO SCROLL CURSOR FOR SELECT id, data FROM job WHERE queue = $1';
const PAGE = 'FETCH 1000 FROM jobs';

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
    SELECT greatest((data->>'w')::float8, (data->>'x')::float8 - (data->>'l')::float8) AS since FROM job
    WHERE queue = $1 AND state = 'waiting' AND priority = one.priority
    ORDER BY seq LIMIT 1) AS first)::float8 AS since`;

// BullMQ's functions do the rest of what they do when they retry, complete, fail or remove a job; see
// `change.spec.ts`. A statement sees what its `WITH` changed only through a function.
const SEEN = `queue = $1 AND id = $2 AND data = $3::jsonb AND attempts_started = $4
    AND finished_at_ms IS NOT DISTINCT FROM $5`;
const WAITS = "state IN ('waiting', 'delayed')";
const changing = (more = ''): string => `WITH changed AS (
    UPDATE job SET data = $6::jsonb${more} WHERE ${SEEN} RETURNING queue
  ) SELECT pg_notify('bullmq_jobs', queue) FROM changed`;
const CHANGE = changing();
const CHANGE_RESULT = changing(', return_value = $7::jsonb');
// The stack has the text of the failure again.
const CHANGE_FAILURE = changing(", failed_reason = $7, stacktrace = '[]'");
const RETRY = `WITH changed AS (
    UPDATE job SET data = $6::jsonb, priority = $7 WHERE ${SEEN} AND state = 'failed' RETURNING queue, id
  ) SELECT reprocess_job(queue, id, 'failed', false, false, false) FROM changed`;
const COMPLETE = `WITH changed AS (
    UPDATE job SET data = $6::jsonb, state = 'completed', return_value = $7::jsonb,
      finished_at_ms = $8, failed_reason = NULL, stacktrace = NULL
    WHERE ${SEEN} AND state = 'failed' RETURNING queue, id, return_value
  ) SELECT publish_event(queue, 'completed', jsonb_build_object(
      'jobId', id, 'returnvalue', return_value::text, 'prev', 'failed')) FROM changed`;
const FAIL = `WITH changed AS (
    UPDATE job SET data = $6::jsonb, state = 'failed', failed_reason = $7, stacktrace = '[]', finished_at_ms = $8
    WHERE ${SEEN} AND ${WAITS} RETURNING queue, id, failed_reason
  ) SELECT publish_event(queue, 'failed', jsonb_build_object(
      'jobId', id, 'failedReason', failed_reason, 'prev', 'waiting')) FROM changed`;
const REMOVE = `DELETE FROM job WHERE ${SEEN} AND ${WAITS}`;

/**
 * Removes 1,000 finished messages, in the order of an index. BullMQ's own function reads and sorts all finished
 * messages each time. The result is the time up to which messages were removed, or null if none are left.
 */
export const REMOVE_FINISHED = `WITH old AS MATERIALIZED (
    SELECT id, finished_at_ms FROM job
    WHERE queue = $1 AND state = 'completed' AND finished_at_ms <= $2 AND finished_at_ms >= $3
    ORDER BY finished_at_ms LIMIT 1000 FOR UPDATE SKIP LOCKED
  ), removed AS (
    DELETE FROM job WHERE queue = $1 AND id = ANY (ARRAY(SELECT id FROM old))
  )
  SELECT CASE WHEN count(*) >= 1000 THEN max(finished_at_ms) END::text AS last FROM old`;

/** What a store does with jobs, in PostgreSQL. */
export function postgresJobs(pool: OwnPool): StoredJobs {
  return {
    async *read({ name }) {
      const client = await pool.connect();
      let isDone = false;
      try {
        // Whatever the default is: it sees the state of one moment and conflicts with nothing.
        await client.query('BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY');
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
    },

    messages: ({ name }, ids) => readMessages((...query) => pool.query(...query), name, ids),

    async count({ name }, most) {
      // One more than the limit shows whether there are more.
      const limits = COUNTED.map((state) => Math.min(most[state] ?? -1, LARGEST) + 1);
      const priorities = Object.values(PRIORITIES);
      const { rows } = await pool.query<StoreCounts>(COUNT, [name, ...limits, priorities]);
      const [row] = rows;
      if (!row) throw new Error('PostgreSQL counted nothing');
      const over = COUNTED.filter((state) => row[state] > (most[state] ?? 0));
      const counts = Object.fromEntries(over.map((state) => [state, most[state]]));
      return { ...row, ...counts, capped: over.length > 0 };
    },

    async removeFinished({ name }, age, signal) {
      const until = Date.now() - age;
      let from: string | null = '0';
      while (from !== null) {
        // Each step continues where the last one ended.
        const removed: { readonly rows: readonly { readonly last: string | null }[] } =
          await pool.query(REMOVE_FINISHED, [name, until, from]);
        from = removed.rows[0]?.last ?? null;
        signal.throwIfAborted();
      }
    },

    async change({ name }, job, change) {
      const { id, data: read, attemptsStarted, finishedOn } = job;
      const seen = [name, id, JSON.stringify(read), attemptsStarted, finishedOn ?? null];
      const [text, ...more] = statementOf(job, change);
      const values =
        change.to === 'removed' ? seen : [...seen, JSON.stringify(change.data), ...more];
      return (await pool.query(text, values)).rowCount === 1;
    },
  };
}

/** The statement that makes a change, and its values from the 7th on. */
function statementOf(
  job: SmsJob,
  { to, outcome }: Omit<JobChange, 'data'>,
): readonly [string, ...unknown[]] {
  if (to === undefined) {
    if (!outcome) return [CHANGE];
    if (outcome.status === 'unknown') return [CHANGE_FAILURE, asFailedReason(outcome)];
    return [CHANGE_RESULT, JSON.stringify(outcome)];
  }
  if (to === 'removed') return [REMOVE];
  if (to === 'waiting') return [RETRY, priorityOf(job)];
  const now = finishOf(job.finishedOn);
  if (to.status === 'unknown') return [FAIL, asFailedReason(to), now];
  return [COMPLETE, JSON.stringify(to), now];
}
