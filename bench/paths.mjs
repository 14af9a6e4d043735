// `npm run bench:paths`: the paths inside a send, each alone.
import { median, table } from './figures.mjs';
import { checkMessage } from '../dist/esm/message/check-message.js';
import { estimateSegments } from '../dist/esm/message/segments.js';
import { encodeSendForm } from '../dist/esm/protocol/send-form.js';
import { readSendAnswer } from '../dist/esm/protocol/send-answer.js';
import { TokenAuthProvider } from '../dist/esm/auth/token.auth-provider.js';

const context = { defaults: { senderId: 'MYSHOP', type: 'text' }, reservedFields: new Set() };
const message = {
  to: '+91 98765 43210',
  text: 'Your code is 482913. Do not share it with anybody.',
};
const checked = checkMessage(message, context);
const answer = {
  status: 200,
  headers: {},
  body: Buffer.from(
    '{"status":"success","mobile":"919876543210","invalidMobile":"","transactionId":"1097965622371110963","statusCode":"200","reason":"success","msgId":""}',
  ),
};
const sent = {
  recipients: checked.recipients,
  segments: checked.segments,
  refusedCodes: new Set(['216']),
  redactor: () => undefined,
};
const login = {
  run: () =>
    Promise.resolve({
      token: 't',
      expiresAfter: new Date(Date.now() + 86_400_000).toISOString().slice(0, 19).replace('T', ' '),
      date: undefined,
      sentAt: Date.now(),
      answeredAt: Date.now(),
    }),
};
const token = new TokenAuthProvider(
  { timeZone: 'UTC', cooldown: 1000, total: 1000, userId: 'u' },
  login,
);
await token.credentials();

const PATHS = {
  'token at hand': () => token.ready(),
  'check and normalise': () => checkMessage(message, context),
  'encode the form': () => encodeSendForm(checked, { userid: 'u' }),
  'read the answer': () => readSendAnswer(answer, sent),
  'estimate, 160 GSM-7 characters': () => estimateSegments('a'.repeat(160)),
  'estimate, 300 UCS-2 units': () => estimateSegments('ह'.repeat(300)),
};

const ROUNDS = 15;
const TIMES = 20_000;
const rows = Object.entries(PATHS).map(([name, path]) => {
  const nanoseconds = Array.from({ length: ROUNDS }, () => {
    const began = process.hrtime.bigint();
    for (let time = 0; time < TIMES; time += 1) path();
    return Number(process.hrtime.bigint() - began) / TIMES;
  }).slice(3);
  return [name, median(nanoseconds), Math.min(...nanoseconds), Math.max(...nanoseconds)].map(
    (cell) => (typeof cell === 'number' ? cell.toFixed(0) : cell),
  );
});
process.stdout.write(`${table(['path', 'median, ns', 'least', 'most'], rows)}\n`);
