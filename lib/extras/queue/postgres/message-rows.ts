import type { SmsErrorCode } from '../../../core/errors/index.js';
import {
  COUNTED,
  type LostMessage,
  type MessageChange,
  type StoreCounts,
  type StoredMessage,
} from '../store/message-store.js';
import type { StoredOutcome } from '../store/outcomes.js';
import type { SmsQueueCountLimits } from '../sms-queue.js';
import type { OwnPool } from './postgres-pool.js';
import type { RowState } from './tables.js';

/** How many messages a page has. */
const PAGE = 1000;

/** More messages than any queue holds: `Infinity` is not a valid LIMIT. */
const LARGEST = 1e15;

const MS = "* interval '1 millisecond'";
const msOf = (time: string): string => `(extract(epoch FROM ${time}) * 1000)::float8`;

const FIND = `SELECT id, state::text AS state, due > clock_timestamp() AS is_delayed, sealed, status, code, outcome,
  attempts, maybe AS "maybeSent", ${msOf('added')} AS "addedAt", ${msOf('due')} AS "dueAt",
  ${msOf('ended')} AS ended, xmin::text AS version
  FROM sms_gateway.message WHERE queue = $1 AND id = $2`;

// By primary key, in the order in which rows never move.
const READ = `SELECT id, sealed FROM sms_gateway.message
  WHERE (queue, id) > ($1, $2) AND queue <= $1 ORDER BY queue, id LIMIT ${PAGE}`;

const UNKNOWN = `SELECT id FROM sms_gateway.message WHERE queue = $1 AND state = 'u' ORDER BY ended, id`;

// PostgreSQL raises `xmin` with each change of a row.
const SEEN = 'queue = $1 AND id = $2 AND xmin::text = $3';
const KEEP = `UPDATE sms_gateway.message SET sealed = $4, outcome = $5 WHERE ${SEEN}`;
const END = `UPDATE sms_gateway.message SET sealed = $4, outcome = $5, status = $6, code = $7, state = $8::text::"char",
  token = NULL, ended = clock_timestamp() WHERE ${SEEN}`;
const RESEND = `UPDATE sms_gateway.message SET sealed = $4, state = 'w', maybe = true, token = NULL, status = NULL,
  code = NULL, outcome = NULL, ended = NULL, due = clock_timestamp(), expires = clock_timestamp() + life ${MS}
  WHERE ${SEEN}`;
const REMOVE = `DELETE FROM sms_gateway.message WHERE ${SEEN}`;

// In the order of the state's index, so that no other rows are read.
const counted = (rows: string, limit: string): string =>
  `(SELECT count(*) FROM (SELECT FROM ${rows} LIMIT ${limit}) AS counted)::float8`;
const ofState = (state: RowState): string =>
  `sms_gateway.message WHERE queue = $1 AND state = '${state}'`;
const ofEachPriority = (condition: string): string =>
  `(VALUES (0::smallint), (1::smallint), (2::smallint)) AS level (priority), LATERAL (
    SELECT due FROM ${ofState('w')} AND message.priority = level.priority ${condition}) AS waiting`;
const COUNT = `SELECT
  ${counted(ofEachPriority('AND due <= statement_timestamp() LIMIT $2'), '$2')} AS waiting,
  ${counted(ofEachPriority('AND due > statement_timestamp() LIMIT $3'), '$3')} AS delayed,
  ${counted(ofState('s'), '$4')} AS sending,
  ${counted(ofState('u'), '$5')} AS unknown,
  ${counted(ofState('f'), '$6')} AS finished,
  (SELECT ${msOf('clock_timestamp() - min(due)')} FROM ${ofEachPriority('ORDER BY due LIMIT 1')}
    WHERE due <= statement_timestamp()) AS oldest`;

interface Row extends Pick<StoredMessage, 'id' | 'attempts' | 'maybeSent' | 'addedAt' | 'dueAt'> {
  readonly state: RowState;
  readonly is_delayed: boolean;
  readonly sealed: string | null;
  readonly status: StoredOutcome['status'] | null;
  readonly code: SmsErrorCode | null;
  readonly outcome: string | null;
  readonly ended: number | null;
  readonly version: string;
}

