import type { CheckedQueueOptions } from '../check-queue-options.js';
import type { Claim } from '../store/message-store.js';
import type { OwnPool } from './postgres-pool.js';
import { LAYOUT } from './tables.js';

/** How often what is committed late is looked for, in ms, and how late it may be. */
const LOOK_BACK_EVERY = 200;
const LATE_US = 1_000_000;
/** A look back that takes a second is not repeated for so many seconds. */
const LOOK_BACK_PART = 5;

const MS = "* interval '1 millisecond'";
const US = '(extract(epoch FROM due) * 1000000)::int8';

// The token marks the row: only a worker that names it can end the message. Rows are updated by primary key, and their
// state is compared as text, so that no partial index fits: with the statistics of a new queue, PostgreSQL would use
// one, and read all its dead entries.
const level = (priority: number, at: number): string =>
  `(${priority}::smallint, timestamptz 'epoch' + $${at}::text::int8 * interval '1 microsecond', $${at + 1}::text COLLATE "C")`;
const CLAIM = `WITH next AS MATERIALIZED (
    SELECT waiting.id FROM (VALUES ${level(0, 5)}, ${level(1, 7)}, ${level(2, 9)}) AS level (priority, due, id), LATERAL (
      SELECT id FROM sms_gateway.message AS m
      WHERE queue = $1 AND m.priority = level.priority AND state = 'w' AND v <= ${LAYOUT}
        AND (m.due, m.id) > (level.due, level.id) AND m.due <= statement_timestamp()
      ORDER BY m.due, m.id LIMIT $2::int FOR UPDATE SKIP LOCKED) AS waiting
    WHERE NOT EXISTS (SELECT FROM sms_gateway.queue WHERE name = $1 AND (paused OR held_until > clock_timestamp()))
    LIMIT $2::int
  )
  UPDATE sms_gateway.message SET state = 's', starts = starts + 1, token = $3::uuid, claimed = clock_timestamp(),
    locked_until = clock_timestamp() + $4::float8 ${MS}
  WHERE queue = $1 AND id = ANY (ARRAY(SELECT id FROM next)) AND state::text = 'w'
  RETURNING id, sealed, priority, broadcast, starts, attempts, maybe AS "maybeSent", reach_all,
    ${US}::text AS due,
    (extract(epoch FROM expires - clock_timestamp()) * 1000)::float8 AS time_left`;

// The first row of each priority, which may come before a worker's position if its transaction was open for long.
const EARLIEST = `SELECT level.priority, (extract(epoch FROM first.due) * 1000000)::int8::text AS due
  FROM (VALUES (0::smallint), (1::smallint), (2::smallint)) AS level (priority), LATERAL (
    SELECT due FROM sms_gateway.message AS m
    WHERE queue = $1 AND m.priority = level.priority AND state = 'w' AND v <= ${LAYOUT} AND due <= statement_timestamp()
    ORDER BY due, id LIMIT 1) AS first`;

// One time stands for all starts (GCRA): the closer it is to now, the more starts there were lately.
const PLACES = `SELECT floor((now - at) / $2::float8)::int AS places, (now - at)::float8 AS free, at::float8 AS at FROM (
    SELECT now, greatest(coalesce(extract(epoch FROM rate_at) * 1000 - $3::float8, 0), now - $4::float8) AS at
    FROM (SELECT rate_at, extract(epoch FROM clock_timestamp()) * 1000 AS now FROM sms_gateway.queue
      WHERE name = $1 FOR UPDATE) AS locked) AS times`;
const TAKE =
  'UPDATE sms_gateway.queue SET rate_at = to_timestamp($2::float8 / 1000) WHERE name = $1';

/** A row that was claimed. */
export interface ClaimedRow extends Pick<Claim, 'id' | 'starts' | 'attempts' | 'maybeSent'> {
  readonly sealed: string | null;
  readonly priority: number;
  readonly broadcast: string | null;
  readonly reach_all: boolean | null;
  /** In µs since 1970. */
  readonly due: string;
  /** For how long it may be sent, in ms. */
  readonly time_left: number;
}

/** The place of a row among those that wait with a priority. */
interface Position {
  readonly due: number;
  readonly id: string;
}

const START: Position = { due: 0, id: '' };

/**
 * Claims the rows of a queue that are due, by priority and time. Each claim goes on after the last row that it took,
 * because a transaction that is open for long, such as a backup, makes PostgreSQL keep the entries of all rows that were
 * there before. Now and then a claim looks back for what was committed late.
 */
