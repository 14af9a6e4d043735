import { z } from 'zod';
import { toAsciiNumber } from '../common/digits.js';
import { dropIgnorable } from '../common/ignorable.js';
import type { SmsGuardStore } from '../limits/guard-store.js';
import { type Limit, LIMITS } from '../limits/limits.js';
import type { SmsOptedOut } from '../limits/sms-opted-out.js';
import { dropTrunkPrefix, isCountryCode } from '../message/calling-code.js';
import { FROM_SPREADSHEET, isSpreadsheetNumber } from '../message/spreadsheet.js';
import type {
  SmsCategoryHours,
  SmsDailyLimit,
  SmsGuardOptions,
  SmsQuietHours,
  SmsRecipientLimit,
} from '../sms-gateway.options.js';
import {
  callback,
  having,
  kind,
  matching,
  milliseconds,
  object,
  restriction,
  type SchemasOf,
  someOf,
  text,
  timeZone,
  wholeNumber,
} from './schemas.js';

/** An ISO 3166 code. Not with the other schemas, which are used without the numbering plans. */
export const countryCode = matching(
  isCountryCode,
  "an ISO 3166 country code in capitals, for example 'IN'",
);

const REACH =
  "'all', 'none', { only: ['9198765*'] } or { redirectTo: '919876543210' }, with country prefixes";

const pattern = z
  .string(kind("a number with country prefix, or its start and *, for example '9198765*'"))
  .transform(plainPattern)
  .refine((value) => /^[1-9][0-9]{0,13}\*$|^[1-9][0-9]{7,14}$/.test(value), {
    error: ({ input }) =>
      isSpreadsheetNumber(String(input))
        ? `looks like a number ${FROM_SPREADSHEET}`
        : "is not a number or the start of one. Write it with its country prefix, for example '919876543210' or '9198765*'",
  });

/**
 * A pattern without what people write between digits; a number without `*` as it is sent. A number that a spreadsheet
 * changed stays as it is: without its decimal point, it would be another number.
 */
function plainPattern(value: string): string {
  const visible = toAsciiNumber(dropIgnorable(value)).trim();
  if (isSpreadsheetNumber(visible)) return visible;
  return dropTrunkPrefix(visible.replaceAll(/[\s()+.-]/g, ''));
}

/** The option `reach`. */
export const reachSchema = z.union(
  [
    z.enum(['all', 'none']),
    z.strictObject({
      only: z.array(pattern, kind("an array like ['9198765*']")).min(1, "is empty. Use 'none'"),
    }),
    z.strictObject({ redirectTo: text("a number like '919876543210'") }),
  ],
  kind(REACH),
);

const store = having<SmsGuardStore>(
  ['take', 'giveBack'],
  'is not a store. Provide an object with the methods take and giveBack, for example that of createGuardStore',
);

/**
 * The limits of `guard`, in the order in which they refuse: the schema of each, and what it does. It does not
 * compile if an option does nothing.
 */
const limits = {
  maxSegments: wholeNumber(1, 255).transform(LIMITS.maxSegments).optional(),
  countries: restriction(
    someOf(
      countryCode,
      "an array of country codes, for example ['IN']",
      'Provide at least one country code, or omit it',
    ).transform((codes) => LIMITS.countries(new Set(codes))),
  ),
  optedOut: restriction(
    callback<SmsOptedOut>('a function that returns the numbers to leave out').transform(
      LIMITS.optedOut,
    ),
  ),
  perDay: object(
    { recipients: wholeNumber(1, 1_000_000_000) } satisfies SchemasOf<SmsDailyLimit>,
    kind('an object like { recipients: 10_000 }'),
  )
    .transform(LIMITS.perDay)
    .optional(),
  perRecipient: object(
    {
      count: wholeNumber(1, 10_000),
      perMs: milliseconds(1000),
    } satisfies SchemasOf<SmsRecipientLimit>,
    kind('an object like { count: 5, perMs: 3_600_000 }'),
  )
    .transform(LIMITS.perRecipient)
    .optional(),
} satisfies Record<Exclude<keyof SmsGuardOptions, 'store'>, z.ZodType<Limit | undefined>>;

/** The option `guard`. */
export const guardSchema = object(
  { ...limits, store: store.optional() } satisfies SchemasOf<SmsGuardOptions>,
  kind("an object like { countries: ['IN'], maxSegments: 3 }"),
).transform(({ store: given, ...checked }) => ({ limits: checked, store: given }));

const time = z
  .string(kind("a time of day, for example '21:00'"))
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);

const SAME = 'has the same time twice. Provide different times as from and to';

const categoryHours = object(
  { from: time, to: time } satisfies SchemasOf<SmsCategoryHours>,
  kind("an object like { from: '21:00', to: '10:00' }"),
)
  .refine(({ from, to }) => from !== to, SAME)
  .optional();

const categories = object(
  {
    transactional: categoryHours,
    'service-implicit': categoryHours,
    'service-explicit': categoryHours,
    service: categoryHours,
    promotional: categoryHours,
  } satisfies SchemasOf<NonNullable<SmsQuietHours['categories']>>,
  kind("an object like { promotional: { from: '21:00', to: '10:00' } }"),
).transform((given) => (Object.values(given).some(Boolean) ? given : undefined));

/** The option `quiet`. */
export const quietSchema = object(
  {
    from: restriction(time),
    to: restriction(time),
    timeZone: timeZone(),
    categories: categories.optional(),
  } satisfies SchemasOf<SmsQuietHours>,
  kind("an object like { from: '21:00', to: '10:00', timeZone: 'Asia/Kolkata' }"),
)
  .refine(({ from, to }) => from === undefined || from !== to, SAME)
  .refine(
    ({ from, to }) => (from === undefined) === (to === undefined),
    'has only one of from and to. Provide both, or neither and categories',
  )
  .refine(
    ({ from, to, categories: given }) => from ?? to ?? given,
    'has no hours. Provide from and to, or categories',
  );
