import type { IncomingMessage, ServerResponse } from 'node:http';
import { estimateSegments } from '../../message/segments.js';
import { deliverAnswer } from '../faults/deliver-answer.js';
import { faultAnswer } from '../faults/fault-answer.js';
import { takesRequest, type Fault } from '../faults/fault.js';
import type { FaultPlan } from '../faults/fault-plan.js';
import { ClientGoneError, HttpError } from '../http/http-error.js';
import { readBody } from '../http/read-body.js';
import { findOtp } from '../inbox/find-otp.js';
import type { Inbox } from '../inbox/inbox.js';
import type { InboxMessage, NewInboxMessage, TimelineEntry } from '../inbox/inbox-message.js';
import type { ResolvedOptions } from '../simulator.options.js';
import type { AccessTokens } from './access-tokens.js';
import { decideSend, type DecidedEntry } from './decide-send.js';
import { refusal, type GatewayAnswer } from './gateway-answer.js';
import { judgeSend, unjudged, type JudgedEntry } from './judge-send.js';
import { maskSecrets, maskWithin } from './mask-secrets.js';
import { readSendForm } from './read-send-form.js';
import { FieldCollector, makeForm, type SendForm } from './send-form.js';

interface Outcome {
  readonly form: SendForm;
  readonly entries: readonly DecidedEntry[];
  readonly auth: InboxMessage['auth'];
  readonly notes: readonly string[];
  readonly transactionId: string | null;
  readonly fault: Fault | undefined;
  readonly answer: GatewayAnswer | null;
}

// What no reader was made for is the sender's body all the same, and must not be lost.
const ODD = new HttpError(
  400,
  'malformed',
  'The body cannot be read; perhaps it is nested too deep.',
);

/** What the endpoint works with. */
export interface SendMeans {
  readonly options: ResolvedOptions;
  readonly tokens: AccessTokens;
  readonly faults: FaultPlan;
  readonly inbox: Inbox;
  /** Ends every wait. */
  readonly closing: AbortSignal;
}

/** `/SMSApi/send`: a message for a yes or a no (document, section 4.2). */
export class SendEndpoint {
  readonly #options: ResolvedOptions;
  readonly #tokens: AccessTokens;
  readonly #faults: FaultPlan;
  readonly #inbox: Inbox;
  readonly #closing: AbortSignal;

  constructor({ options, tokens, faults, inbox, closing }: SendMeans) {
    this.#options = options;
    this.#tokens = tokens;
    this.#faults = faults;
    this.#inbox = inbox;
    this.#closing = closing;
  }

  /** Answers one send and keeps it, taken or not. */
  async handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const received = this.#moment();
    const outcome = await this.#decide(request, url);
    // Kept before the answer goes out: a test that has its receipt finds the message there.
    const kept = this.#keep(request, url, received, outcome);
    const delivery = await deliverAnswer(response, outcome.answer, outcome.fault, {
      closing: this.#closing,
      random: () => this.#faults.random(),
    });
    for (const { id, timeline } of kept) {
      this.#inbox.update(id, { timeline: [...timeline, { at: this.#moment(), event: delivery }] });
    }
  }

  async #decide(request: IncomingMessage, url: URL): Promise<Outcome> {
    let form: SendForm;
    try {
      const body = await readBody(request, this.#options.maxBodyBytes);
      form = await readSendForm(request, url, body);
    } catch (error) {
      if (error instanceof ClientGoneError) throw error;
      return unreadable(error instanceof HttpError ? error : ODD);
    }
    const fault = this.#faults.take(
      'send',
      unjudged(form).entries.flatMap(({ valid }) => valid),
    );
    const notes = fault === undefined ? [] : [`The fault ${fault.fault} struck.`];
    if (fault !== undefined && !takesRequest(fault)) {
      const { entries, ...judgement } = unjudged(form);
      return {
        ...judgement,
        form,
        entries: entries.map(lose),
        notes: [...judgement.notes, ...notes],
        transactionId: null,
        fault,
        answer: faultAnswer(fault, undefined),
      };
    }
    if (fault?.fault === 'expire-token') this.#expireToken(request);
    const judgement = judgeSend(request.headers, form, fault, this.#options, this.#tokens);
    const decision = decideSend(form, judgement, this.#options, this.#inbox);
    return {
      ...decision,
      form,
      auth: judgement.auth,
      notes: [...judgement.notes, ...decision.notes, ...notes],
      fault,
      answer: fault === undefined ? decision.answer : faultAnswer(fault, decision.answer),
    };
  }

  #keep(
    request: IncomingMessage,
    url: URL,
    received: TimelineEntry['at'],
    { form, entries, auth, notes, transactionId, fault, answer }: Outcome,
  ): InboxMessage[] {
    const { password, apiKey, apiKeyHeader } = this.#options;
    const secrets = {
      values: [password, encodeURIComponent(password), apiKey, ...givenToken(request)],
      names: [apiKeyHeader],
    };
    const common = {
      at: received,
      senderId: form.fields.get('senderid') ?? '',
      transactionId,
      auth,
      encoding: form.encoding,
      method: request.method ?? '',
      path: url.pathname,
      fields: maskSecrets(form.fields, secrets),
      headers: maskSecrets(headerPairs(request), secrets),
      notes: notes.map((note) => maskWithin(note, secrets)),
      fault: fault?.fault ?? null,
      answer: answer === null ? null : { status: answer.httpStatus, body: answer.body },
    };
    return entries.map((entry) => {
      const status = entry.delivered ? 'accepted' : 'refused';
      const message: NewInboxMessage = {
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
          { at: this.#moment(), event: status },
        ],
      };
      return this.#inbox.add(message);
    });
  }

  #expireToken(request: IncomingMessage): void {
    for (const token of givenToken(request)) this.#tokens.expire(token);
  }

  #moment(): string {
    return new Date(this.#options.now()).toISOString();
  }
}

function lose(entry: JudgedEntry): DecidedEntry {
  return { ...entry, delivered: false, duplicate: false };
}

function unreadable(error: HttpError): Outcome {
  const { status, message, headers } = error;
  const answer = refusal(String(status), message, status);
  return {
    form: makeForm('unreadable', new FieldCollector()),
    entries: [lose({ mobile: '', msg: '', valid: [], invalid: [] })],
    auth: null,
    notes: [message],
    transactionId: null,
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
    if (value !== undefined) yield [name, Array.isArray(value) ? value.join(', ') : value];
  }
}
