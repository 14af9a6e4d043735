import { randomInt } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Fault } from '../faults/fault.js';
import type { Inbox } from '../inbox/inbox.js';
import type { AuthMethod } from '../inbox/inbox-message.js';
import { normaliseNumber, sortNumbers, splitNumbers, type SortedNumbers } from '../numbers.js';
import type { ResolvedOptions } from '../simulator.options.js';
import type { AccessTokens } from './access-tokens.js';
import { checkCredentials } from './check-credentials.js';
import type { SendEntry, SendForm } from './fields.js';
import { REFUSED, jsonAnswer, refusal, type GatewayAnswer } from './gateway-answer.js';
import { wallClock } from './wall-clock.js';

/** One text with its recipients. */
export type SortedEntry = SendEntry & SortedNumbers;

/** One text of a send, and whether it was accepted. */
export interface JudgedEntry extends SortedEntry {
  readonly accepted: boolean;
  readonly duplicate: boolean;
}

/** The gateway's decision about a send. */
export interface Judgement {
  readonly auth: AuthMethod | null;
  /** Null if it was refused. */
  readonly transactionId: string | null;
  readonly entries: readonly JudgedEntry[];
  readonly notes: readonly string[];
  readonly answer: GatewayAnswer;
}

/** What the gateway needs for its decision. */
export interface JudgeContext {
  readonly options: ResolvedOptions;
  readonly tokens: AccessTokens;
  readonly inbox: Inbox;
}

/** The texts of a form with their valid and invalid recipients. `reject-numbers` takes part here. */
export function sortEntries({ entries }: SendForm, fault?: Fault): SortedEntry[] {
  const last = splitNumbers(entries.at(-1)?.mobile ?? '').at(-1) ?? '';
  const rejected = fault?.numbers?.map(normaliseNumber) ?? [last];
  const rejects = new Set(fault?.fault === 'reject-numbers' ? rejected : []);
  return entries.map((entry) => ({ ...entry, ...sortNumbers(entry.mobile, rejects) }));
}

/** Accepts or refuses a send, checked in the order seen in the wild. */
export function judgeSend(
  headers: IncomingHttpHeaders,
  form: SendForm,
  fault: Fault | undefined,
  { options, tokens, inbox }: JudgeContext,
): Judgement {
  const checksDuplicates = form.fields.get('duplicatecheck') === 'true';
  const senderId = form.fields.get('senderid') ?? '';
  const entries = sortEntries(form, fault).map((entry) => ({
    ...entry,
    duplicate: checksDuplicates && inbox.holds({ to: entry.valid, senderId, text: entry.msg }),
  }));
  const { auth, notes, refused } = checkCredentials(headers, form.fields, options, tokens);
  const answer = refused ?? checkSend(form, entries, options);
  if (answer !== undefined) {
    const all = entries.map((entry) => ({ ...entry, accepted: false }));
    return { auth, transactionId: null, entries: all, notes, answer };
  }
  const drops = options.duplicates === 'drop' && entries.some(({ duplicate }) => duplicate);
  const transactionId = makeTransactionId();
  return {
    auth,
    transactionId,
    entries: entries.map((entry) => ({
      ...entry,
      accepted: entry.valid.length > 0 && !(drops && entry.duplicate),
    })),
    notes: drops ? [...notes, 'A duplicate: answered with success, but not accepted.'] : notes,
    answer: successAnswer(transactionId, entries, options),
  };
}

/** The refusal of a send that is not well-formed or not allowed. */
function checkSend(
  { fields, entries: given }: SendForm,
  entries: readonly (SortedEntry & { readonly duplicate: boolean })[],
  { senderIds, duplicates }: ResolvedOptions,
): GatewayAnswer | undefined {
  for (const name of ['mobile', 'msg'] as const) {
    if (given.some((entry) => entry[name] === '')) {
      return refusal(REFUSED.missing, `The required parameter ${name} is missing`);
    }
  }
  if (!['true', 'false'].includes(fields.get('duplicatecheck') ?? 'false')) {
    return refusal(REFUSED.flag, 'duplicatecheck must be exactly true or false');
  }
  if (senderIds !== undefined && !senderIds.includes(fields.get('senderid') ?? '')) {
    return refusal(REFUSED.sender, 'Sender id is invalid');
  }
  if (entries.every(({ valid }) => valid.length === 0)) {
    return refusal(REFUSED.numbers, 'No valid phone numbers');
  }
  if (duplicates === 'refuse' && entries.some(({ duplicate }) => duplicate)) {
    return refusal(REFUSED.duplicate, 'Duplicate message');
  }
  return undefined;
}

function successAnswer(
  transactionId: string,
  entries: readonly SortedEntry[],
  { now, timeZone }: ResolvedOptions,
): GatewayAnswer {
  return jsonAnswer({
    status: 'success',
    mobile: entries.flatMap(({ valid }) => valid).join(','),
    invalidMobile: entries.flatMap(({ invalid }) => invalid).join(','),
    transactionId,
    statusCode: '200',
    reason: 'success',
    msgId: '',
    // Not in the document but seen in the wild, so that clients learn to ignore it.
    requestTime: wallClock(now(), timeZone),
  });
}

// 19 digits, the last one odd: no JavaScript number has this value, so it is noticed if a client reads
// it as a number.
function makeTransactionId(): string {
  return `${randomInt(1_000_000_000, 9_000_000_000)}${randomInt(10_000_000, 100_000_000)}${2 * randomInt(0, 5) + 1}`;
}
