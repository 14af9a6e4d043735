import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GatewayAnswer } from '../gateway/gateway-answer.js';
import type { Fault } from './fault.js';
import type { FaultPlan } from './fault-plan.js';

/** What became of an answer. */
export type AnswerEvent = 'answered' | 'answer lost' | 'client gone';

/** What writing an answer needs. */
export interface AnswerContext {
  /** Aborts when the simulator closes. */
  readonly closing: AbortSignal;
  readonly faults: FaultPlan;
}

/** Writes an answer, or does to the connection what the fault says. Never throws. */
export async function writeAnswer(
  response: ServerResponse,
  answer: GatewayAnswer | null,
  fault: Fault | undefined,
  context: AnswerContext,
): Promise<AnswerEvent> {
  try {
    return await write(response, answer, fault, context);
  } catch {
    return 'client gone'; // a wait was aborted: the simulator closes, or the client disconnected
  }
}

async function write(
  response: ServerResponse,
  answer: GatewayAnswer | null,
  fault: Fault | undefined,
  { closing, faults }: AnswerContext,
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
