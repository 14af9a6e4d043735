import {
  type AddedMessages,
  type NewMessage,
  type NewTerms,
  PartlyDoneError,
} from '../store/message-store.js';
import type { SmsQueuePriority } from '../sms-queue.js';
import type { SmsQueueTransaction } from '../sms-queue.options.js';
import type { OwnPool } from './postgres-pool.js';
import { rowsOf, textOf } from './transaction.js';

/** In the order in which workers take them. */
const PRIORITIES: Readonly<Record<SmsQueuePriority, number>> = { high: 0, normal: 1, bulk: 2 };

/** How long an `add` waits for a transaction that is adding the same key, in ms. */
const PATIENCE = 500;

// Each placeholder once and in order, as adapters of users' transactions need. Rows are added in the order of their
// ids: two statements in opposite orders would wait for each other. `set_config` holds for this statement only; in a
// transaction of the user's it would hold until its end.
const adding = (patience: string): string => `WITH terms AS MATERIALIZED (
    SELECT $1::text AS queue, $2::text::jsonb AS messages, $3::smallint AS priority, $4::text AS broadcast,
      coalesce(to_timestamp($5::float8 / 1000), clock_timestamp() + $6::float8 * interval '1 millisecond') AS asked,
      $7::float8 AS life, $8::boolean AS reach_all, clock_timestamp() AS now${patience}
  ), added AS (
    INSERT INTO sms_gateway.message (queue, id, priority, broadcast, reach_all, added, due, life, expires, sealed)
    SELECT queue, one ->> 0, priority, broadcast, reach_all, now, greatest(asked, now), life,
      greatest(asked, now) + life * interval '1 millisecond', one ->> 1
    FROM terms, jsonb_array_elements(messages) AS one ORDER BY one ->> 0
    ON CONFLICT DO NOTHING RETURNING id
  ) SELECT coalesce(jsonb_agg(id), '[]')::text AS ids FROM added`;
const ADD = adding(`, set_config('lock_timeout', '${PATIENCE}', true) AS patience`);
const ADD_WITHIN = adding('');

const READ =
  'SELECT id, sealed FROM sms_gateway.message WHERE queue = $1 AND id IN (SELECT jsonb_array_elements_text($2::text::jsonb))';

/**
 * Adds messages, in a transaction of the user if there is one, and reads those that were there; see `MessageStore.add`.
 * What was removed in between is added again: nothing has it.
 */
export async function addRows(
  pool: OwnPool,
  queueName: string,
  messages: readonly NewMessage[],
  terms: NewTerms,
  transaction?: SmsQueueTransaction,
): Promise<AddedMessages> {
  const earlier = new Map<string, string | undefined>();
  const { due, life, priority, broadcast = null, reachesAll } = terms;
  const times = 'at' in due ? [due.at, null] : [null, due.delay];
  for (let pendingMessages = messages; pendingMessages.length > 0;) {
    const sealed = JSON.stringify(pendingMessages.map((message) => [message.id, message.sealed]));
    const values = [queueName, sealed, PRIORITIES[priority], broadcast, ...times, life, reachesAll];
    const onFailure = pendingMessages === messages ? undefined : failLater;
    const [answer] = await (transaction
      ? rowsOf(transaction, ADD_WITHIN, values)
      : pool.query(ADD, values).then(({ rows }) => rows, onFailure));
    const added = new Set<unknown>(JSON.parse(textOf(answer, 'ids') ?? '[]'));
    const later = new Set(added);
    // Each id that was added counts once: for a second message with it, what is stored has to be compared.
    const ids = pendingMessages.map(({ id }) => id).filter((id) => !later.delete(id));
    const keys = [queueName, JSON.stringify(ids)];
    if (ids.length > 0) {
      const rows = await (transaction
        ? rowsOf(transaction, READ, keys, 0)
        : pool.read(READ, keys).catch(failLater));
      for (const row of rows) earlier.set(textOf(row, 'id') ?? '', textOf(row, 'sealed'));
    }
    pendingMessages = pendingMessages.filter(({ id }) => !added.has(id) && !earlier.has(id));
  }
  return { earlier, failures: new Map() };
}

function failLater(cause: unknown): never {
  throw new PartlyDoneError(undefined, { cause });
}
