import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from './postgres-pool.js';

/** The most messages that one statement moves. */
const STEP = 500;
/** The shortest time between two statements of which the first found nothing more to move, in ms. */
const SHORTEST_PAUSE = 50;
/** The longest one, in ms: a worker that is busy may not hear of messages that others add. */
const LONGEST_PAUSE = 1000;
/** How long after its due time a message of high priority may be stored and still be found first, in ms. */
const LATE = 1000;

// `high` goes before all others that are due: the messages that became due since the last statement are searched
// for it. Rows that another worker is moving are skipped, so no statement waits for another. BullMQ's events are
// stored as BullMQ does for many messages. Rows are identified by `ctid`: right after many were added, PostgreSQL
// expects few rows, and would search all that are due for each id.
const MOVE = `WITH urgent AS MATERIALIZED (
    SELECT ctid FROM job WHERE queue = $1 AND state = 'delayed' AND priority = 0
      AND process_at_ms > $3 AND process_at_ms <= $2
    ORDER BY process_at_ms LIMIT ${STEP} FOR UPDATE SKIP LOCKED
  ), due AS MATERIALIZED (
    SELECT ctid FROM job WHERE queue = $1 AND state = 'delayed' AND process_at_ms <= $2
    ORDER BY process_at_ms LIMIT ${STEP} FOR UPDATE SKIP LOCKED
  ), moved AS (
    UPDATE job SET state = 'waiting', delay_ms = 0
    WHERE ctid = ANY (ARRAY(SELECT ctid FROM urgent UNION ALL SELECT ctid FROM due))
    RETURNING id
  ), told AS (
    INSERT INTO event (queue, event, data, created_at_ms)
    SELECT $1, 'waiting', jsonb_build_object('jobId', id, 'prev', 'delayed'),
      (extract(epoch FROM clock_timestamp()) * 1000)::bigint FROM moved
  )
  SELECT (SELECT count(*) FROM urgent)::text AS urgent, (SELECT count(*) FROM due)::text AS due,
    (SELECT min(process_at_ms) FROM job
      WHERE queue = $1 AND state = 'delayed' AND process_at_ms > $2)::text AS next,
    CASE WHEN EXISTS (SELECT FROM moved) THEN pg_notify('bullmq_jobs', $1)::text END AS woken`;

/**
 * Moves the due messages of a queue to the waiting ones, a few hundred at a time, and wakes the workers. Each
 * worker process does this when the next message becomes due and when it hears of new ones.
 */
export class DueMessages {
  private readonly ended = new AbortController();
  private pause = new AbortController();
  private isStarted = false;
  /** Up to when messages of high priority were looked for, in ms since 1970. */
  private seen = -1;

  constructor(
    private readonly pool: Queryable,
    private readonly queueName: string,
    private readonly onError: (error: Error) => void,
  ) {}

  start(): void {
    if (this.isStarted) return;
    this.isStarted = true;
    void this.run();
  }

  /** Called when messages of a queue were added or their times changed. */
  heard(queueName?: string): void {
    if (queueName === this.queueName) this.pause.abort();
  }

  end(): void {
    this.ended.abort();
    this.pause.abort();
  }

  private async run(): Promise<void> {
    const { signal } = this.ended;
    while (!signal.aborted) {
      this.pause = new AbortController();
      const left = await this.move().catch((error: Error) => {
        if (!signal.aborted) this.onError(error);
        return LONGEST_PAUSE;
      });
      if (left <= 0) continue;
      await pauseFor(Math.min(left, SHORTEST_PAUSE), signal);
      const rest = Math.min(left, LONGEST_PAUSE) - SHORTEST_PAUSE;
      if (rest > 0) await pauseFor(rest, this.pause.signal);
    }
  }

  /** @returns the time until the next message is due, in ms; 0 if more may be due now */
  private async move(): Promise<number> {
    const now = Date.now();
    const { rows } = await this.pool.query<Record<'urgent' | 'due' | 'next', string | null>>(MOVE, [
      this.queueName,
      now,
      this.seen,
    ]);
    const [found] = rows;
    if (Number(found?.urgent) < STEP) this.seen = now - LATE;
    if (Number(found?.due) >= STEP) return 0;
    // It may be due by now.
    return Math.max(1, Number(found?.next ?? Infinity) - Date.now());
  }
}

async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
}
