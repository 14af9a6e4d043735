import type { IncomingMessage } from 'node:http';
import { writeAnswer } from './fault-answer.js';
import { HttpError } from '../http/http-error.js';
import { readBody } from '../http/read-body.js';
import type { Handler } from '../http/server.js';
import type { InboxMessage } from '../inbox/inbox-message.js';
import type { SimulatorContext } from '../simulator-context.js';
import type { Call, CallAnswer } from './call.js';
import { checkCredentials } from './check-credentials.js';
import { makeForm, noteOutput, type SendForm } from './fields.js';
import { CALLS } from './other-calls.js';
import { noteOpenPassword, readSendForm } from './read-send-form.js';
import { keepOther } from './request-record.js';
import { jsonAnswer, missing } from '../common/simulated-answer.js';

/** The calls besides logins and sends, by their paths. */
export function makeOtherCalls(context: SimulatorContext): Readonly<Record<string, Handler>> {
  const endpoints = Object.entries(CALLS).map(([path, call]): [string, Handler] => {
    return [`/SMSApi/${path}`, makeEndpoint(context, path, call)];
  });
  return Object.fromEntries(endpoints);
}

function makeEndpoint(context: SimulatorContext, path: string, call: Call): Handler {
  const { options } = context;
  const [first, action] = path.split('/');
  const { api = first } = call;
  return async (request, response, url) => {
    const at = new Date(options.now()).toISOString();
    const { form, auth, notes, callAnswer, ...sent } = await decide(request, url, call, context);
    const refused = callAnswer.statusCode === undefined ? undefined : callAnswer;
    const members = refused
      ? { status: 'error', msg: refused.reason, code: refused.statusCode }
      : { status: 'success', msg: 'success', code: '200', ...callAnswer };
    const usualAnswer = jsonAnswer({ response: { api, action, ...members } }, sent.httpStatus);
    const answer = { ...usualAnswer, headers: { ...usualAnswer.headers, ...sent.headers } };
    const done = keepOther(context, request, url, form, answer, {
      at,
      kind: 'other',
      account: form.fields.get('userid') ?? '',
      auth,
      ...(refused && { refusal: refused }),
      notes: [...notes, ...noteOutput(form.fields), ...noteOpenPassword(url.searchParams)],
      fault: null,
    });
    done(await writeAnswer(response, answer, undefined, context));
  };
}

/** The answer to a call. A body that cannot be read is refused, too. */
interface Decision extends Pick<InboxMessage, 'auth' | 'notes'> {
  readonly form: SendForm;
  readonly callAnswer: CallAnswer;
  readonly httpStatus?: number | undefined;
  /** Further headers of the answer. */
  readonly headers?: HttpError['headers'];
}

async function decide(
  request: IncomingMessage,
  url: URL,
  call: Call,
  context: SimulatorContext,
): Promise<Decision> {
  try {
    const body = await readBody(request, context.options.maxBodyBytes);
    const isEmpty = request.method === 'POST' && body.length === 0 && url.search === '';
    const form = isEmpty ? makeForm('none', []) : await readSendForm(request, url, body);
    return { form, ...answerTo(request, form.fields, call, context) };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const { status, message, headers } = error;
    const callAnswer = { statusCode: String(status), reason: message };
    const form = makeForm('unreadable', []);
    return { form, auth: null, notes: [], callAnswer, httpStatus: status, headers };
  }
}

function answerTo(
  { headers }: IncomingMessage,
  fields: SendForm['fields'],
  { fields: callFields = {}, refusesKey = false, answer }: Call,
  context: SimulatorContext,
) {
  const { options, tokens } = context;
  const refuses = refusesKey && !options.reportKeys && !options.acceptAny;
  const check = checkCredentials(headers, fields, options, tokens, refuses);
  const { refusal: wrong, ...credentialCheck } = check;
  const notes = [...credentialCheck.notes];
  const lacks = Object.keys(callFields).find(
    (name) => !callFields[name]?.isOptional() && !fields.get(name),
  );
  const openCall = { ...context, fields, userId: fields.get('userid') ?? '', notes };
  return {
    ...credentialCheck,
    notes,
    callAnswer: wrong ?? (lacks ? missing(lacks) : answer(openCall)),
  };
}
