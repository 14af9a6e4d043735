// How to recognise an answer that belongs to another request.
import { textOf } from './read-json.js';
import { namesTransaction } from './verdict.js';

type Fields = Readonly<Record<string, unknown>>;

/** Whether an answer has an access token, like the answer to a login. */
export function hasToken({ token }: Fields): boolean {
  return typeof token === 'string' && token !== '';
}

/** Whether an answer names a transaction or a number, like the answer to a send. */
export function isOfSend(fields: Fields): boolean {
  return namesTransaction(fields) || /\d{8}/.test(textOf(fields['mobile']) ?? '');
}
