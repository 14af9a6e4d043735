import { z } from 'zod';
import { dropIgnorable, toAsciiNumber } from '../common/characters.js';
import { dropTrunkPrefix } from '../message/calling-code.js';
import { FROM_SPREADSHEET, isSpreadsheetNumber } from '../message/spreadsheet.js';
import { kind, text } from './schemas.js';

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
