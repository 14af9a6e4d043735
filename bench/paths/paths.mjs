// The paths inside a send, by what they do. Each gives what it made.
import FormData from 'form-data';
import { TokenAuthProvider } from '../../dist/esm/lib/auth/token.auth-provider.js';
import { checkDefaults, checkMessage } from '../../dist/esm/lib/message/check-message.js';
import { createRecipientReader } from '../../dist/esm/lib/message/recipient-reader.js';
import { estimateSegments } from '../../dist/esm/lib/message/segments.js';
import { readSendAnswer } from '../../dist/esm/lib/protocol/send-answer.js';
import { encodeSendForm } from '../../dist/esm/lib/protocol/send-form.js';
import { createRedactor } from '../../dist/esm/lib/protocol/redactor.js';
import { fieldsOf } from '../variants/shared.mjs';

const defaults = { senderId: 'MYSHOP', dltEntityId: '1101234567890123456', type: 'text' };
const context = {
  defaults: checkDefaults(defaults),
  readRecipient: createRecipientReader({ numbers: 'strict' }),
};
const inIndia = {
  ...context,
  readRecipient: createRecipientReader({ numbers: 'strict', defaultCountry: 'IN' }),
};
const text = 'Your code is 482913. Do not share it with anybody.';
const credentials = { userid: 'bench-user' };
const checked = checkMessage({ to: '919876543210', text }, context);
const hundred = checkMessage(
  { to: Array.from({ length: 100 }, (_, index) => String(919_800_000_000 + index)), text },
  context,
);

const answerOf = (fields) => ({
  status: 200,
  headers: {},
  body: Buffer.from(JSON.stringify(fields)),
});
const answer = answerOf({
  status: 'success',
  mobile: '919876543210',
  invalidMobile: '',
  transactionId: '1097965622371110963',
  statusCode: '200',
  reason: 'success',
  msgId: '',
});
// As some JSON writers do: the digits would be lost to JSON.parse.
const bareId = {
  ...answer,
  body: Buffer.from(answer.body.toString().replace('"1097965622371110963"', '1097965622371110963')),
};
const sent = {
  recipients: checked.recipients,
  segments: checked.segments,
  account: 'default',
  refusedCodes: new Set(['216']),
  failureWords: new Set(['error']),
  redactor: () =>
    createRedactor({ secrets: ['bench-user', 'a-token'], text, recipients: checked.recipients }),
};
const no = answerOf({ status: 'error', statusCode: '203', reason: 'Sender id is invalid' });

function readNo() {
  try {
    return readSendAnswer(no, sent);
  } catch (error) {
    return error;
  }
}

const inADay = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
const token = new TokenAuthProvider(
  { timeZone: 'UTC', cooldown: 1000, total: 1000, userId: 'u' },
  {
    run: () =>
      Promise.resolve({
        token: 't',
        expiresAfter: inADay,
        date: undefined,
        sentAt: Date.now(),
        answeredAt: Date.now(),
      }),
  },
);
await token.credentials();

const gsm = 'a'.repeat(160);
const longGsm = 'a'.repeat(1000);
const ucs2 = 'ह'.repeat(300);

export const PATHS = {
  'token at hand': () => token.ready(),
  'check and normalise, digits': (time) =>
    checkMessage({ to: String(919_876_500_000 + time), text }, context),
  'check and normalise, as a person writes': () =>
    checkMessage({ to: '+91 98765 43210', text }, context),
  'check and normalise, national number': () => checkMessage({ to: '9876543210', text }, inIndia),
  'encode the form': () => encodeSendForm(checked, credentials),
  'encode the form, 100 recipients': () => encodeSendForm(hundred, credentials),
  'the same form by form-data alone': (time) => {
    const form = new FormData();
    for (const [name, value] of fieldsOf(time)) form.append(name, value);
    return form.getBuffer();
  },
  'read the answer': () => readSendAnswer(answer, sent),
  'read a rejection': readNo,
  'read the answer, transactionId a bare number': () => readSendAnswer(bareId, sent),
  'estimate, 50 GSM-7 characters': () => estimateSegments(text),
  'estimate, 160 GSM-7 characters': () => estimateSegments(gsm),
  'estimate, 1,000 GSM-7 characters': () => estimateSegments(longGsm),
  'estimate, 300 UCS-2 units': () => estimateSegments(ucs2),
};
