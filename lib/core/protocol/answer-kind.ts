// By what an answer that came for another request is recognised.
import { textOf } from './read-json.js';
import { namesTransaction } from './verdict.js';

type Fields = Readonly<Record<string, unknown>>;

/** Whether an answer has an access token, as those to logins do. */
export function hasToken({ token }: Fields): boolean {
  return typeof token === 'string' && token !== '';
}

/** Whether an answer names a transaction or a number, as those to sends do. */
export function isOfSend(fields: Fields): boolean {
  return namesTransaction(fields) || /\d{8}/.test(textOf(fields['mobile']) ?? '');
}
