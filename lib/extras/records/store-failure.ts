import { maskDigits } from '../../core/common/mask.js';
import { memberOf } from '../../core/common/members.js';
import { sqlAnswer } from './sql-state.js';

/** Errors of Redis that go away by themselves, for example once a replica has taken over. */
const PASSING =
  /^(?:BUSY|CLUSTERDOWN|LOADING|MASTERDOWN|NOREPLICAS|READONLY|TRYAGAIN|UNBLOCKED|ERR max number of clients) /;
/** SQLSTATEs that go away by themselves: of lost connections, restarts, conflicts, locks and too many connections. */
const PASSING_STATES = /^(?:08|25006|40|53(?!100)|55P03|57(?!P04))/;
/** Errors that come from this side: the password, TLS, a certificate or the database is wrong. */
const FROM_HERE =
  /^SASL: |does not support SSL|wrong version number|instead of rediss|certificate|does not select database/;
/** Parts of an error that may contain values: a statement, arguments, a value in quotes. Also a script's hash. */
const REPEATED =
  /^(?:select|with|insert|update)\b.* - |, with args beginning with: .*|(?<=: )".*"|\.? script: [0-9a-f]{40}.*/gis;

/**
 * Reads an error of Redis or PostgreSQL.
 *
 * @returns what the server answered, masked, or why it cannot be reached with these settings; undefined if it did not
 *   answer. And whether the cause stays until a person changes something
 */
export function readStoreFailure(error: unknown): { text: string | undefined; isLasting: boolean } {
  const sql = sqlAnswer(error);
  if (sql) return { text: shown(sql.message), isLasting: !PASSING_STATES.test(sql.state) };
  const wrapped = memberOf(error, 'cause') ?? memberOf(error, 'lastNodeError');
  const layer = memberOf(wrapped, 'message') === undefined ? error : wrapped;
  const message = String(memberOf(layer, 'message'));
  if (memberOf(layer, 'name') !== 'ReplyError' && !FROM_HERE.test(message))
    return { text: undefined, isLasting: false };
  return { text: shown(message), isLasting: !PASSING.test(message) };
}

function shown(message: string): string {
  const text = message.replace(REPEATED, '').replace(/\/\/[^\s/]*@/g, '//***@');
  return maskDigits(text).replace(/[.:\s]+$/, '');
}
