import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GatewayAnswer } from '../gateway/gateway-answer.js';
import type { Fault } from './fault.js';

/** How an answer went out. */
export type Delivery = 'answered' | 'answer lost' | 'client gone';

/** What a delivery needs beside the answer. */
export interface DeliveryMeans {
  /** Ends every wait. */
  readonly closing: AbortSignal;
  /** The plan's dice. */
  random(): number;
}

/** Sends an answer, or does to the connection what the fault says. Never throws. */
export async function deliverAnswer(
  response: ServerResponse,
  answer: GatewayAnswer | null,
  fault: Fault | undefined,
  means: DeliveryMeans,
): Promise<Delivery> {
  try {
    return await deliver(response, answer, fault, means);
  } catch {
    return 'client gone'; // the wait was ended: the simulator closes, or the client left
  }
}

async function deliver(
  response: ServerResponse,
  answer: GatewayAnswer | null,
  fault: Fault | undefined,
  means: DeliveryMeans,
): Promise<Delivery> {
  if (fault?.fault === 'reset') {
    response.socket?.resetAndDestroy();
    return 'answer lost';
  }
  if (fault?.fault === 'stall') {
    if (!response.destroyed) await once(response, 'close', { signal: means.closing });
    return 'client gone';
  }
  if (answer === null) {
    response.socket?.destroy();
    return 'answer lost';
  }
  if (fault?.fault === 'slow') {
    const wait = (fault.latency ?? 0) + means.random() * (fault.jitter ?? 0);
    await sleep(wait, undefined, { signal: endOf(response, means.closing) });
  }
  if (response.destroyed) return 'client gone';
  response.writeHead(answer.httpStatus, {
    ...answer.headers,
    'Content-Length': Buffer.byteLength(answer.body),
  });
  if (fault?.fault === 'drip') await drip(response, answer.body, fault, means.closing);
  response.end(fault?.fault === 'drip' ? '' : answer.body);
  return 'answered';
}

async function drip(
  response: ServerResponse,
  body: string,
  { bytes = 1, interval = 0 }: Fault,
  closing: AbortSignal,
): Promise<void> {
  const signal = endOf(response, closing);
  const whole = Buffer.from(body);
  for (let at = 0; at < whole.length; at += bytes) {
    // Not after the last piece: a client that has it all may go.
    if (at > 0) await sleep(interval, undefined, { signal });
    response.write(whole.subarray(at, at + bytes));
  }
}

function endOf(response: ServerResponse, closing: AbortSignal): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return AbortSignal.any([gone.signal, closing]);
}
