import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { memberOf } from '../../../core/common/members.js';
import type { Brakes, Claim, StoreWorker, WorkerParts } from '../store/message-store.js';
import { reducedOutcome } from '../store/outcomes.js';
import { type ClaimedRow, Claims } from './claims.js';
import type { OwnPool } from './postgres-pool.js';
import { Pause } from './pause.js';
import { type EndedStart, type HeldStart, Starts } from './starts.js';
import { WakeUps } from './wake-ups.js';

/** How often a worker that has room looks for messages, in ms. */
const LOOK_EVERY = 200;
/**
 * How long it waits after a claim that found messages, in ms, so that the next one has more places to fill: what a
 * statement costs depends little on how many rows it changes.
 */
const GATHER = 8;
/** How long it waits before it stores ends, in ms, for the same reason. */
const GATHER_ENDS = 4;
/** How long it waits after the store failed, in ms. */
const FAILURE_PAUSE = 500;
/** How often it looks from the beginning for messages that wait, in ms. */
const FULL_LOOK_EVERY = 1000;
/** The pause after such a look is at least so many times as long as the look, … */
const FULL_LOOK_PART = 20;
/** … but at most so long, in ms. */
const LONGEST_LOOK_PAUSE = 30_000;
/**
 * The longest time between two sweeps, in ms, so that others see that there is a worker, and between two removals of
 * finished messages that are older than `keyTtl`.
 */
const LONGEST_PAUSE = 30_000;
/** How many ends are stored together. */
const MOST_ENDS = 500;

/**
 * Claims the messages of a queue, has them sent, and stores how their starts ended, many in one statement.
 */
export class PostgresWorker implements StoreWorker {
  /** What was claimed and whose end is not stored yet, by id. */
  private readonly held = new Map<string, HeldStart>();
  private endedStarts: EndedStart[] = [];
  /** What was taken from this worker, which is said once. */
  private readonly takenStarts = new WeakSet<HeldStart>();
  /** How many messages are being sent. */
  private sending = 0;
  /** Messages were added. */
  private isWoken = false;
  private readonly beforeClaim = new Pause();
  private readonly beforeStore = new Pause();
  private isClosing = false;
  /** Ends what goes on in the background. */
  private readonly background = new AbortController();
  private readonly claims: Claims;
  private readonly starts: Starts;
  private readonly wakeUps: WakeUps;
  private readonly brakes: Brakes;
  private readonly running: Promise<void>;

  constructor(
    pool: OwnPool,
    queueName: string,
    hold: Brakes['hold'],
    private readonly parts: WorkerParts,
  ) {
    const { keyTtl, lockDuration, rateLimit } = parts.options;
    this.claims = new Claims(pool, queueName, lockDuration, rateLimit);
    this.starts = new Starts(pool, queueName, lockDuration);
    this.wakeUps = new WakeUps(pool, queueName, () => {
      this.isWoken = true;
      this.beforeClaim.over();
    });
    this.brakes = { hold, giveBack: async () => this.claims.giveBack() };
    const { signal } = this.background;
    const sweepPause = Math.min(lockDuration / 2, LONGEST_PAUSE);
    // The first sweep tells others that there is a worker.
    void this.repeat(sweepPause, () => this.starts.sweep(parts.lost));
    void this.repeat(sweepPause, () => this.wakeUps.check());
    void this.repeat(lockDuration / 3, () => this.renew());
    void this.repeat(FULL_LOOK_EVERY, () => this.claims.lookFromBeginning(), FULL_LOOK_PART);
    const removalPause = Math.min(LONGEST_PAUSE, keyTtl, lockDuration);
    void this.repeat(removalPause, () => this.starts.removeFinished(keyTtl, signal));
    this.running = this.run();
  }

  close(): Promise<void> {
    this.isClosing = true;
    this.beforeClaim.over();
    this.beforeStore.over();
    return this.running;
  }

  /** Both at the same time: what is claimed does not wait until the ends of others are stored. */
  private async run(): Promise<void> {
    await Promise.all([this.claimMessages(), this.storeResults()]);
    this.background.abort();
    this.wakeUps.close();
  }

  private async claimMessages(): Promise<void> {
    const { concurrency, giveUp } = this.parts;
    let lookAt = 0;
    while (!this.isClosing && !giveUp.aborted) {
      // If ends cannot be stored, no more is claimed.
      const room = Math.min(concurrency - this.sending, 2 * concurrency - this.held.size);
      const now = performance.now();
      if (room > 0 && (this.isWoken || now >= lookAt)) {
        this.isWoken = false;
        const wait = await this.orPause(() => this.claim(room));
        lookAt = performance.now() + (wait ?? 0);
      } else {
        await this.beforeClaim.take(room > 0 ? lookAt - now : LOOK_EVERY);
      }
    }
  }

