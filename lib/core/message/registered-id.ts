import { dropIgnorable } from '../common/characters.js';
import { type Invalid, kindOf } from '../common/value-checks.js';
import { FROM_SPREADSHEET } from './spreadsheet.js';

// 1.10716E+18, 1107160000000000001.0, 1,107,160, '1107, ="1107", ####
const SPREADSHEET = /^(?:['’‘=].*|#+|[\d., ]+(?:E\+?\d+)?)$/i;

/**
 * Reads the id of a registered template or entity. Returns its digits, without invisible characters and
 * surrounding spaces, or why it is not an id. The reason never shows the id.
 */
export function readRegisteredId(value: unknown): string | Invalid {
  if (typeof value !== 'string' || value === '') {
    return { issue: `is ${kindOf(value)}; use a string, or omit it` };
  }
  const id = dropIgnorable(value).trim();
  if (/^[0-9]+$/.test(id)) return id;
  if (SPREADSHEET.test(id)) return { issue: `looks like an id ${FROM_SPREADSHEET}` };
  return {
    issue: 'is not an id, which has only the digits 0 to 9; use the one that is registered',
  };
}
