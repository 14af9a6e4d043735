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
  error: HttpError,
): Promise<void> {
  if (request.headers['sec-fetch-site'] !== undefined) return;
  keepError(context, request, response, url, error, await readForm(request, url, context));
}

/**
 * Keeps a call that a browser makes for a page of another site, so that the developer of the page sees why it
 * fails. Without its fields: the site must not plant a text.
 */
export function keepForbidden(
  context: SimulatorContext,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  error: HttpError,
): void {
  keepError(context, request, response, url, error);
}

function keepError(
  context: SimulatorContext,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  { status, message, body }: HttpError,
  form?: SendForm,
): void {
  const done = keepOther(context, request, url, form, jsonAnswer(body, status), {
    at: new Date(context.options.now()).toISOString(),
    kind: 'other',
    account: form?.fields.get('userid') ?? '',
    auth: null,
    refusal: { statusCode: String(status), reason: status === 404 ? 'Not served' : message },
    notes: form === undefined ? [] : noteOpenPassword(url.searchParams),
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
