import { memberOf } from '../../common/members.js';

/** Stores the records of delivery reports. Each method is one step, however many records there are. */
export interface ReportRecords {
  /** Reads records. There is no entry for a key without one. */
  read(keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Replaces each record that has not changed since it was read.
   *
   * @param ttl ms until they expire
   * @returns the keys of those that were replaced
   */
  swap(changes: readonly RecordChange[], ttl: number): Promise<ReadonlySet<string>>;
}

export interface RecordChange {
  readonly key: string;
  /** What was read; undefined if there was no record. */
  readonly before: string | undefined;
  readonly after: string;
}

type Query = (text: string, values: unknown[]) => Promise<{ readonly rows: readonly unknown[] }>;

/**
 * Stores records in PostgreSQL. Expired rows are deleted when others are added.
 *
 * @param table which has the columns of `otpSchema`
 */
export function postgresReportRecords(query: Query, table: string): ReportRecords {
  // No index serves a condition with `clock_timestamp()`.
  const now = 'statement_timestamp()';
  const read = `SELECT key, value FROM ${table} WHERE key = ANY ($1::text[]) AND delete_at > ${now}`;
  // In the order of the keys, so that no two statements wait for each other.
  const swap = `WITH ended AS (DELETE FROM ${table} WHERE key IN
(SELECT key FROM ${table} WHERE delete_at < ${now} AND key <> ALL ($1::text[])
LIMIT 2 * cardinality($1::text[]) FOR UPDATE SKIP LOCKED))
INSERT INTO ${table} AS kept (key, value, delete_at)
SELECT key, value, ${now} + $4::bigint * interval '1 millisecond'
FROM unnest($1::text[], $2::text[]) AS given (key, value) ORDER BY key
ON CONFLICT (key) DO UPDATE SET value = excluded.value, delete_at = excluded.delete_at
WHERE kept.value = $3::jsonb ->> kept.key OR kept.delete_at <= ${now} RETURNING key`;
  return {
    async read(keys) {
      const { rows } = await query(read, [keys]);
      return new Map(
        rows.map((row) => [String(memberOf(row, 'key')), String(memberOf(row, 'value'))]),
      );
    },

    async swap(changes, ttl) {
      const keys = changes.map(({ key }) => key);
      const values = changes.map(({ after }) => after);
      const known = Object.fromEntries(changes.map(({ key, before }) => [key, before]));
      const { rows } = await query(swap, [keys, values, JSON.stringify(known), Math.ceil(ttl)]);
      return new Set(rows.map((row) => String(memberOf(row, 'key'))));
    },
  };
}

// An empty text means that there was no record: records are never empty.
const SWAP = `
local swapped = {}
for at, key in ipairs(KEYS) do
  if (redis.call('GET', key) or '') == ARGV[2 * at] then
    redis.call('SET', key, ARGV[2 * at + 1], 'PX', ARGV[1])
    swapped[#swapped + 1] = at
  end
end
return swapped`;

/** The part of an `ioredis` client that stores records. */
interface RecordRedis {
  eval(script: string, keys: number, ...rest: (string | number)[]): Promise<unknown>;
  mget(keys: string[]): Promise<(string | null)[]>;
}

/**
 * Stores records in Redis, where they expire by themselves.
 *
 * @param prefix of every key
 */
export function redisReportRecords(client: RecordRedis, prefix: string): ReportRecords {
  const prefixed = (key: string): string => prefix + key;
  return {
    async read(keys) {
      const values = keys.length > 0 ? await client.mget(keys.map(prefixed)) : [];
      return new Map(keys.flatMap((key, at) => (values[at] ? [[key, values[at]] as const] : [])));
    },

    async swap(changes, ttl) {
      const keys = changes.map(({ key }) => prefixed(key));
      const values = changes.flatMap(({ before = '', after }) => [before, after]);
      const swapped = await client.eval(SWAP, keys.length, ...keys, Math.ceil(ttl), ...values);
      const places = Array.isArray(swapped) ? swapped.map(Number) : [];
      return new Set(places.flatMap((place) => changes[place - 1]?.key ?? []));
    },
  };
}
