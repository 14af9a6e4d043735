import * as bull from 'bullmq';
import { SmsMessageError } from '../../lib/index.js';
import { isSameMessage } from '../../lib/extras/queue/jobs/stored-job.js';
import { addJobs } from '../../lib/extras/queue/producer/add-jobs.js';
import { PartlyDoneError } from '../../lib/extras/queue/jobs/lasting-backend.js';
import { createPostgresStore } from '../../lib/extras/queue/postgres/postgres-store.js';
import type { OpenQueue } from '../../lib/extras/queue/queue-connection.js';
import { Cipher } from '../../lib/extras/records/cipher.js';

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const TERMS = {
  delay: 0,
  expiresAfter: 1000,
  priority: 'normal',
  transaction: undefined,
  reachesAll: true,
  broadcast: undefined,
} as const;

it('an error of the store after a message was added does not prove that nothing was added', async () => {
  const queue = { add: () => Promise.resolve() };
  const broken = { messages: () => Promise.reject(refused) };
  const open = { queue, store: broken } as unknown as OpenQueue;
  const addition = { id: 'k1', text: 'text' };
  const error: unknown = await addJobs(open, new Cipher(), [addition], TERMS).catch(
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(PartlyDoneError);
  const store = await createPostgresStore(
    bull,
    'postgres://127.0.0.1:9/app',
    () => undefined,
    'A test',
  );
  expect(store.provesNothingDone(refused)).toBe(true);
  expect(store.provesNothingDone(error)).toBe(false);
  await store.close();
});

it('each of many messages is judged on its own by a store that takes each on its own', async () => {
  const busy = new Error('BUSY Redis is busy running a script');
  const lost = new Error('Connection is closed.');
  const fate: Record<string, Error | undefined> = { a: undefined, b: busy, c: lost };
  const queue = {
    add: async (_name: string, _data: object, { jobId }: { jobId: string }) => {
      const error = fate[jobId];
      if (error) throw error;
    },
  };
  const store = { addsEach: true, provesNothingDone: (error: unknown) => error === busy };
  const open = { queue, store } as unknown as OpenQueue;
  const add = (...ids: readonly string[]) =>
    addJobs(
      open,
      new Cipher(),
      ids.map((id) => ({ id, text: 'text' })),
      TERMS,
    );
  expect(await add('a', 'b', 'c')).toEqual([
    { id: 'a', duplicate: false },
    { cause: busy },
    { cause: lost },
  ]);
  // What nobody can prove decides if none was added.
  await expect(add('b', 'c')).rejects.toBe(lost);
});

const WRITTEN = { text: 'Grüße\n', recipients: ['919876543210', '919811111111'] };

// The rest of what a key stands for is tested with a queue.
it.each<[what: string, isSame: boolean, other: object]>([
  ['line breaks, as on old Macs', true, { ...WRITTEN, text: 'Grüße\r' }],
  ['keys, as another version wrote them', true, { ...WRITTEN, values: { type: 'text' } }],
  [
    'spelling of a number, as earlier releases kept it',
    true,
    { ...WRITTEN, recipients: ['919811111111', '9109876543210', '919876543210'] },
  ],
  ['number of line breaks', false, { ...WRITTEN, text: 'Grüße\n\n' }],
  ['number of recipients', false, { ...WRITTEN, recipients: ['919876543210'] }],
])('a message with another %s is the same one: %s', (_what, isSame, other) => {
  const [one, two] = [JSON.stringify(WRITTEN), JSON.stringify(other)];
  expect([isSameMessage(one, two), isSameMessage(two, one)]).toEqual([isSame, isSame]);
});

it('a transaction is refused by a store without transactions, before a statement is run', async () => {
  const open = { store: { name: 'Redis' } } as unknown as OpenQueue;
  let calls = 0;
  const transaction = (): Promise<[]> => {
    calls += 1;
    return Promise.resolve([]);
  };
  const added = addJobs(open, new Cipher(), [], { ...TERMS, transaction });
  await expect(added).rejects.toThrow(SmsMessageError);
  await expect(added).rejects.toThrow('needs PostgreSQL; this queue is kept in Redis');
  expect(calls).toBe(0);
});
