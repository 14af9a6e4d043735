import { z } from 'zod';
import { problem } from '../problem.js';
import type { NoUnread } from '../../../core/common/no-unread.js';
import { batchSize } from '../../../core/runs/run-options.js';
import {
  callback,
  kind,
  number,
  oneOf,
  passing,
  type SchemasOf,
  text,
} from '../../../core/options/schemas.js';
import type { NewTerms } from '../store/message-store.js';
import type {
  SmsQueueAddManyOptions,
  SmsQueueAddOptions,
  SmsQueueBroadcastOptions,
} from '../sms-queue.js';
import type { SmsQueueTransaction } from '../sms-queue.options.js';

const YEAR = 366 * 86_400_000;
const LONGEST_KEY = 1000;

const KEY = `a string of 1 to ${LONGEST_KEY} characters`;
// Half of a surrogate pair would make different keys one.
const key = text(KEY).max(LONGEST_KEY, `is too long. Provide ${KEY}`);

const keyOfEach = <T extends (...item: never) => string>() =>
  callback<T>('a function that returns the key of each message').optional();

const common = {
  delay: number(0, YEAR, ' (milliseconds)').optional(),
  at: passing<Date | number>(
    // A time in seconds is one of January 1970: it would mean now.
    (value) =>
      (value instanceof Date || typeof value === 'number') &&
      Math.abs(Number(value) - Date.now()) <= YEAR,
    'a Date, or a time in milliseconds (not seconds) since 1970, at most a year from now',
  ).optional(),
  expiresAfter: number(1000, YEAR, ' (milliseconds)').optional(),
  priority: oneOf(['high', 'normal', 'bulk']).default('normal'),
  transaction: callback<SmsQueueTransaction>(
    'a function that takes (text, values) and resolves with the rows',
  ).optional(),
};

/** What the options of all calls have in common, checked. */
export type ReadOptionsOfMany = z.output<z.ZodObject<typeof common>>;

/** The options of `add`. */
export const addOptions = z.strictObject(
  { key: key.optional(), ...common } satisfies SchemasOf<SmsQueueAddOptions>,
  kind('an object such as { key }, or omit it'),
);

/** The options of `addMany`. */
export const addManyOptions = addOptions.extend({
  key: keyOfEach<NonNullable<SmsQueueAddManyOptions['key']>>(),
} satisfies Partial<SchemasOf<SmsQueueAddManyOptions>>);

/** The options of `broadcast`. */
export const queueBroadcastOptions = addManyOptions.extend({
  key: keyOfEach<NonNullable<SmsQueueBroadcastOptions['key']>>(),
  batchSize,
} satisfies Partial<SchemasOf<SmsQueueBroadcastOptions>>);

/**
 * How messages are queued, by options that were read.
 *
 * @param reachesAll whether the `reach` of the app is `'all'`
 * @param broadcast the id of the broadcast that they are of
 * @throws SmsMessageError if two options exclude each other
 */
export function addTerms(
  { at, delay, expiresAfter, priority, ...unread }: Omit<ReadOptionsOfMany, 'transaction'>,
  defaultExpiry: number,
  reachesAll: boolean,
  broadcast?: string,
): NewTerms {
  void (unread satisfies NoUnread);
  if (at !== undefined && delay !== undefined) {
    throw problem('options.at', 'cannot be combined with delay. Provide one of them');
  }
  return {
    due: at === undefined ? { delay: delay ?? 0 } : { at: Number(at) },
    life: expiresAfter ?? defaultExpiry,
    priority,
    reachesAll,
    broadcast,
  };
}

/** The key that an app's function returns for one of many messages. */
export function keyFrom(give: () => unknown): string {
  let returnedKey: unknown;
  try {
    returnedKey = give();
  } catch {
    throw problem('options.key', 'threw an error. It must return the key of each message');
  }
  // Without a key it would be queued a second time when the run is repeated.
  const { data, error } = key.safeParse(returnedKey);
  if (error) throw problem('options.key', `returned a key that ${error.issues[0]?.message}`);
  return data;
}
