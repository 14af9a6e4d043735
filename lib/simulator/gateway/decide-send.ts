import { randomInt } from 'node:crypto';
import type { Inbox } from '../inbox/inbox.js';
import type { ResolvedOptions } from '../simulator.options.js';
import { REFUSED, jsonAnswer, refusal, type GatewayAnswer } from './gateway-answer.js';
import type { JudgedEntry, Judgement } from './judge-send.js';
import type { SendForm } from './send-form.js';
import { wallClock } from './wall-clock.js';

/** What becomes of one text of a send. */
export interface DecidedEntry extends JudgedEntry {
  readonly delivered: boolean;
  readonly duplicate: boolean;
}

/** What becomes of a send, and what the gateway says of it. */
export interface Decision {
  readonly transactionId: string | null;
  readonly entries: readonly DecidedEntry[];
  readonly notes: readonly string[];
  readonly answer: GatewayAnswer;
}

/** Takes or refuses a judged send, and marks the duplicates in it. */
export function decideSend(
  form: SendForm,
  judgement: Judgement,
  options: ResolvedOptions,
  inbox: Inbox,
): Decision {
  const asksCheck = form.fields.get('duplicatecheck') === 'true';
  const senderId = form.fields.get('senderid') ?? '';
  const marked = judgement.entries.map((entry) => ({
    ...entry,
    duplicate: asksCheck && inbox.holds({ to: entry.valid, senderId, text: entry.msg }),
  }));
  const duplicates = marked.some((entry) => entry.duplicate);
  const refused =
    judgement.refused ??
    (duplicates && options.duplicates === 'refuse'
      ? refusal(REFUSED.duplicate, 'Duplicate message')
      : undefined);
  if (refused !== undefined) {
    const entries = marked.map((entry) => ({ ...entry, delivered: false }));
    return { transactionId: null, entries, notes: [], answer: refused };
  }
  const drops = duplicates && options.duplicates === 'drop';
  const transactionId = makeTransactionId();
  return {
    transactionId,
    entries: marked.map((entry) => ({
      ...entry,
      delivered: entry.valid.length > 0 && !(drops && entry.duplicate),
    })),
    notes: drops ? ['A duplicate: answered with a yes and not delivered.'] : [],
    answer: successAnswer(transactionId, marked, options),
  };
}

function successAnswer(
  transactionId: string,
  entries: readonly JudgedEntry[],
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
    // Not in the document; seen in the wild, so that clients learn to bear it.
    requestTime: wallClock(now(), timeZone),
  });
}

// 19 digits of which the last is odd: no JavaScript number holds it, so that a client that reads it
// as one is found out.
function makeTransactionId(): string {
  return `${randomInt(1_000_000_000, 9_000_000_000)}${randomInt(10_000_000, 100_000_000)}${2 * randomInt(0, 5) + 1}`;
}