type SealedRow = Pick<Row, 'id' | 'sealed'>;

/** Reads and changes the rows of a queue's messages, but for what workers do. */
export class MessageRows {
  /** @param resent called after a message is put back for workers to send */
  constructor(
    private readonly pool: OwnPool,
    private readonly queueName: string,
    private readonly resent: () => void,
  ) {}

  async find(id: string): Promise<StoredMessage | undefined> {
    const [row] = await this.pool.read<Row>(FIND, [this.queueName, id]);
    if (!row) return undefined;
    return {
      ...row,
      state: stateOf(row),
      sealed: row.sealed ?? undefined,
      lastCode: row.code ?? undefined,
      outcome: outcomeOf(row),
      change: (change) => this.change(row, change),
    };
  }

  /** Keeps no transaction open longer than a page. */
  async *pages(): AsyncGenerator<readonly LostMessage[], void, undefined> {
    for (let after: string | undefined = ''; after !== undefined;) {
      const rows: SealedRow[] = await this.pool.readWithin(READ, [this.queueName, after]);
      yield rows.map(({ id, sealed }) => ({ id, sealed: sealed ?? undefined }));
      const ids = rows.map(({ id }) => id);
      after = ids.toSorted().at(-1);
    }
  }

  async unknownIds(): Promise<readonly string[]> {
    const rows = await this.pool.readWithin<Pick<Row, 'id'>>(UNKNOWN, [this.queueName]);
    return rows.map(({ id }) => id);
  }

  async count(most: SmsQueueCountLimits): Promise<StoreCounts> {
    // One more than the limit shows whether there are more.
    const limits = COUNTED.map((state) => Math.min(most[state] ?? -1, LARGEST) + 1);
    const [row] = await this.pool.readWithin<
      Omit<StoreCounts, 'oldest'> & { readonly oldest: number | null }
    >(COUNT, [this.queueName, ...limits]);
    if (!row) throw new Error('PostgreSQL counted nothing');
    const over = COUNTED.filter((state) => row[state] > (most[state] ?? 0));
    const counts = Object.fromEntries(over.map((state) => [state, most[state]]));
    return { ...row, ...counts, oldest: row.oldest ?? undefined, capped: over.length > 0 };
  }

  private async change(row: Row, { sealed, to, outcome }: MessageChange): Promise<boolean> {
    const seen = [this.queueName, row.id, row.version];
    const sealedText = sealed === undefined ? row.sealed : sealed;
    const change = (text: string, ...values: readonly unknown[]) =>
      this.pool.query(text, [...seen, ...values]);
    const changed = await (to === 'removed'
      ? change(REMOVE)
      : to === 'resent'
        ? change(RESEND, sealedText)
        : to === undefined
          ? change(KEEP, sealedText, outcome ? writeOutcome(outcome) : row.outcome)
          : change(END, sealedText, ...endOf(to)));
    if (to === 'resent') this.resent();
    return changed.rowCount === 1;
  }
}

/** The values of a row's `outcome`, `status`, `code` and `state` for an outcome. */
export function endOf(outcome: StoredOutcome) {
  const { status, code = null } = outcome;
  const state: RowState = status === 'unknown' ? 'u' : 'f';
  return [writeOutcome(outcome), status, code, state] as const;
}

// Whatever the encoding of the database, it can hold ASCII.
function writeOutcome(outcome: StoredOutcome): string {
  return JSON.stringify(outcome).replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function stateOf({ state, is_delayed }: Row): StoredMessage['state'] {
  if (state === 'w') return is_delayed ? 'delayed' : 'waiting';
  const states = { s: 'sending', u: 'unknown', f: 'finished' } as const;
  return states[state];
}

function outcomeOf({ outcome, status, code, ended }: Row): StoredOutcome | undefined {
  if (outcome !== null) return JSON.parse(outcome);
  // Its worker was lost.
  return status === null ? undefined : { status, code: code ?? undefined, at: ended ?? 0 };
}
