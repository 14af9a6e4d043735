import { readStoreFailure } from '../../lib/extras/records/store-failure.js';

const answered = (message: string) => Object.assign(new Error(message), { name: 'ReplyError' });
const sql = (code: string, message: string) =>
  Object.assign(new Error(message), { code, detail: 'Key (number)=(919876543210) exists.' });

it.each<[error: unknown, text: string | undefined, isLasting: boolean]>([
  [new Error('connect ECONNREFUSED 127.0.0.1:6379'), undefined, false],
  [Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }), undefined, false],
  [new Error('x', { cause: new Error('Connection is closed.') }), undefined, false],
  [answered('LOADING Redis is loading'), 'LOADING Redis is loading', false],
  [answered('NOAUTH Authentication required.'), 'NOAUTH Authentication required', true],
  [new Error('x', { cause: answered('TRYAGAIN Try') }), 'TRYAGAIN Try', false],
  [
    answered("ERR unknown command 'X', with args beginning with: 'Hi'"),
    "ERR unknown command 'X'",
    true,
  ],
  [answered(`OOM memory. script: ${'0a'.repeat(20)}, on @user_script:1.`), 'OOM memory', true],
  [sql('53300', 'sorry, too many clients already'), 'sorry, too many clients already', false],
  [sql('53100', 'could not extend file'), 'could not extend file', true],
  [sql('42501', 'permission denied'), 'permission denied', true],
  [
    sql('22P02', 'invalid input syntax for type json: "Hi"'),
    'invalid input syntax for type json',
    true,
  ],
  [sql('XX000', 'host 919876543210 at //u:p@h'), 'host •••••••• at //***@h', true],
  // As Drizzle, Prisma 7 and Knex wrap it.
  [new Error('Failed query: params: Hi', { cause: sql('55P03', 'locked') }), 'locked', false],
  [
    Object.assign(new Error('Hi'), {
      code: 'P2010',
      meta: {
        driverAdapterError: { cause: { originalCode: '57P03', originalMessage: 'starting' } },
      },
    }),
    'starting',
    false,
  ],
  [Object.assign(new Error("Can't reach it"), { code: 'P1001' }), undefined, false],
  [sql('42P01', "insert into a values ('Hi') - relation is missing"), 'relation is missing', true],
  [
    new Error('The server does not support SSL connections'),
    'The server does not support SSL connections',
    true,
  ],
  [new Error('self-signed certificate'), 'self-signed certificate', true],
])('%s is shown as %s; lasting: %s', (error, text, isLasting) => {
  expect(readStoreFailure(error)).toEqual({ text, isLasting });
});
