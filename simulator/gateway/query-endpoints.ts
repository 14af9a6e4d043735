import type { IncomingMessage } from 'node:http';
import { writeAnswer } from '../faults/fault-answer.js';
import { HttpError } from '../http/http-error.js';
import { readBody } from '../http/read-body.js';
import type { Handler } from '../http/server.js';
import type { InboxMessage, Refusal } from '../inbox/inbox-message.js';
import type { SimulatorContext } from '../simulator-context.js';
import { checkCredentials } from './check-credentials.js';
import { makeForm, noteOutput, type SendForm } from './fields.js';
import { OTHER_CALLS } from './other-calls.js';
import { noteOpenPassword, readSendForm } from './read-send-form.js';
import { keepOther } from './request-record.js';
import { REFUSED, jsonAnswer, refusal } from './simulated-answer.js';

type Fields = SendForm['fields'];

/** One path that asks the gateway for something. None is in the specification. */
interface Query {
  /** The member `api` and `action` of the answer. */
  readonly api: string;
  readonly action: string;
  /** Whether a key lets in. */
  readonly takesKey: boolean;
  /** The field that must be there, besides the credentials. */
  readonly needs?: string;
  readonly answer: (fields: Fields) => object;
}

/** `/SMSApi/report/status` and `/SMSApi/reports/status`: the delivery reports of one send. */
export function makeReportEndpoint(context: SimulatorContext): Handler {
  return makeQueryEndpoint(context, {
    api: 'send',
    action: 'status',
    // One was refused here by a gateway that took the password.
    takesKey: false,
    needs: 'uuid',
    answer: (fields) => {
      const wanted = ({ transactionId, account }: InboxMessage) =>
        transactionId === fields.get('uuid') && account === fields.get('userid');
      const list = context.inbox.list('accepted').filter(wanted).flatMap(reportsOf);
      // Clients read either name.
      return { count: list.length, report_statusList: list, reports_statusList: list };
    },
  });
}

/** `/SMSApi/account/readstatus`: what an account has left. */
export function makeBalanceEndpoint(context: SimulatorContext): Handler {
  return makeQueryEndpoint(context, {
    api: 'account',
    action: 'readstatus',
    takesKey: true,
    answer: (fields) => ({
      account: { smsBalance: String(context.balances.of(fields.get('userid') ?? '')) },
    }),
  });
}

/** The other calls of known clients, by their paths. */
export function makeOtherCalls(context: SimulatorContext): Readonly<Record<string, Handler>> {
  const made = Object.entries(OTHER_CALLS).map(([path, call]): [string, Handler] => {
    const [api = '', action = 'read'] = path.split('/');
    const answer = (fields: Fields) => call(fields, context.options);
    return [`/SMSApi/${path}`, makeQueryEndpoint(context, { api, action, takesKey: true, answer })];
  });
  return Object.fromEntries(made);
}

function makeQueryEndpoint(context: SimulatorContext, query: Query): Handler {
  const { options } = context;
  return async (request, response, url) => {
    const at = new Date(options.now()).toISOString();
    const decision = await decide(request, url, query, context);
    const { form, auth, notes, refused, httpStatus, headers } = decision;
    const success = { api: query.api, action: query.action, status: 'success', msg: 'success' };
    const own = refused
      ? refusal(refused.statusCode, refused.reason, httpStatus)
      : jsonAnswer({ response: { ...success, code: '200', ...query.answer(form.fields) } });
    const answer = { ...own, headers: { ...own.headers, ...headers } };
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

/** The answer to a query. A body that cannot be read is refused, too. */
interface Decision extends Pick<InboxMessage, 'auth' | 'notes'> {
  readonly form: SendForm;
  readonly refused?: Refusal | undefined;
  readonly httpStatus?: number | undefined;
  /** Further headers of the answer. */
  readonly headers?: HttpError['headers'];
}

async function decide(
  request: IncomingMessage,
  url: URL,
  query: Query,
  context: SimulatorContext,
): Promise<Decision> {
  try {
    const body = await readBody(request, context.options.maxBodyBytes);
    const isEmpty = request.method === 'POST' && body.length === 0 && url.search === '';
    const form = isEmpty ? makeForm('none', []) : await readSendForm(request, url, body);
    return { form, ...check(request, form.fields, query, context) };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const { status, message, headers } = error;
    const refused = { statusCode: String(status), reason: message };
    const form = makeForm('unreadable', []);
    return { form, auth: null, notes: [], refused, httpStatus: status, headers };
  }
}

function check(
  { headers }: IncomingMessage,
  fields: Fields,
  { takesKey, needs }: Query,
  { options, tokens }: SimulatorContext,
) {
  const { apiKeyHeader } = options;
  const ignoresKey = !takesKey && headers[apiKeyHeader] !== undefined;
  const used = ignoresKey ? { ...headers, [apiKeyHeader]: undefined } : headers;
  const found = checkCredentials(used, fields, options, tokens);
  const note = 'A key is not accepted here, because real gateways have refused one.';
  const missing: Refusal = {
    statusCode: REFUSED.missing,
    reason: `The required parameter ${needs} is missing`,
  };
  const lacks = needs !== undefined && !fields.get(needs);
  return {
    ...found,
    notes: ignoresKey ? [...found.notes, note] : found.notes,
    refused: found.refusal ?? (lacks ? missing : undefined),
  };
}

function reportsOf({ id, transactionId, deliveries }: InboxMessage): object[] {
  return deliveries.flatMap(({ to, status, code, cause = code }, index) => {
    if (status === 'pending') return [];
    // The id that a pushed report has.
    const msgId = `${id}-${index + 1}`;
    const Status = status.toUpperCase();
    return [{ status: { uuId: transactionId, msgId, mobileNo: to, Status, Cause: cause } }];
  });
}
