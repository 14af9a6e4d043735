// What every variant sends, and how its answer is checked.
export const POOL = 50;

export const CREDENTIALS = { userId: 'bench-user', password: 'bench-password' };
export const TOKEN = 'an-access-token';

/** The message of one send: a number and a text that differ each time. */
export function messageOf(index) {
  return {
    to: `9198765${10_000 + (index % 90_000)}`,
    text: `Your code is ${100_000 + index}. Do not share it.`,
  };
}

/** The nine fields of the specification, in its order. */
export function fieldsOf(index) {
  const { to, text } = messageOf(index);
  return [
    ['userid', CREDENTIALS.userId],
    ['mobile', to],
    ['senderid', 'MYSHOP'],
    ['dltEntityId', '1101234567890123456'],
    ['msg', text],
    ['sendMethod', 'quick'],
    ['msgType', 'text'],
    ['output', 'json'],
    ['duplicatecheck', 'true'],
  ];
}

/** Nobody is fast by failing. */
export function check(body) {
  const answer = typeof body === 'string' ? JSON.parse(body) : body;
  if (answer.status !== 'success' || !answer.transactionId) throw new Error('not accepted');
}

const BOUNDARY = '--------------------------5a1c9d2e8b7f4a3c6d5e9f01';

/** The leanest multipart form there is, for the variants by hand. */
export function bodyByHand(index) {
  let form = '';
  for (const [name, value] of fieldsOf(index)) {
    form += `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  }
  return Buffer.from(`${form}--${BOUNDARY}--\r\n`);
}

export const HEADERS_BY_HAND = {
  Authorization: TOKEN,
  'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
};