  private async storeResults(): Promise<void> {
    const { giveUp } = this.parts;
    while (!giveUp.aborted && !(this.isClosing && this.held.size === 0)) {
      if (this.endedStarts.length > 0) {
        await sleep(GATHER_ENDS);
        await this.orPause(() => this.storeEnds());
      } else {
        await this.beforeStore.take(LOOK_EVERY);
      }
    }
  }

  /** Undefined if the store failed. Then it waits a while, however much there is to do. */
  private async orPause<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      const done = await work();
      this.parts.answered();
      return done;
    } catch (error) {
      this.parts.failed(error);
      await sleep(FAILURE_PAUSE);
      return undefined;
    }
  }

  /** @returns how long to wait for the next claim, in ms */
  private async claim(room: number): Promise<number> {
    const askedAt = performance.now();
    const token = randomUUID();
    const { rows, wait } = await this.claims.claim(room, token);
    for (const row of rows) void this.start(row, token, askedAt);
    if (wait > 0) return Math.min(wait, LOOK_EVERY);
    return rows.length > 0 ? GATHER : LOOK_EVERY;
  }

  private async start(row: ClaimedRow, token: string, askedAt: number): Promise<void> {
    const start = { id: row.id, token };
    this.held.set(row.id, start);
    this.sending += 1;
    const end = await this.parts.start(claimOf(row, askedAt), this.brakes);
    this.sending -= 1;
    this.endedStarts.push({ ...start, end });
    this.beforeClaim.over();
    this.beforeStore.over();
  }

  private async storeEnds(): Promise<void> {
    while (this.endedStarts.length > 0) {
      // A message whose worker was lost may have been claimed again.
      const batch = new Map<string, EndedStart>();
      for (const start of this.endedStarts) {
        if (batch.size < MOST_ENDS && !batch.has(start.id)) batch.set(start.id, start);
      }
      const starts = [...batch.values()];
      await this.store(starts);
      this.endedStarts = this.endedStarts.filter((start) => batch.get(start.id) !== start);
      for (const start of starts) {
        if (this.held.get(start.id)?.token === start.token) this.held.delete(start.id);
      }
    }
  }

  /** Stores ends: one by one after PostgreSQL refused one of them, so that the others do not wait for it. */
  private async store(starts: readonly EndedStart[], isReduced = false): Promise<void> {
    try {
      await this.starts.store(starts);
    } catch (error) {
      if (!isUnstorable(error)) throw error;
      const [start] = starts;
      if (!start || starts.length > 1) {
        for (const single of starts) await this.store([single]);
        return;
      }
      const result = 'end' in start.end && !isReduced && start.end.end;
      this.parts.logError(
        `PostgreSQL cannot store how the send of message ${start.id} ended (${String(memberOf(error, 'code'))}), so ${result ? 'only its status and code are kept' : 'it becomes unknown'}. Check the triggers and constraints of sms_gateway.message.`,
      );
      // Otherwise it lapses, because nothing renews it any more.
      if (result) await this.store([{ ...start, end: { end: reducedOutcome(result) } }], true);
    }
  }

  private async renew(): Promise<void> {
    const held = [...this.held.values()].filter((start) => !this.takenStarts.has(start));
    if (held.length === 0) return;
    const lapsed = await this.starts.renew(held);
    // One that has ended meanwhile is no longer being sent.
    for (const start of lapsed) {
      const { id, token } = start;
      if (this.held.get(id) !== start) continue;
      if (this.endedStarts.some((end) => end.token === token && end.id === id)) continue;
      this.takenStarts.add(start);
      this.parts.warn(
        `Message ${id} was taken from this worker, because the worker or PostgreSQL did not respond for longer than lockDuration. The outcome of the message is kept if it is known.`,
      );
    }
  }

  /**
   * Repeats work in the background. The first time is at once.
   *
   * @param ms the shortest pause
   * @param part the pause is at least so many times as long as the work took, up to `LONGEST_LOOK_PAUSE`
   */
  private async repeat(ms: number, work: () => Promise<unknown>, part = 0): Promise<void> {
    const { signal } = this.background;
    while (!signal.aborted) {
      const begun = performance.now();
      await work().catch(this.parts.failed);
      const took = performance.now() - begun;
      const pause = Math.max(ms, Math.min(part * took, LONGEST_LOOK_PAUSE));
      await sleep(pause, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}

function claimOf(row: ClaimedRow, askedAt: number): Claim {
  return {
    ...row,
    sealed: row.sealed ?? undefined,
    broadcast: row.broadcast ?? undefined,
    priority: row.priority === 0 ? 'high' : 'normal',
    reachesAll: row.reach_all ?? undefined,
    askedAt,
    expiresAt: askedAt + row.time_left,
  };
}

/**
 * Whether PostgreSQL refuses the values that a statement stores, as opposed to errors about the connection, the server,
 * permissions or another statement.
 */
function isUnstorable(error: unknown): boolean {
  return /^(?:22|23|P0)[0-9A-Z]{3}$/.test(String(memberOf(error, 'code')));
}
