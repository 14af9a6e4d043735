import { z } from 'zod';
import {
  kind,
  object,
  oneOf,
  passing,
  type SchemasOf,
  text,
  timeZone,
  wholeNumber,
} from '../../core/options/schemas.js';
import { checkGiven } from '../../core/options/registrations.js';
import { isHeaderName, isHeaderValue } from '../../core/protocol/header.js';
import { listOf } from './address-list.js';
import { PARTS } from './report-fields.js';
import type { SmsReportsOptions } from './sms-reports.options.js';

const ROUTE =
  "a route that ends in a secret: 'sms-reports/' and what 'openssl rand -hex 16' prints";
const ROUTE_WITH_SECRET = /^\/*(?:[A-Za-z0-9._~-]+\/)+[A-Za-z0-9_-]{16,}$/;
const NO_SECRET = `does not end in a secret of at least 16 letters, digits, dashes or underscores, with at least one other part before it. Provide ${ROUTE}`;
const RANGES = "an array of addresses and ranges like ['203.0.113.0/24']";

const WITH_PATH = kind('an object like { path }');

const path = passing<`/${string}`>(
  (value) => typeof value === 'string' && /^\/[\w.~/-]*$/.test(value),
  "a path like '/SMSApi/report/status'",
).default('/SMSApi/report/status');

const schema = z.strictObject(
  {
    path: z.string(kind(ROUTE)).regex(ROUTE_WITH_SECRET, NO_SECRET).optional(),
    header: object(
      {
        name: text('a name').refine(isHeaderName, 'is not the name of a header'),
        value: text('a secret').refine(isHeaderValue, 'cannot be the value of a header'),
      },
      kind("an object like { name: 'x-report-key', value: '…' }"),
    ).optional(),
    allowFrom: z
      .custom<readonly string[]>()
      .transform((ranges, context) => {
        try {
          return listOf(ranges);
        } catch {
          context.addIssue({ code: 'custom', message: `is not valid. Provide ${RANGES}` });
          return z.NEVER;
        }
      })
      .optional(),
    fields: z
      .partialRecord(
        oneOf(PARTS),
        z.array(text('the name of a field'), kind("an array of names like ['mobile_no']")),
        kind("an object like { transactionId: ['tid'] }"),
      )
      .prefault({}),
    states: z
      .record(
        z.string(),
        oneOf(['pending', 'delivered', 'failed', 'expired', 'unrecognised']),
        kind("an object like { '000': 'delivered' }"),
      )
      .refine(
        (states) => capitalised(states).size === Object.keys(states).length,
        'has the same word twice, in different case. Provide it once',
      )
      .transform(capitalised)
      .prefault({}),
    timeZone: timeZone().optional(),
    lookup: object({ path, days: wholeNumber(1, 366).optional() }, WITH_PATH).prefault({}),
    find: object({ path, limit: wholeNumber(1, 100_000).default(500) }, WITH_PATH).prefault({}),
  } satisfies SchemasOf<SmsReportsOptions>,
  WITH_PATH,
);

function capitalised<State>(states: Readonly<Record<string, State>>): ReadonlyMap<string, State> {
  return new Map(Object.entries(states).map(([word, state]) => [word.toUpperCase(), state]));
}

/** The options of an account's reports, checked, with their defaults filled in. */
export type CheckedReportsOptions = z.output<typeof schema>;

/** @throws SmsConfigurationError naming every invalid option and what to provide instead */
export function checkReportsOptions(options: unknown, name: string): CheckedReportsOptions {
  const problem = `SmsReportsModule cannot start because the options of '${name}' are invalid.`;
  return checkGiven(schema, options, problem, name);
}
