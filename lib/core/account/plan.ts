import { endedError } from '../deadline/deadline.js';
import { SmsMessageError } from '../errors/index.js';
import type { Send } from '../limits/reach.js';
import { countCountries } from '../message/calling-code.js';
import type { CheckedContent } from '../message/checked-message.js';
import { suggestGsmText } from '../message/gsm-text.js';
import type { Priority } from '../message/priority.js';
import { readCallOptions } from '../options/call-options.js';
import { createRateWindow } from '../pipeline/rate-window.js';
import type { MessageRules } from '../pipeline/send-call.js';
import { broadcast } from '../runs/broadcast.js';
import type { RunAccount } from '../runs/run-account.js';
import { broadcastOptions } from '../runs/run-options.js';
import type { SmsPlan } from '../message/sms-plan.js';
import type { SmsService } from '../sms.service.js';

const MOST_ISSUES = 100;

/** An account as a plan needs it. */
export interface Rehearsed {
  readonly rules: MessageRules;
  /** The same account with other rules, and another way to send. It reports nothing. */
  rehearsal(replacements: { readonly rules: MessageRules; readonly carryOut: Send }): RunAccount;
}

/** Rehearses a broadcast: runs it without its requests, and adds up what becomes of its numbers. */
export async function plan(
  first: Rehearsed,
  largestBatch: number,
  [messageContent, numbers, options = {}]: Parameters<SmsService['plan']>,
): Promise<SmsPlan> {
  const { rules } = first;
  const { batchSize, ...read } = readCallOptions(broadcastOptions, options);
  const warnings: string[] = [];
  const warn = (text: string): void => void warnings.push(text);
  const { context } = rules;
  let items = 0;
  const readRecipient = (value: unknown) => {
    items += 1;
    return context.readRecipient(value);
  };
  let requests = 0;
  // When the last request can start, if each is answered at once and nothing else is sent.
  let time = 0;
  const window = createRateWindow(rules.rateLimit, undefined, () => time);
  const account = first.rehearsal({
    rules: {
      ...rules,
      guard: rules.guard?.forRehearsal,
      context: { ...context, readRecipient, warn },
    },
    async carryOut({ recipients, segments }) {
      requests += 1;
      if (window) {
        let pass = window.take(recipients.length);
        for (; !pass; pass = window.take(recipients.length)) time = window.freeAt;
        pass.end('answered');
      }
      const nobody = { rejected: [], held: [] };
      const receipt = { account: rules.account, transactionId: '', segments, raw: {} };
      return { receipt: { ...receipt, accepted: recipients, ...nobody }, waited: 0 };
    },
  });
  const { content, checked } = account.readContent(messageContent);
  const issues = warnings.map((message) => ({ index: -1, message }));
  const countries = new Map<string | undefined, number>();
  const refused = new Map<'country' | 'opted-out', number>();
  let invalid = 0;
  const most = Math.min(batchSize, largestBatch);
  const run = broadcast(account, content, numbers, { ...read, batchSize: most });
  for await (const outcome of run) {
    if (outcome.status === 'accepted') {
      countCountries(outcome.receipt.accepted, countries);
      continue;
    }
    const { error, index } = outcome;
    // Each refused number has a separate outcome.
    if (error.code === 'country' || error.code === 'opted-out') {
      refused.set(error.code, (refused.get(error.code) ?? 0) + 1);
    } else if (error instanceof SmsMessageError) {
      invalid += 1;
      const [issue] = error.issues;
      if (issue && issues.length < MOST_ISSUES) issues.push({ index, message: issue.message });
    } else throw error;
  }
  if (read.signal?.aborted) throw endedError('aborted', 'not-sent');
  const { accepted, held, 'not-sent': countsByCode } = (await run).recipients;
  const byCountry = Array.from(countries, ([country, recipients]) => ({ country, recipients }));
  const byCode = Array.from(refused, ([code, recipients]) => ({ code, recipients }));
  return {
    ...foreseen(checked, rules, read.priority),
    recipients: accepted,
    totalSegments: accepted * checked.segments.count,
    requests,
    countries: byCountry.toSorted((one, another) => another.recipients - one.recipients),
    duplicates: items - accepted - held - countsByCode,
    invalid,
    held,
    refused: byCode.toSorted((one, another) => one.code.localeCompare(another.code)),
    issues,
    ...(window && { atLeast: time }),
  };
}

/** What is known of a message whoever gets it. */
export function foreseen(content: CheckedContent, { guard }: MessageRules, priority?: Priority) {
  const { dltTemplateId } = content.values;
  const retryAfter = guard?.tooLate(content, priority ?? 'normal')?.retryAfter;
  return {
    segments: suggestGsmText(content.segments, content.text),
    ...(dltTemplateId !== undefined && { dltTemplateId }),
    ...(retryAfter !== undefined && { retryAfter }),
  };
}
