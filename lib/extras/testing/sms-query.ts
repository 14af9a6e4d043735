import { z } from 'zod';
import type { ReadRecipient } from '../../core/message/checked-message.js';
import type { SmsMessage } from '../../core/message/sms-message.js';
import type { SentSms, SmsRecord } from './sent-sms.js';
import {
  asObject,
  date,
  kind,
  passing,
  problemsIn,
  type SchemasOf,
  trueOrFalse,
} from '../../core/options/schemas.js';
import { invalidCall } from './sms-testing-error.js';

/** Which message to look for. Keys that are left out match everything. */
export interface SmsQuery {
  /**
   * A number that must be among its recipients, or several, in any notation that `send` accepts.
   * Numbers that the gateway rejected do not count.
   */
  to?: string | readonly string[] | undefined;
  /** A pattern that its text must match, or the whole text as a string. */
  text?: string | RegExp | undefined;
  /** Its sender identifier. */
  senderId?: string | undefined;
  /** Its registered entity. */
  dltEntityId?: string | undefined;
  /** The id of its template. */
  dltTemplateId?: string | undefined;
  /** Its `msgType`. */
  type?: string | undefined;
  /** Whether the gateway was asked to check for duplicates. */
  duplicateCheck?: boolean | undefined;
  /** Form fields that it must have; it may also have others. */
  fields?: Readonly<Record<string, string>> | undefined;
  /** The `id` of a send: only later sends match. Use it to wait for a second code. */
  after?: string | undefined;
  /** A time: only sends at that time or later match. Take it before the code that sends. */
  since?: Date | undefined;
}

/** How many messages must match. */
export interface SmsExpectOptions {
  /** Exactly how many. Default 1. */
  times?: number | undefined;
}

/** Which message to wait for. */
export interface SmsWaitQuery extends SmsQuery {
  /** Milliseconds to wait. Default 4,000, as in the simulator. */
  timeout?: number | undefined;
}

/** A query whose numbers are digits, as records have them. */
export interface Wanted extends Omit<SmsQuery, 'to'> {
  readonly to: readonly string[];
  /** Whether its text must hold a one-time password. */
  readonly withCode?: boolean;
}

const string = z.string(kind('a string')).optional();

const querySchema = z.strictObject(
  {
    to: z
      .custom<string | readonly string[]>()
      .refine((to) => !Array.isArray(to) || to.length > 0, 'is empty. Provide a number, or omit it')
      .optional(),
    text: passing<string | RegExp>(
      (text) => typeof text === 'string' || text instanceof RegExp,
      'a string or a RegExp',
    ).optional(),
    senderId: string,
    dltEntityId: string,
    dltTemplateId: string,
    type: string,
    duplicateCheck: trueOrFalse().optional(),
    fields: z
      .record(z.string(), z.string(kind('a string')), kind("an object such as { group: 'vip' }"))
      .optional(),
    since: date().optional(),
    after: z
      .string(kind('the id of a send, such as (await sms.waitFor({ to })).id'))
      .regex(/^\d{16}$/)
      .optional(),
  } satisfies SchemasOf<SmsQuery>,
  kind("an object like { to: '919876543210' }"),
);

/**
 * Reads a query, with its numbers as the account reads those of a message. What would match everything
 * or nothing by mistake is an error.
 *
 * @param caller the method that the test called
 * @throws SmsTestingError naming what is invalid and what to provide
 */
export function readQuery(query: SmsQuery, readRecipient: ReadRecipient, caller: Function): Wanted {
  const { data, error } = querySchema.safeParse(asObject(query));
  if (error) {
    const [problem = ''] = problemsIn(error, { whole: 'the query' });
    throw invalidCall(caller, problem.replace(/\.$/, ''));
  }
  const { to = [], ...rest } = data;
  return { ...rest, to: readNumbers(to, readRecipient, caller) };
}

/**
 * Reads the numbers of a test as the account reads those of a message.
 *
 * @throws SmsTestingError for a number that no message can have, which would never be found
 */
export function readNumbers(
  numbers: string | readonly string[],
  readRecipient: ReadRecipient,
  caller: Function,
): readonly string[] {
  return [numbers].flat().map((number) => {
    const read = readRecipient(number);
    if (typeof read === 'string') return read;
    throw invalidCall(caller, `a number ${read.issue}`);
  });
}

/** Whether a send matches a query. */
export function matches(record: SmsRecord, search: Wanted): boolean {
  return isLater(record, search) && differencesOf(record, search).length === 0;
}

/** Whether a send came after the one and the time that the query names, if any. */
export function isLater(record: SmsRecord, { after, since }: Wanted): boolean {
  const isAfter = after === undefined || record.id > after;
  return isAfter && (since === undefined || Date.parse(record.at) >= since.getTime());
}

/** How a send differs from a query, `after` and `since` aside; empty if it matches. */
export function differencesOf(record: SmsRecord | SentSms, search: Wanted): readonly string[] {
  const { to, text, fields = {}, withCode = false } = search;
  // Nothing was sent to a number that the gateway rejected.
  const numbers = 'receipt' in record ? record.receipt.accepted : record.to;
  // Every key of a message is listed: if one is missing, this does not compile.
  const differs: Readonly<Record<keyof SmsMessage | 'one-time password', boolean>> = {
    to: !to.every((number) => numbers.includes(number)),
    // Not `test`, because a RegExp with the g flag continues after its last match.
    text: text instanceof RegExp ? record.text.search(text) === -1 : isOther(text, record.text),
    'one-time password': withCode && record.otp === null,
    senderId: isOther(search.senderId, record.senderId),
    dltEntityId: isOther(search.dltEntityId, record.dltEntityId),
    dltTemplateId: isOther(search.dltTemplateId, record.dltTemplateId),
    type: isOther(search.type, record.type),
    duplicateCheck: isOther(search.duplicateCheck, record.duplicateCheck),
    fields: Object.entries(fields).some(([name, value]) => record.fields[name] !== value),
  };
  return Object.entries(differs).flatMap(([key, differing]) => (differing ? [key] : []));
}

function isOther(expectedValue: unknown, value: unknown): boolean {
  return expectedValue !== undefined && expectedValue !== value;
}
