import type { IncomingMessage } from 'node:http';
import type { AnswerEvent } from '../faults/behaviour.js';
import { NO_MESSAGE, type InboxMessage, type NewInboxMessage } from '../inbox/inbox-message.js';
import type { SimulatorContext } from '../simulator-context.js';
import type { ResolvedOptions } from '../options/check-options.js';
import type { Account } from '../options/simulator.options.js';
import type { SendForm } from './fields.js';
import { maskSecrets, maskWithin, type Secrets } from '../common/mask-secrets.js';
import type { SimulatedAnswer } from '../common/simulated-answer.js';

/** The secrets that a request may carry. */
export function secretsOf(request: IncomingMessage, options: ResolvedOptions): Secrets {
  return {
    values: [...options.accounts.flatMap(secretsOfAccount), ...givenToken(request)],
    names: [options.apiKeyHeader],
  };
}

/** What every kept request has: where it came from, and what it was, secrets masked. */
export function recordOf(
  request: IncomingMessage,
  url: URL,
  form: Pick<SendForm, 'fields' | 'encoding'>,
  secrets: Secrets,
) {
  return {
    encoding: form.encoding,
    remoteAddress: request.socket.remoteAddress ?? '',
    method: request.method ?? '',
    path: maskWithin(url.pathname, secrets),
    fields: maskSecrets(form.fields, secrets),
    headers: maskSecrets(headerPairs(request), secrets),
  };
}

/** What is known about a login or another request once it is answered. */
export type Decided = Pick<
  NewInboxMessage,
  'at' | 'kind' | 'account' | 'auth' | 'notes' | 'fault'
> &
  Pick<InboxMessage, 'refusal'>;

/**
 * Keeps a login or another request.
 *
 * @param form its fields; undefined if it has none
 * @returns notes how the answer went
 */
export function keepOther(
  { inbox, options }: SimulatorContext,
  request: IncomingMessage,
  url: URL,
  form: Pick<SendForm, 'fields' | 'encoding'> | undefined,
  answer: SimulatedAnswer | null,
  { account, notes, refusal, ...decided }: Decided,
): (event: AnswerEvent) => void {
  const secrets = secretsOf(request, options);
  const status = refusal === undefined ? 'accepted' : 'refused';
  const moment = () => new Date(options.now()).toISOString();
  const { id, timeline } = inbox.add({
    ...NO_MESSAGE,
    ...decided,
    ...recordOf(request, url, form ?? { encoding: 'none', fields: new Map() }, secrets),
    status,
    ...(refusal && { refusal }),
    account: secrets.values.includes(account) ? '<masked>' : maskWithin(account, secrets),
    notes: notes.map((note) => maskWithin(note, secrets)),
    answer:
      answer === null
        ? null
        : { status: answer.httpStatus, body: maskWithin(hideToken(answer.body), secrets) },
    timeline: [
      { at: decided.at, event: 'received' },
      { at: moment(), event: status },
    ],
  });
  return (event) => inbox.update(id, { timeline: [...timeline, { at: moment(), event }] });
}

/** The token that a request carries, if any. */
export function givenToken({ headers: { authorization = '' } }: IncomingMessage): string[] {
  const token = authorization.replace(/^\w+ +/, '');
  return token === '' ? [] : [token];
}

// A token or key that was issued is as secret as one that a request sends.
function hideToken(body: string): string {
  return body.replace(/("(?:token|apikey)":")[^"]*/, '$1<masked>');
}

/** The secrets of an account, as they may come in a request. */
function secretsOfAccount({ password, apiKey }: Account): string[] {
  const all = [password, password && encodeURIComponent(password), apiKey];
  return all.filter((secret) => secret !== undefined);
}

function* headerPairs({ headers }: IncomingMessage): Generator<[string, string]> {
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) yield [name, [value].flat().join(', ')];
  }
}
