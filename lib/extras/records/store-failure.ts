import { maskDigits } from '../../core/common/mask.js';
import { memberOf } from '../../core/common/members.js';
import { sqlAnswer } from './sql-state.js';

/** What an error of Redis or PostgreSQL says. */
export interface StoreFailure {
  /** What the server answered, masked, or why it cannot be asked. Undefined if it did not answer. */
  readonly said: string | undefined;
  /** Whether it stays until a person changes something. */
  readonly isLasting: boolean;
}

/** Answers of Redis that pass by themselves, for example once a replica has taken over. */
const PASSING =
  /^(?:BUSY|CLUSTERDOWN|LOADING|MASTERDOWN|NOREPLICAS|READONLY|TRYAGAIN|UNBLOCKED|ERR max number of clients) /;
/** SQLSTATEs that pass by themselves: a lost connection, a restart, a conflict, a lock, too many connections. */
const PASSING_STATES = /^(?:08|25006|40|53(?!100)|55P03|57(?!P04))/;
/** Errors that come from this side: no password, TLS or certificate that works, or another database than ours. */
const NO_ADMISSION =
  /^SASL: |does not support SSL|wrong version number|instead of rediss|certificate|does not select database/;

/** A server that answers may repeat what it was sent. */
const REPEATED: readonly (readonly [RegExp, string])[] = [
  [/^(?:select|with|insert|update)\b.* - /is, ''],
  [/, with args beginning with: .*/s, ''],
  [/\.? script: [0-9a-f]{40}.*/s, ''],
  [/\/\/[^\s/]*@/g, '//***@'],
  [/: ".*"/gs, ': "***"'],
];

/** Reads an error of a store, for all that keep something there. */
export function readStoreFailure(error: unknown): StoreFailure {
  const sql = sqlAnswer(error);
  if (sql) return { said: shown(sql.message), isLasting: !PASSING_STATES.test(sql.state) };
  const wrapped = memberOf(error, 'cause') ?? memberOf(error, 'lastNodeError');
  const layer = memberOf(wrapped, 'message') === undefined ? error : wrapped;
  const message = String(memberOf(layer, 'message'));
  const isAnswer = memberOf(layer, 'name') === 'ReplyError' || NO_ADMISSION.test(message);
  if (!isAnswer) return { said: undefined, isLasting: false };
  return { said: shown(message), isLasting: !PASSING.test(message) };
}

function shown(message: string): string {
  const text = REPEATED.reduce((left, [what, by]) => left.replace(what, by), message);
  return maskDigits(text).replace(/[.\s]+$/, '');
}
