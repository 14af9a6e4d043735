import { LONGEST_OBEYED } from '../../../core/protocol/retry-after.js';
import type { OwnPool } from './postgres-pool.js';

// A shorter hold never replaces a longer one.
const HOLD = `UPDATE sms_gateway.queue SET held_until =
  greatest(held_until, clock_timestamp() + $2::float8 * interval '1 millisecond') WHERE name = $1`;

/** Holds all workers of a queue back for a while, as the gateway asked: they claim nothing until then. */
export class PostgresHold {
  /** Until when this process knows that all are held back, by `performance.now()`. */
  private until = 0;

  constructor(
    private readonly pool: OwnPool,
    private readonly queueName: string,
  ) {}

  async begin(wanted: number): Promise<void> {
    const ms = Math.min(wanted, LONGEST_OBEYED);
    this.heard(ms);
    await this.pool.query(HOLD, [this.queueName, ms]);
  }

  async left(): Promise<number> {
    return Math.max(0, this.until - performance.now());
  }

  /** @param ms for how long workers are held back, as the store said */
  heard(ms: number): void {
    this.until = Math.max(this.until, performance.now() + ms);
  }
}
