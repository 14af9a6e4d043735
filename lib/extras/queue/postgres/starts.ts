import type { LostMessage, StartEnd } from '../store/message-store.js';
import type { StoredOutcome } from '../store/outcomes.js';
import { endOf } from './message-rows.js';
import type { OwnPool } from './postgres-pool.js';

/** How many rows one statement changes. */
const STEP = 1000;
/** How long a claim may take until it is committed, in ms; see `WORKER_PATIENCE`. */
const LATE = 10_000;
/** A look from the beginning that takes a second is not repeated for so many seconds. */
const FULL_LOOK_PART = 20;

const MS = "* interval '1 millisecond'";

// By primary key, and with the state as text, so that no partial index fits. A row whose worker counts as lost still
// takes what that worker finds out late, unless a person settled, resent or erased it: each of them changes the token or
// the code.
const BY_KEY =
  'queue = $1 AND id = ANY ($2::text[]) AND token = ($3::uuid[])[array_position($2::text[], id)]';
const HELD = `${BY_KEY} AND (state::text = 's' OR state::text = 'u' AND code = 'worker-lost' AND sealed IS NOT NULL)`;
const END = `UPDATE sms_gateway.message SET ended = clock_timestamp(), (outcome, status, code, state) = (
    SELECT ($4::text[])[at], ($5::text[])[at], ($6::text[])[at], ($7::text[])[at]::"char"
    FROM array_position($2::text[], id) AS at)
  WHERE ${HELD} RETURNING id`;
const BACK = `UPDATE sms_gateway.message SET state = 'w', token = NULL, status = NULL, outcome = NULL, ended = NULL,
    (due, attempts, code) = (
      SELECT clock_timestamp() + ($4::float8[])[at] ${MS}, ($5::int[])[at],
        coalesce(($6::text[])[at], nullif(code, 'worker-lost'))
      FROM array_position($2::text[], id) AS at)
  WHERE ${HELD} RETURNING id`;
const RENEW = `UPDATE sms_gateway.message SET locked_until = clock_timestamp() + $4::float8 ${MS}
  WHERE ${BY_KEY} AND state::text = 's' RETURNING id`;

const LAPSED = `SELECT id FROM sms_gateway.message
  WHERE queue = $1 AND state = 's' AND claimed >= timestamptz 'epoch' + $2::float8 ${MS} AND locked_until < clock_timestamp()
  ORDER BY claimed LIMIT ${STEP} FOR UPDATE SKIP LOCKED`;
const LOSE = `UPDATE sms_gateway.message SET state = 'u', status = 'unknown', code = 'worker-lost', ended = clock_timestamp()
  WHERE queue = $1 AND id = ANY ($2::text[]) AND state::text = 's' RETURNING id, sealed`;
const OLDEST = `SELECT (extract(epoch FROM claimed) * 1000)::float8 AS claimed FROM sms_gateway.message
  WHERE queue = $1 AND state = 's' AND claimed >= timestamptz 'epoch' + $2::float8 ${MS} ORDER BY message.claimed LIMIT 1`;
const SEEN = `UPDATE sms_gateway.queue SET worker_at = clock_timestamp() WHERE name = $1
  RETURNING (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`;

const REMOVE = `WITH old AS MATERIALIZED (
    SELECT id, ended FROM sms_gateway.message
    WHERE queue = $1 AND state = 'f' AND ended >= timestamptz 'epoch' + $3::float8 ${MS}
      AND ended < statement_timestamp() - $2::float8 ${MS}
    ORDER BY ended LIMIT ${STEP} FOR UPDATE SKIP LOCKED
  ), removed AS (
    DELETE FROM sms_gateway.message WHERE queue = $1 AND id = ANY (ARRAY(SELECT id FROM old)) AND state::text = 'f'
  )
  SELECT count(*)::float8 AS count, (extract(epoch FROM max(ended)) * 1000)::float8 AS last FROM old`;

/** A start of a message, which can only be ended by its token. */
export interface HeldStart {
  readonly id: string;
  readonly token: string;
}

/** A start that ended, and how. */
export interface EndedStart extends HeldStart {
  readonly end: StartEnd;
}

