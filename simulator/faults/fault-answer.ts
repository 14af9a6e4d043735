import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { refusal, sendRefusal, type SimulatedAnswer } from '../gateway/simulated-answer.js';
import type { Refusal } from '../inbox/inbox-message.js';
import type { SimulatorContext } from '../simulator-context.js';
import type { Fault } from './fault.js';

const HTML = 'text/html; charset=utf-8';

/** What happened to an answer. */
export type AnswerEvent = 'answered' | 'answer lost' | 'client gone';

/**
 * The answer that a fault sends instead of the gateway's own.
 *
 * @param own the gateway's own answer; undefined if it did not handle the request
 * @returns null if the answer is lost
 */
export function faultAnswer(
  fault: Fault,
  own: SimulatedAnswer | undefined,
): SimulatedAnswer | null {
  switch (fault.fault) {
    case 'accept-then-drop':
    case 'drop':
    case 'reset':
    case 'stall':
      return null;
    case '429':
      return html(429, 'Too Many Requests', fault.retryAfter);
    case '500':
      return html(500, 'Internal Server Error');
    case '502':
      return html(502, 'Bad Gateway', fault.retryAfter);
    case '503-html':
      return html(503, 'Service Unavailable', fault.retryAfter);
    case '200-html':
      return html(200, 'Welcome');
    case 'bad-json':
      return cutShort(own);
    case 'refuse':
      return fault.on === 'login'
        ? refusal(fault.statusCode ?? '', fault.reason ?? '', fault.httpStatus)
        : sendRefusal(refusalOf(fault), fault.httpStatus);
    default:
      return own ?? null;
  }
}

/** Why a fault refuses a send. */
export function refusalOf({ fault, statusCode = '', reason }: Fault): Refusal {
  return { statusCode, reason: reason ?? `The fault ${fault} struck` };
}

/** Writes an answer, or does to the connection what the fault says. Never throws. */
export async function writeAnswer(
  response: ServerResponse,
  answer: SimulatedAnswer | null,
  fault: Fault | undefined,
  context: SimulatorContext,
): Promise<AnswerEvent> {
  try {
    return await write(response, answer, fault, context);
  } catch {
    return 'client gone'; // a wait was aborted: the simulator closes, or the client disconnected
  }
}

async function write(
  response: ServerResponse,
  answer: SimulatedAnswer | null,
  fault: Fault | undefined,
  { closing, faults }: SimulatorContext,
): Promise<AnswerEvent> {
  if (fault?.fault === 'reset') {
    response.socket?.resetAndDestroy();
    return 'answer lost';
  }
  if (fault?.fault === 'stall') {
    if (!response.destroyed) await once(response, 'close', { signal: closing });
    return 'client gone';
  }
  if (answer === null) {
    response.socket?.destroy();
    return 'answer lost';
  }
  if (fault?.fault === 'slow') {
    const wait = (fault.latency ?? 0) + faults.random() * (fault.jitter ?? 0);
    await sleep(wait, undefined, { signal: endOf(response, closing) });
  }
  if (response.destroyed) return 'client gone';
  const body = Buffer.from(answer.body);
  response.writeHead(answer.httpStatus, { ...answer.headers, 'Content-Length': body.length });
  if (fault?.fault === 'drip') await drip(response, body, fault, closing);
  response.end(fault?.fault === 'drip' ? '' : body);
  return 'answered';
}

async function drip(
  response: ServerResponse,
  body: Buffer,
  { bytes = 1, interval = 0 }: Fault,
  closing: AbortSignal,
): Promise<void> {
  const signal = endOf(response, closing);
  for (let at = 0; at < body.length; at += bytes) {
    // Not after the last piece, because a client that has everything may disconnect.
    if (at > 0) await sleep(interval, undefined, { signal });
    response.write(body.subarray(at, at + bytes));
  }
}

function endOf(response: ServerResponse, closing: AbortSignal): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return AbortSignal.any([gone.signal, closing]);
}

function html(status: number, title: string, retryAfter?: number): SimulatedAnswer {
  return {
    httpStatus: status,
    headers: {
      'Content-Type': HTML,
      ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
    },
    body: `<html><head><title>${status} ${title}</title></head><body><h1>${title}</h1></body></html>\n`,
  };
}

function cutShort(own: SimulatedAnswer | undefined): SimulatedAnswer {
  const body = own?.body ?? '{"status":"success","mobile":"';
  return {
    httpStatus: own?.httpStatus ?? 200,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: body.slice(0, Math.ceil(body.length / 2)),
  };
}
