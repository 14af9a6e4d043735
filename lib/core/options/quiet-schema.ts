import { z } from 'zod';
import type { Hours, QuietRules } from '../limits/quiet-hours.js';
import type { SmsCategoryHours, SmsQuietHours } from '../sms-gateway.options.js';
import { kind, object, restriction, type SchemasOf, timeZone } from './schemas.js';

const time = z
  .string(kind("a time of day, for example '21:00'"))
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);

const SAME = 'has the same time twice. Provide different times as from and to';

const categoryHours = object(
  { from: time, to: time } satisfies SchemasOf<SmsCategoryHours, Hours>,
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
).transform((hoursByCategory) =>
  Object.values(hoursByCategory).some(Boolean) ? hoursByCategory : undefined,
);

/** The option `quiet`. */
export const quietSchema = object(
  {
    from: restriction(time),
    to: restriction(time),
    timeZone: timeZone(),
    categories: categories.optional(),
  } satisfies SchemasOf<SmsQuietHours, QuietRules>,
  kind("an object like { from: '21:00', to: '10:00', timeZone: 'Asia/Kolkata' }"),
)
  .refine(({ from, to }) => from === undefined || from !== to, SAME)
  .refine(
    ({ from, to }) => (from === undefined) === (to === undefined),
    'has only one of from and to. Provide both, or neither and categories',
  )
  .refine(
    ({ from, to, categories: hoursByCategory }) => from ?? to ?? hoursByCategory,
    'has no hours. Provide from and to, or categories',
  );