/** What a worker stores about the starts of its queue's messages, and what it finds about those of lost workers. */
export class Starts {
  /** No row that is being sent was claimed before this, in ms since 1970. */
  private oldestAt = 0;
  private fullSweepAt = 0;
  /** All that ended before this was removed, in ms since 1970. */
  private removedUntil = 0;
  private fullRemovalAt = 0;

  constructor(
    private readonly pool: OwnPool,
    private readonly queueName: string,
    private readonly lockDuration: number,
  ) {}

  /** Stores how starts ended. May be repeated: a row that has another token by now is not changed. */
  async store(endedStarts: readonly EndedStart[]): Promise<void> {
    const ends: (HeldStart & { readonly outcome: StoredOutcome })[] = [];
    const backs: (HeldStart & Extract<StartEnd, { readonly back: number }>)[] = [];
    for (const { id, token, end } of endedStarts) {
      if ('end' in end) ends.push({ id, token, outcome: end.end });
      else backs.push({ id, token, ...end });
    }
    if (ends.length > 0) {
      const stored = ends.map(({ outcome }) => endOf(outcome));
      const columns = ([0, 1, 2, 3] as const).map((at) => stored.map((values) => values[at]));
      await this.change(END, ends, ...columns);
    }
    if (backs.length > 0) {
      await this.change(
        BACK,
        backs,
        backs.map(({ back }) => back),
        backs.map(({ attempts }) => attempts),
        backs.map(({ code = null }) => code),
      );
    }
  }

  /** Keeps starts from lapsing. Returns those that had lapsed. */
  async renew(starts: readonly HeldStart[]): Promise<readonly HeldStart[]> {
    const renewed = await this.change(RENEW, starts, this.lockDuration);
    return starts.filter(({ id }) => !renewed.has(id));
  }

  /**
   * Gives messages whose worker was lost the outcome unknown.
   *
   * @param lost called with each before that is committed: if this process ends in between, another one finds it again
   */
  async sweep(lost: (message: LostMessage) => void): Promise<void> {
    const { pool, queueName } = this;
    const begun = performance.now();
    const isFull = begun >= this.fullSweepAt;
    const from = isFull ? 0 : this.oldestAt;
    for (let isMore = true; isMore;) {
      isMore = await pool.transaction(async (run) => {
        const lapsed = await run<{ id: string }>(LAPSED, [queueName, from]);
        if (lapsed.length === 0) return false;
        const ids = lapsed.map(({ id }) => id);
        const rows = await run<{ id: string; sealed: string | null }>(LOSE, [queueName, ids]);
        for (const { id, sealed } of rows) lost({ id, sealed: sealed ?? undefined });
        return lapsed.length === STEP;
      });
    }
    const [{ now } = { now: 0 }] = await pool.within<{ now: number }>(SEEN, [queueName]);
    const [oldest] = await pool.readWithin<{ claimed: number }>(OLDEST, [queueName, from]);
    // What is being claimed now may be committed later.
    this.oldestAt = Math.min(oldest?.claimed ?? now, now - LATE);
    if (isFull) this.fullSweepAt = begun + (performance.now() - begun) * FULL_LOOK_PART;
  }

  /**
   * Removes messages that finished longer ago than this, in steps.
   *
   * @param signal ends it between two steps
   */
  async removeFinished(age: number, signal: AbortSignal): Promise<void> {
    const begun = performance.now();
    const isFull = begun >= this.fullRemovalAt;
    if (isFull) this.removedUntil = 0;
    for (let isMore = true; isMore && !signal.aborted;) {
      const [row] = await this.pool.within<{ count: number; last: number | null }>(REMOVE, [
        this.queueName,
        age,
        this.removedUntil,
      ]);
      isMore = row?.count === STEP;
      // What finished at the same moment may be committed later.
      this.removedUntil = Math.max(this.removedUntil, (row?.last ?? 0) - LATE);
    }
    if (isFull) this.fullRemovalAt = begun + (performance.now() - begun) * FULL_LOOK_PART;
  }

  private async change(
    text: string,
    starts: readonly HeldStart[],
    ...columns: readonly unknown[]
  ): Promise<ReadonlySet<string>> {
    const changed = await this.pool.query<{ id: string }>(text, [
      this.queueName,
      starts.map(({ id }) => id),
      starts.map(({ token }) => token),
      ...columns,
    ]);
    return new Set(changed.rows.map(({ id }) => id));
  }
}
