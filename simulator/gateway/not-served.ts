import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpError } from '../http/http-error.js';
import { readBody } from '../http/read-body.js';
import type { SimulatorContext } from '../simulator-context.js';
import { makeForm, type SendForm } from './fields.js';
import { noteOpenPassword, readSendForm } from './read-send-form.js';
import { keepOther } from './request-record.js';
import { jsonAnswer } from '../common/simulated-answer.js';

/**
 * Keeps a request that the gateway does not serve, with the error that answers it. Not one of a browser:
 * the page and its tools ask for files of their own, and another site must not plant requests.
 */
export async function keepNotServed(
  context: SimulatorContext,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  { status, message, body }: HttpError,
): Promise<void> {
  if (request.headers['sec-fetch-site'] !== undefined) return;
  const at = new Date(context.options.now()).toISOString();
  const form = await readForm(request, url, context);
  const answer = jsonAnswer(body, status);
  const done = keepOther(context, request, url, form, answer, {
    at,
    kind: 'other',
    account: form?.fields.get('userid') ?? '',
    auth: null,
    refusal: { statusCode: String(status), reason: status === 404 ? 'Not served' : message },
    notes: noteOpenPassword(url.searchParams),
    fault: null,
  });
  response.once('close', () => done(response.writableFinished ? 'answered' : 'client gone'));
}

/** The fields; undefined if it has none. */
async function readForm(
  request: IncomingMessage,
  url: URL,
  { options }: SimulatorContext,
): Promise<SendForm | undefined> {
  // Its body was what could not be read.
  if (request.readableDidRead) return makeForm('unreadable', []);
  const body = await readBody(request, options.maxBodyBytes);
  if (body.length === 0 && url.search === '') return undefined;
  return readSendForm(request, url, body).catch(() => makeForm('unreadable', []));
}
