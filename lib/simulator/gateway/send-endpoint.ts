import type { IncomingMessage } from 'node:http';
import { estimateSegments } from '../../message/segments.js';
import type { Fault } from '../faults/fault.js';
import { handlesRequest } from '../faults/fault-table.js';
import { faultAnswer, writeAnswer, type AnswerContext } from '../faults/fault-answer.js';
import { ClientGoneError, HttpError } from '../http/http-error.js';
import { readBody } from '../http/read-body.js';
import type { Handler } from '../http/server.js';
import { findOtp } from '../inbox/find-otp.js';
import type { InboxMessage } from '../inbox/inbox-message.js';
import { makeForm, noteFields, type SendForm } from './fields.js';
import { refusal, type GatewayAnswer } from './gateway-answer.js';
import { judgeSend, sortEntries, type JudgeContext, type Judgement } from './judge-send.js';
import { maskSecrets, maskWithin } from './mask-secrets.js';
import { readSendForm } from './read-send-form.js';

interface Outcome extends Omit<Judgement, 'answer'> {
  readonly form: SendForm;
  readonly fault: Fault | undefined;
  /** Null if a fault keeps it. */
  readonly answer: GatewayAnswer | null;
}

// A body that breaks a reader is still a bad request, and must be kept like any other.
const UNREADABLE = new HttpError(400, 'malformed', 'The body cannot be read. Is it nested deeply?');

/** `/SMSApi/send` (document, section 4.2): answers each send and keeps it, accepted or refused. */
export function makeSendEndpoint(context: JudgeContext & AnswerContext): Handler {
  const { inbox, options } = context;
  const moment = () => new Date(options.now()).toISOString();
  return async (request, response, url) => {
    const received = moment();
    const { form, ...outcome } = await decide(request, url, context);
    const { fault, answer } = outcome;
    const secrets = {
      values: [
        options.password,
        encodeURIComponent(options.password),
        options.apiKey,
        ...givenToken(request),
      ],
      names: [options.apiKeyHeader],
    };
    const common = {
      at: received,
      senderId: form.fields.get('senderid') ?? '',
      transactionId: outcome.transactionId,
      auth: outcome.auth,
      encoding: form.encoding,
      method: request.method ?? '',
      path: url.pathname,
      fields: maskSecrets(form.fields, secrets),
      headers: maskSecrets(headerPairs(request), secrets),
      notes: outcome.notes.map((note) => maskWithin(note, secrets)),
      fault: fault?.fault ?? null,
      answer: answer === null ? null : { status: answer.httpStatus, body: answer.body },
    };
    // Kept before the answer goes out: a test that has its receipt finds the message in the inbox.
    const kept: InboxMessage[] = outcome.entries.map((entry) => {
      const status = entry.accepted ? 'accepted' : 'refused';
      return inbox.add({
        ...common,
        status,
        to: entry.valid,
        rejected: entry.invalid,
        text: entry.msg,
        segments: estimateSegments(entry.msg),
        otp: findOtp(entry.msg),
        duplicate: entry.duplicate,
        timeline: [
          { at: received, event: 'received' },
          { at: moment(), event: status },
        ],
      });
    });
    const event = await writeAnswer(response, answer, fault, context);
    for (const { id, timeline } of kept) {
      inbox.update(id, { timeline: [...timeline, { at: moment(), event }] });
    }
  };
}

async function decide(
  request: IncomingMessage,
  url: URL,
  context: JudgeContext & AnswerContext,
): Promise<Outcome> {
  const { faults, options, tokens } = context;
  let form: SendForm;
  try {
    const body = await readBody(request, options.maxBodyBytes);
    form = await readSendForm(request, url, body);
  } catch (error) {
    if (error instanceof ClientGoneError) throw error;
    return refuseUnreadable(error instanceof HttpError ? error : UNREADABLE);
  }
  const recipients = sortEntries(form).flatMap(({ valid }) => valid);
  const fault = faults.take('send', recipients);
  const fieldNotes = noteFields(form);
  const faultNotes = fault === undefined ? [] : [`The fault ${fault.fault} struck.`];
  if (fault !== undefined && !handlesRequest(fault)) {
    const notes = [...fieldNotes, ...faultNotes];
    return { ...refuseAll(form), notes, fault, answer: faultAnswer(fault, undefined) };
  }
  if (fault?.fault === 'expire-token') {
    for (const token of givenToken(request)) tokens.expire(token);
  }
  const judgement = judgeSend(request.headers, form, fault, context);
  const { notes, answer } = judgement;
  return {
    ...judgement,
    form,
    notes: [...fieldNotes, ...notes, ...faultNotes],
    fault,
    answer: fault === undefined ? answer : faultAnswer(fault, answer),
  };
}

function refuseAll(form: SendForm) {
  const entries = sortEntries(form).map((entry) => ({
    ...entry,
    accepted: false,
    duplicate: false,
  }));
  return { form, entries, auth: null, transactionId: null };
}

function refuseUnreadable({ status, message, headers }: HttpError): Outcome {
  const answer = refusal(String(status), message, status);
  return {
    ...refuseAll(makeForm('unreadable', [])),
    notes: [message],
    fault: undefined,
    answer: { ...answer, headers: { ...answer.headers, ...headers } },
  };
}

function givenToken({ headers: { authorization = '' } }: IncomingMessage): string[] {
  const token = authorization.replace(/^Bearer +/i, '');
  return token === '' ? [] : [token];
}

function* headerPairs({ headers }: IncomingMessage): Generator<[string, string]> {
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) yield [name, [value].flat().join(', ')];
  }
}
