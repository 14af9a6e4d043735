import * as bull from 'bullmq';
import { SmsMessageError } from '../../lib/index.js';
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

describe('a key that was used', () => {
  const id = `k${'0'.repeat(40)}`;
  const written = {
    text: 'Grüße\n',
    values: { text: 'Grüße\n', type: 'text', duplicateCheck: 'true' },
    duplicateCheck: true,
    fields: { a: '1', b: '2' },
    recipients: ['919876543210', '919811111111'],
  };

  /** What happens to a message whose key another one has, which was stored before. */
  async function addedAfter(stored: object, added: object) {
    const cipher = new Cipher(['0'.repeat(64)]);
    const messages = new Map([[id, cipher.encrypt(JSON.stringify(stored), id)]]);
    const store = { messages: () => Promise.resolve(messages) };
    const open = { queue: { add: () => Promise.resolve() }, store } as unknown as OpenQueue;
    const [result] = await addJobs(open, cipher, [{ id, text: JSON.stringify(added) }], TERMS);
    return result;
  }

  it.each<[what: string, stored: object]>([
    ['type', { ...written, values: { ...written.values, type: 'unicode' } }],
    ['senderId', { ...written, values: { ...written.values, senderId: 'MYSHOP' } }],
    ['duplicateCheck', { ...written, duplicateCheck: false }],
    ['order of fields', { ...written, fields: { b: '2', a: '1' } }],
    ['fields', { ...written, fields: {} }],
    ['order of recipients', { ...written, recipients: written.recipients.toReversed() }],
    ['form of its letters', { ...written, text: written.text.normalize('NFD') }],
    ['line breaks', { ...written, text: written.text.replace('\n', '\r\n') }],
    ['line breaks, as on old Macs', { ...written, text: written.text.replace('\n', '\r') }],
    ['keys, as another version wrote them', { recipients: written.recipients, text: written.text }],
  ])('stands for the same message with another %s', async (_what, stored) => {
    expect(await addedAfter(stored, written)).toEqual({ id, duplicate: true });
    expect(await addedAfter(written, stored)).toEqual({ id, duplicate: true });
  });

  it.each<[what: string, stored: object]>([
    ['text', { ...written, text: 'Gruesse\n' }],
    ['number of line breaks', { ...written, text: 'Grüße\n\n' }],
    ['recipient', { ...written, recipients: ['919876543210', '919822222222'] }],
    ['number of recipients', { ...written, recipients: ['919876543210'] }],
  ])('does not stand for a message with another %s', async (_what, stored) => {
    expect(await addedAfter(stored, written)).toMatchObject({ error: expect.any(SmsMessageError) });
  });
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
