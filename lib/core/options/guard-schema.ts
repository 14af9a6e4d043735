import type { z } from 'zod';
import type { SmsGuardStore } from '../limits/guard-store.js';
import { type Limit, LIMITS } from '../limits/limits.js';
import type { SmsOptedOut } from '../limits/sms-opted-out.js';
import { isCountryCode } from '../message/calling-code.js';
import type { SmsDailyLimit, SmsGuardOptions, SmsRecipientLimit } from '../sms-gateway.options.js';
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
  wholeNumber,
} from './schemas.js';

/** An ISO 3166 code. Not with the other schemas, which are used without the numbering plans. */
export const countryCode = matching(
  isCountryCode,
  "an ISO 3166 country code in capitals, for example 'IN'",
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
    { recipients: wholeNumber(1, 1_000_000_000) } satisfies SchemasOf<
      SmsDailyLimit,
      Parameters<typeof LIMITS.perDay>[0]
    >,
    kind('an object like { recipients: 10_000 }'),
  )
    .transform(LIMITS.perDay)
    .optional(),
  perRecipient: object(
    {
      count: wholeNumber(1, 10_000),
      perMs: milliseconds(1000),
    } satisfies SchemasOf<SmsRecipientLimit, Parameters<typeof LIMITS.perRecipient>[0]>,
    kind('an object like { count: 5, perMs: 3_600_000 }'),
  )
    .transform(LIMITS.perRecipient)
    .optional(),
} satisfies Record<Exclude<keyof SmsGuardOptions, 'store'>, z.ZodType<Limit | undefined>>;

/** The option `guard`. */
export const guardSchema = object(
  { ...limits, store: store.optional() } satisfies SchemasOf<SmsGuardOptions>,
  kind("an object like { countries: ['IN'], maxSegments: 3 }"),
).transform(({ store: guardStore, ...checked }) => ({ limits: checked, store: guardStore }));
