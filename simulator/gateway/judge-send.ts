import type { IncomingHttpHeaders } from 'node:http';
import { estimateSegments } from '../../lib/core/message/segments.js';
import type { Fault } from '../common/fault.js';
import { behaviourOf } from '../faults/fault-table.js';
import type { AuthMethod } from '../inbox/inbox-message.js';
import { sortNumbers, splitNumbers, type SortedNumbers } from '../common/numbers.js';
import type { SimulatorContext } from '../simulator-context.js';
import type { ResolvedOptions } from '../options/check-options.js';
import { checkCredentials } from './check-credentials.js';
import { isTest, isToUnknown, type SendEntry, type SendForm } from './fields.js';
import { causeOf, FLAGS, foreignCharacters, isFlag } from './refusal-cause.js';
import {
  REFUSED,
  jsonAnswer,
  missing,
  type Refusal,
  sendRefusal,
  type SimulatedAnswer,
} from '../common/simulated-answer.js';
import { makeTransactionId } from '../common/transaction-id.js';
import { wallClock } from '../common/wall-clock.js';

/** One text with its recipients. */
export type SortedEntry = SendEntry & SortedNumbers;

/** One text of a send, and why it was refused if it was. */
interface JudgedEntry extends SortedEntry {
  readonly refusal?: Refusal | undefined;
  /** What exactly was refused. */
  readonly cause?: string | undefined;
  readonly duplicate: boolean;
  /** Its own answer, if it differs from that of the whole send. */
  readonly answer?: SimulatedAnswer;
}

/** The gateway's decision about a send. */
export interface Judgement {
  readonly auth: AuthMethod | null;
  /** Null if it was refused. */
  readonly transactionId: string | null;
  readonly entries: readonly JudgedEntry[];
  readonly notes: readonly string[];
  readonly answer: SimulatedAnswer;
}

/** The texts of a form with their valid and invalid recipients, and those that a fault rejects. */
export function sortEntries(form: SendForm, fault?: Fault): SortedEntry[] {
  const { entries } = form;
  if (isToUnknown(form)) return entries.map((entry) => ({ ...entry, valid: [], invalid: [] }));
  const last = splitNumbers(entries.at(-1)?.mobile ?? '').at(-1) ?? '';
  const rejects = new Set(fault && behaviourOf(fault).rejects?.(fault, last));
  return entries.map((entry) => ({ ...entry, ...sortNumbers(entry.mobile, rejects) }));
}

/**
 * Accepts or refuses a send, checked in the order of real gateways. Of several texts each is judged
 * alone (an assumption); the send is refused if all of them are, with the reason of the first.
 */
export function judgeSend(
  headers: IncomingHttpHeaders,
  form: SendForm,
  fault: Fault | undefined,
  { options, tokens, inbox, balances }: SimulatorContext,
): Judgement {
  const checksDuplicates = form.fields.get('duplicatecheck') === 'true';
  const senderId = form.fields.get('senderid') ?? '';
  const { auth, notes, refusal, httpStatus } = checkCredentials(
    headers,
    form.fields,
    options,
    tokens,
  );
  const entries = sortEntries(form, fault).map((entry): JudgedEntry => {
    const duplicate =
      checksDuplicates &&
      entry.valid.length > 0 &&
      inbox.holds({ to: entry.valid, senderId, text: entry.msg });
    const judged = { ...entry, duplicate };
    const wrong = refusal ?? checkEntry(judged, form, options);
    if (wrong !== undefined) {
      return {
        ...judged,
        refusal: wrong,
        cause: causeOf(wrong.statusCode, entry, form.fields, options),
      };
    }
    if (isDropped(judged, options) || isTest(form.fields)) return judged;
    const cost = estimateSegments(entry.msg).count * entry.valid.length;
    const paid = balances.spend(form.fields.get('userid') ?? '', cost);
    return { ...judged, refusal: paid ? undefined : NO_BALANCE };
  });
  const refused = entries.every((entry) => entry.refusal !== undefined);
  const first = entries[0]?.refusal;
  if (refused && first !== undefined) {
    const answer = sendRefusal(first, httpStatus);
    return { auth, transactionId: null, entries, notes, answer };
  }
  const transactionId = makeTransactionId();
  return {
    auth,
    transactionId,
    entries: entries.map((entry) => {
      if (entry.refusal) return { ...entry, answer: sendRefusal(entry.refusal) };
      return isDropped(entry, options) ? { ...entry, refusal: DROPPED } : entry;
    }),
    notes,
    answer: successAnswer(transactionId, entries, options),
  };
}

const DROPPED: Refusal = {
  statusCode: REFUSED.duplicate,
  reason: 'A duplicate: answered with success, but not accepted',
};

const NO_BALANCE: Refusal = { statusCode: REFUSED.balance, reason: 'Insufficient balance' };

function isDropped({ duplicate }: JudgedEntry, { duplicates }: ResolvedOptions): boolean {
  return duplicate && duplicates === 'drop';
}

/** Why a text is not well-formed or not allowed. */
function checkEntry(
  { mobile, msg, valid, duplicate }: JudgedEntry,
  form: SendForm,
  { senderIds, duplicates, typeCheck }: ResolvedOptions,
): Refusal | undefined {
  const { fields } = form;
  const isComplete = isToUnknown(form);
  if (mobile === '' && !isComplete) return missing('mobile');
  if (msg === '' && !isComplete) return missing('msg');
  const flag = FLAGS.find((name) => !isFlag(fields.get(name)));
  if (flag !== undefined) return refuse(REFUSED.flag, `${flag} must be exactly true or false`);
  if (fields.get('msgType') === 'text' && foreignCharacters(msg, typeCheck).length > 0) {
    return refuse(REFUSED.type, 'Msg Text and MsgType Mismatch');
  }
  if (senderIds !== undefined && !senderIds.includes(fields.get('senderid') ?? '')) {
    return refuse(REFUSED.sender, 'Sender id is invalid');
  }
  if (valid.length === 0 && !isComplete) return refuse(REFUSED.numbers, 'No valid phone numbers');
  if (duplicates === 'refuse' && duplicate) return refuse(REFUSED.duplicate, 'Duplicate message');
  return undefined;
}

function successAnswer(
  transactionId: string,
  entries: readonly JudgedEntry[],
  { now, timeZone }: ResolvedOptions,
): SimulatedAnswer {
  const invalid = entries.flatMap((entry) =>
    entry.refusal === undefined ? entry.invalid : [...entry.valid, ...entry.invalid],
  );
  return jsonAnswer({
    status: 'success',
    mobile: entries.flatMap((entry) => (entry.refusal ? [] : entry.valid)).join(','),
    invalidMobile: invalid.join(','),
    transactionId,
    statusCode: '200',
    reason: 'success',
    msgId: '',
    // Not in the specification, but sent by real gateways, so that clients learn to ignore it.
    requestTime: wallClock(now(), timeZone),
  });
}

function refuse(statusCode: string, reason: string): Refusal {
  return { statusCode, reason };
}
