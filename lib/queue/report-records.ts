import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Evidence, type Moment, readEvidence, tidy, writeEvidence } from './evidence.js';
import type { QueueConnection } from './queue-connection.js';
import type { Sealer } from './sealer.js';
import type { Records } from './store.js';

/** How often records that others keep changing are read again. */
const READS = 50;
const LONGEST_PAUSE = 10;
/** Longer than any queue lasts, in ms. */
const FOREVER = 100 * 366 * 86_400_000;

export interface ReportsRule {
  /** Whether this queue alone sends through the account, so that reports prove what happened. */
  readonly exclusive: boolean;
  /** For how long a start of unknown outcome counts, in ms. */
  readonly window: number;
  /** For how long outcomes are kept, in ms. */
  readonly keyTtl: number;
}

/** The names of a queue's records, with keyed hashes of numbers and transactions. */
export interface Names {
  /** Until when nothing is settled. */
  readonly off: string;
  /** The evidence about a number. */
  number(recipient: string): string;
  /** Kept for each transaction that belongs to a start. */
  transaction(id: string): string;
  /** What reports say of a number of a transaction. */
  delivery(transaction: string, recipient: string): string;
}

const DELIVERY = ':d:';

/** The records of one step. Changes of them are stored together. */
export class Draft {
  private readonly values = new Map<string, string>();
  /** Whether this step turns settling off. */
  turnsOff = false;

  constructor(
    private readonly read: ReadonlyMap<string, string>,
    readonly now: number,
    private readonly rule: ReportsRule,
    private readonly off: string,
  ) {
    // What was noted while others were free to send proves nothing.
    if (!rule.exclusive) this.set(off, '');
    else if (this.get(off) === '') this.set(off, String(now));
  }

  get moment(): Moment {
    const { window, exclusive } = this.rule;
    const offUntil = exclusive ? Number(this.get(this.off)) : undefined;
    return { now: this.now, window, offUntil };
  }

  get(name: string): string {
    return this.values.get(name) ?? this.read.get(name) ?? '';
  }

  set(name: string, value: string): void {
    this.values.set(name, value);
  }

  /** Nothing is settled for the length of the window. */
  turnOff(): void {
    if (!this.rule.exclusive) return;
    this.turnsOff ||= Number(this.get(this.off)) <= this.now;
    this.set(this.off, String(this.now + this.rule.window));
  }

  /** Changes the evidence about a number. */
  change(name: string, change: (known: Evidence) => Evidence): Evidence {
    // First what is too old, which must not stay because of what is added.
    const before = tidy(readEvidence(this.get(name)), this.moment).evidence;
    const { evidence, isForeign } = tidy(change(before), this.moment);
    if (isForeign) this.turnOff();
    this.set(name, writeEvidence(evidence));
    return evidence;
  }

  get changes() {
    const { keyTtl, window } = this.rule;
    return [...this.values].flatMap(([key, to]) => {
      const from = this.read.get(key) ?? '';
      const kept = key.includes(DELIVERY) ? keyTtl + window : 2 * window;
      return from === to ? [] : [{ key, from, to, ttl: key === this.off ? FOREVER : kept }];
    });
  }
}

/** The records in which a queue keeps what reports say and prove. */
export class ReportRecords {
  private named: Promise<Names> | undefined;

  /** @param onOff told when settling is turned off */
  constructor(
    private readonly connection: QueueConnection,
    private readonly sealer: Sealer,
    private readonly rule: ReportsRule,
    private readonly onOff: () => void,
  ) {}

  /** @throws UnsealError where no key opens that of the hash */
  async names(): Promise<Names> {
    this.named ??= this.makeNames();
    try {
      return await this.named;
    } catch (error) {
      this.named = undefined;
      throw error;
    }
  }

  async read(names: readonly string[]): Promise<readonly string[]> {
    return names.length === 0 ? [] : (await (await this.records()).read(names)).values;
  }

  /** Changes records in one step, from the state in which they were read. */
  async step<T>(some: readonly string[], change: (draft: Draft) => T): Promise<T> {
    const records = await this.records();
    const { off } = await this.names();
    const names = [...new Set([off, ...some])];
    for (let left = READS; left > 0; left -= 1) {
      const { now, values } = await records.read(names);
      const read = new Map(names.map((name, index) => [name, values[index] ?? '']));
      const draft = new Draft(read, now, this.rule, off);
      const result = change(draft);
      const { changes } = draft;
      if (changes.length === 0 || (await records.swap(changes))) {
        if (draft.turnsOff) this.onOff();
        return result;
      }
      await sleep(Math.random() * LONGEST_PAUSE);
    }
    throw new Error(`Records of reports were changed by others ${READS} times`);
  }

  private async records(): Promise<Records> {
    return (await this.connection.opened).store.records;
  }

  private async makeNames(): Promise<Names> {
    const { queueName } = this.connection;
    const key = await openKey(await this.records(), `${queueName}:key`, this.sealer);
    const hash = (text: string): string =>
      createHmac('sha256', key).update(text).digest('base64url');
    return {
      off: `${queueName}:off`,
      number: (recipient) => `${queueName}:n:${hash(recipient)}`,
      transaction: (id) => `${queueName}:t:${hash(`t${id}`)}`,
      delivery: (id, recipient) => `${queueName}${DELIVERY}${hash(`t${id}`)}:${hash(recipient)}`,
    };
  }
}

/**
 * The key of the hashes. It is made once and kept in the store, sealed as messages are: one that came from
 * `encryptionKeys` would change with them, and what is known of a number would be split.
 *
 * @throws UnsealError
 */
export async function openKey(records: Records, name: string, sealer: Sealer): Promise<string> {
  for (;;) {
    const [from = ''] = (await records.read([name])).values;
    const key = from === '' ? randomBytes(32).toString('hex') : sealer.open(from, name);
    if (sealer.isCurrent(from)) return key;
    const to = sealer.seal(key, name);
    if (await records.swap([{ key: name, from, to, ttl: FOREVER }])) return key;
  }
}
