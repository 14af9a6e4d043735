import { estimateSegments } from '../../lib/core/message/segments.js';
import { canBeNumber, type SortedNumbers } from '../common/numbers.js';
import { REFUSED } from '../common/simulated-answer.js';
import type { ResolvedOptions } from '../options/check-options.js';
import type { SendEntry, SendForm } from './fields.js';

/** The fields that must be exactly true or false. */
export const FLAGS = ['duplicatecheck', 'testMessage'];

const MOST = 10;

type Options = Pick<ResolvedOptions, 'senderIds' | 'typeCheck'>;

/** What exactly made the gateway refuse a text: its reason has the vendor's words, which name none of it. */
export function causeOf(
  statusCode: string,
  entry: SendEntry & SortedNumbers,
  fields: SendForm['fields'],
  { senderIds = [], typeCheck }: Options,
): string | undefined {
  switch (statusCode) {
    case REFUSED.flag: {
      const flag = FLAGS.find((name) => !isFlag(fields.get(name))) ?? '';
      return `${flag} is ${JSON.stringify(fields.get(flag) ?? '')}; write true or false.`;
    }
    case REFUSED.type: {
      const characters = listOf(foreignCharacters(entry.msg, typeCheck).map(named));
      const set = typeCheck === 'ascii' ? 'ASCII' : 'GSM-7';
      return `The msgType is text, but the text has ${characters}, which ${set} lacks. Send it as unicode.`;
    }
    case REFUSED.sender: {
      const sender = fields.get('senderid');
      const sent = sender ? `is ${JSON.stringify(sender)}` : 'is missing';
      return `senderid ${sent}; allowed: ${listOf(senderIds) || 'none'}.`;
    }
    case REFUSED.numbers: {
      const number = entry.invalid.find((invalid) => !canBeNumber(invalid));
      return (
        number && `${number} ${problemOf(number)}. Write digits only, with the country prefix.`
      );
    }
    default:
      return undefined;
  }
}

/** Whether a field is exactly true or false, or was not sent. */
export function isFlag(text = 'false'): boolean {
  return text === 'true' || text === 'false';
}

/** The characters of a text, each once, that the `msgType` `text` does not allow. */
export function foreignCharacters(
  text: string,
  check: ResolvedOptions['typeCheck'],
): readonly string[] {
  if (check === 'gsm-7') return estimateSegments(text).nonGsm;
  return check === 'off' ? [] : [...new Set(text.match(/\P{ASCII}/gu))];
}

function named(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `${character} (U+${code})`;
}

function problemOf(number: string): string {
  if (number.includes('+')) return 'has a plus sign';
  if (/\D/.test(number)) return 'has other characters than digits';
  if (number.startsWith('0')) return 'begins with 0';
  return `has ${number.length} digits, not 8 to 15`;
}

function listOf(texts: readonly string[]): string {
  const list = texts.slice(0, MOST).join(', ');
  return texts.length > MOST ? `${list} and ${texts.length - MOST} more` : list;
}
