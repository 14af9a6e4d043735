import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Refusal,
  refusal,
  sendRefusal,
  type SimulatedAnswer,
} from '../common/simulated-answer.js';
import type { AnswerEvent, Wire } from './behaviour.js';
import type { Fault } from '../common/fault.js';

const HTML = 'text/html; charset=utf-8';

/** No answer. */
export function noAnswer(): null {
  return null;
}

/** An HTML page in place of the answer, with `Retry-After` if the fault has it. */
export function page(status: number, title: string): (fault: Fault) => SimulatedAnswer {
  return ({ retryAfter }) => ({
    httpStatus: status,
    headers: {
      'Content-Type': HTML,
      ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
    },
    body: `<html><head><title>${status} ${title}</title></head><body><h1>${title}</h1></body></html>\n`,
  });
}

/** Half of the answer. */
export function cutShort(
  _fault: Fault,
  gatewayAnswer: SimulatedAnswer | undefined,
): SimulatedAnswer {
  const body = gatewayAnswer?.body ?? '{"status":"success","mobile":"';
  return {
    httpStatus: gatewayAnswer?.httpStatus ?? 200,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: body.slice(0, Math.ceil(body.length / 2)),
  };
}

/** A failure body, with what the fault says. */
export function refuse(fault: Fault): SimulatedAnswer {
  return fault.on === 'login'
    ? refusal(fault.statusCode ?? '', fault.reason ?? '', fault.httpStatus)
    : sendRefusal(refusalOf(fault), fault.httpStatus);
}

/** Why a fault refuses a send. */
export function refusalOf({ fault, statusCode = '', reason }: Fault): Refusal {
  return { statusCode, reason: reason ?? `The fault ${fault} was used` };
}

/** Resets the connection. */
export async function reset({ response }: Wire): Promise<AnswerEvent> {
  response.socket?.resetAndDestroy();
  return 'answer lost';
}

/** Waits until the client gives up. */
export async function stall({ response, closing }: Wire): Promise<AnswerEvent> {
  if (!response.destroyed) await once(response, 'close', { signal: closing });
  return 'client gone';
}

/** Waits before the answer. */
export async function delay(wire: Wire, { latency = 0 }: Fault): Promise<undefined> {
  await sleep(latency, undefined, { signal: endOf(wire) });
}

/** Writes the body in small pieces. */
export async function drip(
  wire: Wire,
  body: Buffer,
  { bytes = 1, interval = 0 }: Fault,
): Promise<undefined> {
  const signal = endOf(wire);
  for (let at = 0; at < body.length; at += bytes) {
    // Not after the last piece, because a client that has everything may disconnect.
    if (at > 0) await sleep(interval, undefined, { signal });
    wire.response.write(body.subarray(at, at + bytes));
  }
}

function endOf({ response, closing }: Wire): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return AbortSignal.any([gone.signal, closing]);
}
