import { GatewayAnswer } from '../../lib/core/protocol/gateway-answer.js';
import type { SentMessage } from '../../lib/core/protocol/send-answer.js';
import { FAILURE_WORDS } from '../../lib/core/protocol/verdict.js';

/** An HTTP answer with a body as it is, or as JSON. */
export function answer(
  body: unknown,
  status = 200,
  headers: GatewayAnswer['headers'] = {},
): GatewayAnswer {
  const plain = typeof body === 'string' || Buffer.isBuffer(body);
  return new GatewayAnswer(status, headers, Buffer.from(plain ? body : JSON.stringify(body)));
}

/** The specification's example of an accepted send. */
export const ACCEPTANCE = {
  status: 'success',
  mobile: '919876543210',
  invalidMobile: '',
  transactionId: '1234567890123456789',
  statusCode: '200',
  reason: 'success',
  msgId: '',
} as const;

/** A rejection, as real gateways send it. */
export const REJECTION = {
  status: 'error',
  statusCode: '203',
  reason: 'Sender id is invalid',
} as const;

export const RECIPIENTS = ['919876543210', '919876543211'];

export const SENT: SentMessage = {
  message: {
    recipients: RECIPIENTS,
    values: { text: 'hi', type: 'text' },
    segments: { encoding: 'GSM-7', count: 1, units: 2, perSegment: 160, nonGsm: [] },
  },
  account: 'marketing',
  rules: {
    refusedCodes: new Set(['401', '403', '216']),
    failureWords: new Set(FAILURE_WORDS),
  },
  request: { credentials: {}, sent: ['hunter2', 'hi', ...RECIPIENTS] },
};
