import { jest } from '@jest/globals';
import { changeRecord } from '../../lib/extras/records/change-record.js';
import { readStoreFailure } from '../../lib/extras/records/store-failure.js';

describe('a change of a record', () => {
  it('is tried until no other process was faster', async () => {
    const results = [undefined, undefined, 'changed'];
    expect(await changeRecord(async () => results.shift())).toBe('changed');
    expect(results).toEqual([]);
  });

  it('waits for a random time before it is tried again, and not before the first try', async () => {
    const random = jest.spyOn(Math, 'random').mockReturnValue(0.9);
    try {
      await changeRecord(async () => 'changed');
      expect(random).not.toHaveBeenCalled();
      const said: string[] = [];
      await changeRecord(async () => {
        said.push('try');
        setTimeout(() => said.push('other work'), 1);
        return said.length > 1 ? 'changed' : undefined;
      });
      expect(said).toEqual(['try', 'other work', 'try']);
      expect(random).toHaveBeenCalledTimes(1);
    } finally {
      random.mockRestore();
    }
  });

  it('is not tried again once it is abandoned', async () => {
    const abandoned = new AbortController();
    let tries = 0;
    const change = changeRecord(async () => {
      tries += 1;
      abandoned.abort();
      return undefined;
    }, abandoned.signal);
    await expect(change).rejects.toThrow('aborted');
    expect(tries).toBe(1);
  });

  it('fails if other processes are always faster', async () => {
    await expect(changeRecord(async () => undefined)).rejects.toThrow(
      'Other processes changed the record 250 times',
    );
  });
});

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