export class Claims {
  private readonly positions = [START, START, START];
  private lookBackAt = 0;
  /** When the first waiting message is due, by priority, if a look from the beginning saw one. In µs since 1970. */
  private readonly earlier = new Map<number, number>();
  /** Starts that made no request. The next claim takes them back. */
  private unused = 0;
  private readonly rate: { readonly interval: number; readonly burst: number } | undefined;

  constructor(
    private readonly pool: OwnPool,
    private readonly queueName: string,
    private readonly lockDuration: number,
    rateLimit: CheckedQueueOptions['rateLimit'],
  ) {
    if (!rateLimit) return;
    const interval = rateLimit.perMs / rateLimit.sends;
    // So many starts may exceed `sends` in any window. The fraction is for claims that come a little late.
    const places = Math.max(1, Math.floor(rateLimit.sends / 20)) + 0.9;
    this.rate = { interval, burst: places * interval };
  }

  /** Takes a start that made no request back from what `rateLimit` counted. */
  giveBack(): void {
    if (this.rate) this.unused += 1;
  }

  /**
   * Claims at most `room` rows, and marks them with the token.
   *
   * @returns the rows, in their order, and the time until `rateLimit` has a place, in ms, if it had none
   */
  async claim(room: number, token: string) {
    const begun = performance.now();
    const isLookBack = begun >= this.lookBackAt;
    const from = this.nextPositions(isLookBack);
    const { unused } = this;
    try {
      const claimed = await this.take(room, token, from);
      const rows = claimed.rows.toSorted(inOrder);
      for (const { priority, due, id } of rows) this.positions[priority] = { due: Number(due), id };
      if (rows.length > 0) this.unused -= unused;
      return { rows, wait: claimed.wait };
    } catch (error) {
      // Otherwise, if a look from the beginning takes too long, a new worker would never get a message.
      if (from.includes(START)) this.skipAhead();
      throw error;
    } finally {
      const pause = Math.max(LOOK_BACK_EVERY, (performance.now() - begun) * LOOK_BACK_PART);
      if (isLookBack) this.lookBackAt = begun + pause;
    }
  }

  private async take(room: number, token: string, from: readonly Position[]) {
    const { pool, queueName, lockDuration, rate, unused } = this;
    const valuesFor = (most: number) => [
      queueName,
      most,
      token,
      lockDuration,
      ...from.flatMap(({ due, id }) => [String(due), id]),
    ];
    if (!rate) return { rows: await pool.within<ClaimedRow>(CLAIM, valuesFor(room)), wait: 0 };
    const { interval, burst } = rate;
    return pool.transaction(async (run) => {
      // All claims of a queue with a rate wait for each other here.
      const [answer] = await run<{ places: number; free: number; at: number }>(PLACES, [
        queueName,
        interval,
        unused * interval,
        burst,
      ]);
      const { places = 0, free = 0, at = 0 } = answer ?? {};
      if (places < 1) return { rows: [], wait: interval - free };
      const rows = await run<ClaimedRow>(CLAIM, valuesFor(Math.min(room, places)));
      // From the time that was read, because the time that the claim took would otherwise be lost from the rate.
      if (rows.length > 0) await run(TAKE, [queueName, at + rows.length * interval]);
      return { rows, wait: rows.length >= places ? interval : 0 };
    });
  }

  /** Looks from the beginning for what was committed very late. The next claim finds it. */
  async lookFromBeginning(): Promise<void> {
    const rows = await this.pool.readWithin<{ priority: number; due: string }>(EARLIEST, [
      this.queueName,
    ]);
    for (const { priority, due } of rows) this.earlier.set(priority, Number(due));
  }

  /** Where the next claim begins to look. */
  private nextPositions(isLookBack: boolean): readonly Position[] {
    const from = this.positions.map((position, priority) => {
      const due = this.earlier.get(priority) ?? Infinity;
      return due <= position.due ? { due: due - 1, id: '' } : position;
    });
    this.earlier.clear();
    return isLookBack ? from.map((position) => before(position.due)) : from;
  }

  private skipAhead(): void {
    for (const [priority, position] of this.positions.entries()) {
      if (position === START) this.positions[priority] = before(Date.now() * 1000);
    }
  }
}

/** @param due in µs since 1970 */
function before(due: number): Position {
  return due > LATE_US ? { due: due - LATE_US, id: '' } : START;
}

function inOrder(one: ClaimedRow, otherRow: ClaimedRow): number {
  const byTime = one.priority - otherRow.priority || Number(one.due) - Number(otherRow.due);
  return byTime || (one.id < otherRow.id ? -1 : 1);
}
