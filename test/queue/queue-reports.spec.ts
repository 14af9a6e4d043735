import { SmsReport } from '../../lib/extras/reports/index.js';
import type { QueueConnection } from '../../lib/extras/queue/queue-connection.js';
import { QueueReports } from '../../lib/extras/queue/producer/queue-reports.js';
import type { RecordChange } from '../../lib/extras/queue/store/queue-records.js';
import type { StoredMessage } from '../../lib/extras/queue/store/message-store.js';
import { Cipher } from '../../lib/extras/records/cipher.js';
import { NUMBER } from '../support/account.js';
import { KEY } from './open-queue.js';

const HOUR = 3_600_000;
const cipher = new Cipher([KEY]);
const SENT = { status: 'accepted', transactionId: 't1', at: 1 } as const;

function messageTo(recipients: readonly string[] = [NUMBER]): StoredMessage {
  const message = { text: 'hi', values: {}, fields: {}, recipients };
  return {
    id: 'm1',
    state: 'unknown',
    sealed: cipher.encrypt(JSON.stringify(message), 'm1'),
    addedAt: 1,
    dueAt: 1,
    attempts: 0,
    lastCode: undefined,
    maybeSent: false,
    outcome: undefined,
    change: () => Promise.resolve(false),
  };
}

const reportOf = (transactionId: string | undefined, more: object = {}) =>
  new SmsReport({
    account: 'default',
    transactionId,
    recipient: NUMBER,
    state: 'delivered',
    receivedAt: 1,
    ...more,
  });

/** The reports of a queue whose store is in memory. */
function open(keyTtl = HOUR) {
  const records = new Map<string, string>();
  const swaps: { key: string; ttl: number }[] = [];
  /** Called before each change, as another process might be. */
  const other = { first: (_key: string): void => undefined };
  const store = {
    records: {
      read: async (keys: readonly string[]) => new Map(keys.map((key) => [key, records.get(key)])),
      swap: async (changes: readonly RecordChange[], ttl: number) => {
        const right = changes.filter(({ key, before }) => {
          other.first(key);
          return records.get(key) === before;
        });
        for (const { key, after } of right) records.set(key, after);
        swaps.push(...right.map(({ key }) => ({ key, ttl })));
        return new Set(right.map(({ key }) => key));
      },
    },
  };
  const connection = {
    name: 'default',
    queueName: 'sms-default',
    opened: Promise.resolve(store),
    run: (work: (open: object) => unknown) => work(store),
  };
  const options = { keyTtl, encryptionKeys: [KEY] };
  const reports = new QueueReports(connection as unknown as QueueConnection, cipher, options);
  const keysOf = (kind: string) => [...records.keys()].filter((key) => key.includes(`:${kind}:`));
  return { records, swaps, other, reports, keysOf };
}

describe('the reports of a queue', () => {
  it('are one record for each transaction and number, and one for each number, written once', async () => {
    const { reports, swaps, records, keysOf } = open();
    const numbers = Array.from({ length: 25 }, (_, index) => String(919_876_543_210 + index));
    await reports.keep([
      reportOf(undefined),
      ...numbers.flatMap((recipient) =>
        ['t1', 't1', 't2'].map((id) => reportOf(id, { recipient })),
      ),
      ...Array.from({ length: 1000 }, (_, index) => reportOf(`of one ${index}`)),
    ]);
    expect(keysOf('number')).toHaveLength(25);
    expect(keysOf('delivery')).toHaveLength(1050);
    expect(swaps).toHaveLength(1075);
    const sizes = [...records.values()].map((value) => value.length);
    expect(Math.max(...sizes)).toBeLessThan(2000);
  });

  it.each([
    [HOUR, 72 * HOUR],
    [100 * HOUR, 100 * HOUR],
  ])('are kept for keyTtl (%d ms), and at least 72 hours', async (keyTtl, kept) => {
    const { reports, swaps } = open(keyTtl);
    await reports.keep([reportOf('t1')]);
    expect(swaps.map(({ ttl }) => ttl)).toEqual([kept, kept]);
  });

  it('that come a second time change nothing', async () => {
    const { reports, swaps } = open();
    await reports.keep([reportOf('t1')]);
    await reports.keep([reportOf('t1', { receivedAt: 10 }), reportOf('t1', { state: 'pending' })]);
    expect(swaps).toHaveLength(2);
  });

  it('are stored even if another process changes the record meanwhile', async () => {
    const { reports, records, other } = open();
    let left = 3;
    other.first = (key) => {
      if (!key.includes(':number:') || left === 0) return;
      left -= 1;
      records.set(
        key,
        JSON.stringify([{ transactionId: `theirs${left}`, state: 'failed', at: 1 }]),
      );
    };
    await reports.keep([reportOf('t1')]);
    expect(await reports.about(messageTo())).toMatchObject([
      { transactionId: 'theirs0' },
      { transactionId: 't1' },
    ]);
  });

  it('of a number are its last 20 transactions, even if another process changes another record meanwhile', async () => {
    const { reports, records, other } = open();
    const recipient = '919876543211';
    let isFirst = true;
    other.first = (key) => {
      if (!key.includes(':number:') || records.has(key) || !isFirst) return;
      isFirst = false;
      records.set(key, '[]');
    };
    const ids = Array.from({ length: 30 }, (_, index) => `t${index}`);
    await reports.keep([
      reportOf('other', { recipient }),
      ...ids.map((id, index) => reportOf(id, { receivedAt: 2 + index })),
    ]);
    const found = await reports.about(messageTo());
    expect(found.map(({ transactionId }) => transactionId)).toEqual(ids.slice(-20).toReversed());
  });

  it('are kept under both numbers that may be meant', async () => {
    const { reports } = open();
    const otherRecipient = '916591234567';
    await reports.keep([reportOf('t1', { otherRecipient })]);
    for (const number of [NUMBER, otherRecipient]) {
      expect(await reports.deliveries({ ...messageTo([number]), outcome: SENT })).toHaveLength(1);
      expect(await reports.about(messageTo([number]))).toHaveLength(1);
    }
  });

  it('are those of one number, however an earlier release or the gateway wrote it', async () => {
    const { reports, records } = open();
    await reports.keep([reportOf('t1', { recipient: '9109876543210', otherRecipient: NUMBER })]);
    expect(records.size).toBe(2);
    const sent = messageTo(['9109876543210']);
    expect(await reports.deliveries({ ...sent, outcome: SENT })).toHaveLength(1);
    expect(await reports.about(sent)).toHaveLength(1);
  });

  it('of several numbers with the same transaction and state have the time of the newest', async () => {
    const { reports } = open();
    const recipient = '919876543211';
    await reports.keep([
      reportOf('t1', { receivedAt: 9 }),
      reportOf('t1', { recipient, receivedAt: 5 }),
    ]);
    expect(await reports.about(messageTo([NUMBER, recipient]))).toMatchObject([{ at: 9 }]);
  });

  it('of an unknown batch are those of its first 100 numbers, the newest first', async () => {
    const { reports } = open();
    const numbers = Array.from({ length: 101 }, (_, index) => String(919_876_543_210 + index));
    await reports.keep(
      numbers.map((recipient, index) =>
        reportOf(`t${index}`, { recipient, receivedAt: 2 + index }),
      ),
    );
    const found = await reports.about(messageTo(numbers));
    expect(found.map(({ transactionId }) => transactionId)).toEqual(
      Array.from({ length: 20 }, (_, index) => `t${99 - index}`),
    );
  });
});
