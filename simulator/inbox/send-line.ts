import { maskNumber } from '../../lib/core/common/mask.js';
import type { InboxMessage } from './inbox-message.js';

const FIRST = /^.{0,40}/su;

/** A send in one line: its outcome, its number, masked, and its code or else the start of its text. */
export function sendLine(message: InboxMessage): string {
  const { status, refusal, fault, otp } = message;
  const [first, ...more] = [...message.to, ...message.rejected];
  const to = first === undefined ? '' : ` to ${maskNumber(first)}`;
  const otherNumbers = more.length > 0 ? ` and ${more.length} more` : '';
  const why = [refusal?.statusCode, fault && `fault ${fault}`].filter(Boolean).join(', ');
  const text = otp === null ? escaped(message.text) : `code ${otp}`;
  return `SMS ${status}${why && ` (${why})`}${to}${otherNumbers}: ${text}`;
}

/** The start of a text, in which nothing can end the line, move the cursor or change the text direction. */
function escaped(text: string): string {
  const [start = ''] = FIRST.exec(text) ?? [];
  const shownStart = start.replace(
    /[\p{C}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
  return start.length < text.length ? `${shownStart}…` : shownStart;
}
