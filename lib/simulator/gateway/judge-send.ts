import type { IncomingHttpHeaders } from 'node:http';
import type { Fault } from '../faults/fault.js';
import type { AuthMethod } from '../inbox/inbox-message.js';
import { normaliseNumber } from '../inbox/normalise-number.js';
import type { ResolvedOptions } from '../simulator.options.js';
import type { AccessTokens } from './access-tokens.js';
import { checkCredentials } from './check-credentials.js';
import { REFUSED, refusal, type GatewayAnswer } from './gateway-answer.js';
import { noteFields } from './note-fields.js';
import type { SendEntry, SendForm } from './send-form.js';
import { sortNumbers, type SortedNumbers } from './sort-numbers.js';

/** One text with its recipients, sorted. */
export type JudgedEntry = SendEntry & SortedNumbers;

/** What the gateway makes of a send. `refused` is its answer where it takes nothing. */
export interface Judgement {
  readonly auth: AuthMethod | null;
  readonly entries: readonly JudgedEntry[];
  readonly notes: readonly string[];
  readonly refused?: GatewayAnswer;
}

/**
 * Judges a send in the order of the wild: credentials, sender, numbers.
 *
 * @param fault the fault that strikes; `reject-numbers` takes part in the judgement
 */
export function judgeSend(
  headers: IncomingHttpHeaders,
  form: SendForm,
  fault: Fault | undefined,
  options: ResolvedOptions,
  tokens: AccessTokens,
): Judgement {
  const { auth, notes, refused } = checkCredentials(headers, form.fields, options, tokens);
  const refuse = rejection(form, fault);
  const judgement = {
    auth,
    entries: form.entries.map((entry) => ({ ...entry, ...sortNumbers(entry.mobile, refuse) })),
    notes: [...form.notes, ...notes, ...noteFields(form)],
  };
  const refusedNow = refused ?? checkSend(form, judgement.entries, options);
  return refusedNow === undefined ? judgement : { ...judgement, refused: refusedNow };
}

/** A send that the gateway did not look at, because a fault struck first. */
export function unjudged(form: SendForm): Judgement {
  return {
    auth: null,
    entries: form.entries.map((entry) => ({ ...entry, ...sortNumbers(entry.mobile, () => false) })),
    notes: [...form.notes, ...noteFields(form)],
  };
}

function checkSend(
  { fields, entries }: SendForm,
  judged: readonly JudgedEntry[],
  { senderIds }: ResolvedOptions,
): GatewayAnswer | undefined {
  for (const name of ['mobile', 'msg'] as const) {
    if (entries.some((entry) => entry[name] === '')) {
      return refusal(REFUSED.missing, `The required parameter ${name} is missing`);
    }
  }
  const duplicateCheck = fields.get('duplicatecheck');
  if (duplicateCheck !== undefined && duplicateCheck !== 'true' && duplicateCheck !== 'false') {
    return refusal(REFUSED.flag, 'duplicatecheck must be exactly true or false');
  }
  if (senderIds !== undefined && !senderIds.includes(fields.get('senderid') ?? '')) {
    return refusal(REFUSED.sender, 'Sender id is invalid');
  }
  if (judged.every(({ valid }) => valid.length === 0)) {
    return refusal(REFUSED.numbers, 'No valid phone numbers');
  }
  return undefined;
}

function rejection({ entries }: SendForm, fault: Fault | undefined): (number: string) => boolean {
  if (fault?.fault !== 'reject-numbers') return () => false;
  const given =
    entries
      .at(-1)
      ?.mobile.split(',')
      .map((part) => part.trim()) ?? [];
  const last = given.findLast((part) => part !== '') ?? '';
  const numbers = new Set(fault.numbers?.map(normaliseNumber) ?? [last]);
  return (number) => numbers.has(number);
}
