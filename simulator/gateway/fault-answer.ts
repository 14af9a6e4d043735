import type { ServerResponse } from 'node:http';
import type { SimulatedAnswer } from '../common/simulated-answer.js';
import type { SimulatorContext } from '../simulator-context.js';
import type { AnswerEvent } from '../faults/behaviour.js';
import type { Fault } from '../common/fault.js';
import { behaviourOf, FAULTS } from '../faults/fault-table.js';

/** Whether the gateway handles the request before the fault takes effect. */
export function handlesRequest({ fault, accept }: Fault): boolean {
  return accept ?? FAULTS[fault].accepts;
}

/**
 * The answer that a fault sends instead of the gateway's own.
 *
 * @param gatewayAnswer the gateway's own answer; undefined if it did not handle the request
 * @returns null if the answer is lost
 */
export function faultAnswer(
  fault: Fault,
  gatewayAnswer: SimulatedAnswer | undefined,
): SimulatedAnswer | null {
  const { answer } = behaviourOf(fault);
  return answer ? answer(fault, gatewayAnswer) : (gatewayAnswer ?? null);
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
  { closing }: SimulatorContext,
): Promise<AnswerEvent> {
  const { before, body: writeBody } = behaviourOf(fault);
  const wire = { response, closing };
  const eventBefore = fault && (await before?.(wire, fault));
  if (eventBefore) return eventBefore;
  if (answer === null) {
    response.socket?.destroy();
    return 'answer lost';
  }
  if (response.destroyed) return 'client gone';
  const body = Buffer.from(answer.body);
  response.writeHead(answer.httpStatus, { ...answer.headers, 'Content-Length': body.length });
  const cut = fault && (await writeBody?.(wire, body, fault));
  if (cut) return cut;
  response.end(writeBody ? '' : body);
  return 'answered';
}
