import type { GatewayAnswer } from '../protocol/gateway-answer.js';

/** An answer as it would come over the wire. */
export function jsonAnswer(body: object, status = 200): GatewayAnswer {
  return { status, headers: {}, body: Buffer.from(JSON.stringify(body)) };
}
