import type { Pool } from 'pg';
import type { BullQueue } from '../jobs/store.js';
import { finishOf, type JobChange, type SmsJob } from '../jobs/stored-job.js';

// BullMQ's functions do the rest of what they do when they retry a failed job or complete one; see
// `change.spec.ts`. A statement sees what its `WITH` changed only through a function.
const SEEN = `queue = $1 AND id = $2 AND data = $3::jsonb AND attempts_started = $4
    AND finished_at_ms IS NOT DISTINCT FROM $5`;
const CHANGE = `WITH changed AS (
    UPDATE job SET data = $6::jsonb WHERE ${SEEN} RETURNING queue
  ) SELECT pg_notify('bullmq_jobs', queue) FROM changed`;
const RETRY = `WITH changed AS (
    UPDATE job SET data = $6::jsonb WHERE ${SEEN} AND state = 'failed' RETURNING queue, id
  ) SELECT reprocess_job(queue, id, 'failed', false, false, false) FROM changed`;
const COMPLETE = `WITH changed AS (
    UPDATE job SET data = $6::jsonb, state = 'completed', return_value = $7::jsonb,
      finished_at_ms = $8, failed_reason = NULL, stacktrace = NULL
    WHERE ${SEEN} AND state = 'failed' RETURNING queue, id, return_value
  ) SELECT publish_event(queue, 'completed', jsonb_build_object(
      'jobId', id, 'returnvalue', return_value::text, 'prev', 'failed')) FROM changed`;

/** Changes a job in PostgreSQL; see `QueueStore.change`. */
export async function changeInPostgres(
  pool: Pool,
  queue: BullQueue,
  job: SmsJob,
  { data, to }: JobChange,
): Promise<boolean> {
  const { id, attemptsStarted, finishedOn = null } = job;
  const seen = [queue.name, id, JSON.stringify(job.data), attemptsStarted, finishedOn];
  const values = [...seen, JSON.stringify(data)];
  const { rowCount } =
    typeof to === 'object'
      ? await pool.query(COMPLETE, [...values, JSON.stringify(to), finishOf(job)])
      : await pool.query(to ? RETRY : CHANGE, values);
  return rowCount === 1;
}
