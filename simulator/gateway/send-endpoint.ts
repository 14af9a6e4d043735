import type { IncomingMessage } from 'node:http';
import { findOtp } from '../../lib/core/message/find-otp.js';
import { estimateSegments } from '../../lib/core/message/segments.js';
import type { Fault } from '../common/fault.js';
import { refusalOf } from '../faults/behaviours.js';
import { behaviourOf } from '../faults/fault-table.js';
import { faultAnswer, handlesRequest, writeAnswer } from './fault-answer.js';
import { HttpError } from '../http/http-error.js';
import { readBody } from '../http/read-body.js';
import type { Handler } from '../http/server.js';
import type { InboxMessage } from '../inbox/inbox-message.js';
import type { SimulatorContext } from '../simulator-context.js';
import { isTest, makeForm, reviewFields, type SendForm } from './fields.js';
import { type Refusal, sendRefusal, type SimulatedAnswer } from '../common/simulated-answer.js';
import { judgeSend, sortEntries, type Judgement } from './judge-send.js';
import { maskWithin } from '../common/mask-secrets.js';
import { readSendForm } from './read-send-form.js';
import { givenToken, recordOf, secretsOf } from './request-record.js';

interface Outcome extends Omit<Judgement, 'answer'> {
  readonly form: SendForm;
  readonly fault: Fault | undefined;
  /** Null if a fault keeps it. */
  readonly answer: SimulatedAnswer | null;
}

const SCRUBBED = 'The text matches no registered template: the operator drops it.';

const TEST = 'A test message: it is accepted, but not delivered, and has no report.';

/** `/SMSApi/send` (specification, section 4.2): answers each send and keeps it, accepted or refused. */
export function makeSendEndpoint(context: SimulatorContext): Handler {
  const { inbox, options, deliveries } = context;
  const moment = () => new Date(options.now()).toISOString();
  return async (request, response, url) => {
    const received = moment();
    const { form, ...outcome } = await decide(request, url, context);
    const { fault, answer } = outcome;
    const secrets = secretsOf(request, options);
    const { notes, sentAtOnce, ...review } = reviewFields(form, options.now(), options.timeZone);
    const test = isTest(form.fields);
    const common = {
      kind: 'send' as const,
      at: received,
      account: form.fields.get('userid') ?? '',
      senderId: form.fields.get('senderid') ?? '',
      auth: outcome.auth,
      ...recordOf(request, url, form, secrets),
      ...review,
      fault: fault?.fault ?? null,
    };
    // Kept before the answer goes out: a test that has its receipt finds the message in the inbox.
    const keptMessages: InboxMessage[] = outcome.entries.map((entry) => {
      const { refusal, cause } = entry;
      const status = refusal === undefined ? 'accepted' : 'refused';
      const scrubbed = deliveries.isRegistered(entry.msg) ? [] : [SCRUBBED];
      const atOnce = sentAtOnce === undefined ? [] : [sentAtOnce];
      const accepted = test ? [TEST] : [...scrubbed, ...atOnce];
      const why = refusal === undefined ? accepted : noteRefusal(refusal, cause);
      const entryAnswer = entry.answer ?? answer;
      return inbox.add({
        ...common,
        status,
        ...(refusal && { refusal }),
        to: entry.valid,
        rejected: entry.invalid,
        text: entry.msg,
        segments: estimateSegments(entry.msg),
        otp: findOtp(entry.msg),
        duplicate: entry.duplicate,
        notes: [...why, ...outcome.notes, ...notes].map((note) => maskWithin(note, secrets)),
        answer:
          entryAnswer === null ? null : { status: entryAnswer.httpStatus, body: entryAnswer.body },
        // Its own answer has none, even if that of the whole send does.
        transactionId: entry.answer ? null : outcome.transactionId,
        deliveries:
          refusal || test ? [] : entry.valid.map((to) => ({ to, status: 'pending', code: '' })),
        timeline: [
          { at: received, event: 'received' },
          { at: moment(), event: status },
        ],
      });
    });
    await Promise.all(keptMessages.map((message) => deliveries.arrived(message, fault)));
    const event = await writeAnswer(response, answer, fault, context);
    for (const { id } of keptMessages) {
      const timeline = inbox.get(id)?.timeline ?? [];
      inbox.update(id, { timeline: [...timeline, { at: moment(), event }] });
    }
  };
}

async function decide(
  request: IncomingMessage,
  url: URL,
  context: SimulatorContext,
): Promise<Outcome> {
  const { faults, options, tokens } = context;
  let form: SendForm;
  try {
    const body = await readBody(request, options.maxBodyBytes);
    form = await readSendForm(request, url, body);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return refuseUnreadable(error);
  }
  const recipients = sortEntries(form).flatMap(({ valid }) => valid);
  const account = form.fields.get('userid') ?? '';
  const fault = faults.take({ on: 'send', account, recipients });
  const struck = fault === undefined ? [] : [`The fault ${fault.fault} was used.`];
  if (fault !== undefined && !handlesRequest(fault)) {
    const refused = refuseAll(form, refusalOf(fault));
    return { ...refused, notes: struck, fault, answer: faultAnswer(fault, undefined) };
  }
  if (behaviourOf(fault).expiresToken) {
    for (const token of givenToken(request)) tokens.expire(token);
  }
  const judgement = judgeSend(request.headers, form, fault, context);
  return {
    ...judgement,
    form,
    notes: [...struck, ...judgement.notes],
    fault,
    answer: fault === undefined ? judgement.answer : faultAnswer(fault, judgement.answer),
  };
}

function refuseAll(form: SendForm, refusal: Refusal) {
  const entries = sortEntries(form).map((entry) => ({ ...entry, refusal, duplicate: false }));
  return { form, entries, auth: null, transactionId: null };
}

function refuseUnreadable({ status, message, headers }: HttpError): Outcome {
  const refusal = { statusCode: String(status), reason: message };
  const answer = sendRefusal(refusal, status);
  return {
    ...refuseAll(makeForm('unreadable', []), refusal),
    notes: [],
    fault: undefined,
    answer: { ...answer, headers: { ...answer.headers, ...headers } },
  };
}

function noteRefusal({ statusCode, reason }: Refusal, cause: string | undefined): string[] {
  if (statusCode === '') return [];
  const note = `Refused with ${statusCode}: ${reason.replace(/\.$/, '')}.`;
  return cause === undefined ? [note] : [note, cause];
}
