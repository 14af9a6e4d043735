import { SmsReport } from '../../lib/reports/index.js';
import { checkQueueOptions } from '../../lib/queue/check-queue-options.js';
import { asFailedReason } from '../../lib/queue/outcomes.js';
import type { QueueConnection } from '../../lib/queue/queue-connection.js';
import { QueueReports } from '../../lib/queue/queue-reports.js';
import { LAYOUT, type SmsJob } from '../../lib/queue/stored-job.js';
import { Sealer } from '../../lib/records/sealer.js';
import { NUMBER } from '../support/account.js';
import { KEY } from './open-queue.js';

const WINDOW = 1000;
const DAY = 86_400_000;
const UNKNOWN = { finishedOn: 1, failedReason: asFailedReason({ status: 'unknown', at: 1 }) };

const sealer = new Sealer([KEY]);

function jobOf(id: string, more: object = {}, recipients: readonly string[] = [NUMBER]): SmsJob {
  const message = { text: 'hi', values: {}, fields: {}, recipients };
  const data = { v: LAYOUT, m: sealer.seal(JSON.stringify(message), id), x: 0, l: 0 };
  return { id, timestamp: 1, attemptsStarted: 1, data, ...more } as SmsJob;
}

const reportOf = (transactionId: string) =>
  new SmsReport({
    account: 'default',
    transactionId,
    recipient: NUMBER,
    state: 'delivered',
    receivedAt: 1,
  });

/** The reports of a queue whose store is in memory, with a clock that the test sets. */
function open(exclusive = true) {
  const clock = { now: 1 };
  /** How many more times another process changes the record of a number first. */
  const other = { comesFirst: 0 };
  const records = new Map<string, string>();
  const jobs = new Map<string, SmsJob>();
  const settled: unknown[] = [];
  const store = {
    records: {
      read: (key: string) => Promise.resolve({ value: records.get(key), now: clock.now }),
      swap: (key: string, before: string | undefined, after: string) => {
        if (key.includes(':n:') && other.comesFirst > 0) {
          const report = { id: `theirs${other.comesFirst}`, at: clock.now, delivery: {} };
          records.set(key, JSON.stringify({ sends: [], reports: [report] }));
          other.comesFirst -= 1;
        }
        return Promise.resolve(records.get(key) === before && Boolean(records.set(key, after)));
      },
    },
    change: (_queue: unknown, { id }: SmsJob) => Promise.resolve(settled.push(id) > 0),
  };
  const queue = {
    getJob: (id: string) => Promise.resolve(jobs.get(id)),
    getRanges: () => Promise.resolve([...jobs.keys()]),
  };
  const found = { store, queue };
  const connection = {
    name: 'default',
    queueName: 'sms-default',
    opened: Promise.resolve(found),
    run: (work: (open: typeof found) => unknown) => work(found),
  };
  const options = checkQueueOptions(
    { connection: 'redis://localhost', encryptionKeys: [KEY], keyTtl: DAY },
    'default',
  );
  const rule = { exclusive, window: WINDOW };
  const reports = new QueueReports(connection as unknown as QueueConnection, sealer, rule, options);
  return { clock, other, records, jobs, settled, store, reports };
}

describe('the reports of a queue', () => {
  it('are reviewed for every unknown message, even if that fails for one of them', async () => {
    const { reports, jobs } = open();
    for (let index = 0; index < 25; index += 1) jobs.set(`m${index}`, jobOf(`m${index}`, UNKNOWN));
    const seen: unknown[] = [];
    reports.review = ({ id }) => {
      seen.push(id);
      return id === 'm3' ? Promise.reject(new Error('The store is away')) : Promise.resolve();
    };
    await reports.sweep();
    expect(seen).toEqual([...jobs.keys()]);
  });

  it('prove nothing while one may belong to an unknown message that the queue no longer has', async () => {
    const { reports, jobs, settled } = open();
    for (const id of ['m1', 'm2']) await reports.begin(jobOf(id));
    jobs.set('m2', jobOf('m2', UNKNOWN));
    await reports.keep([reportOf('t1')]);
    expect(settled).toEqual([]);
    expect(await reports.evidenceOf(jobOf('m2', UNKNOWN))).toEqual({ came: 1, of: 2 });
  });

  it('prove nothing while another message to the number is being sent, but do once it is back in the queue', async () => {
    const { reports, jobs, settled } = open();
    for (const id of ['m1', 'm2']) await reports.begin(jobOf(id));
    jobs.set('m1', jobOf('m1'));
    jobs.set('m2', jobOf('m2', UNKNOWN));
    await reports.keep([reportOf('t1')]);
    expect(settled).toEqual([]);
    // It was put back, so it was not sent.
    const { data } = jobOf('m1');
    jobs.set('m1', jobOf('m1', { data: { ...data, n: 2 } }));
    await reports.keep([reportOf('t1')]);
    expect(settled).toEqual(['m2']);
  });

  it('of an earlier send do not settle a message that was sent again', async () => {
    const { reports, jobs, settled, store } = open();
    await reports.begin(jobOf('m1'));
    jobs.set('m1', jobOf('m1', UNKNOWN));
    const { change } = store;
    store.change = () => Promise.reject(new Error('The store is away'));
    await expect(reports.keep([reportOf('t1')])).rejects.toThrow('away');
    store.change = change;
    const again = { data: { ...jobOf('m1').data, u: 1 } };
    await reports.begin(jobOf('m1', again));
    jobs.set('m1', jobOf('m1', { ...again, ...UNKNOWN }));
    await reports.keep([reportOf('t1')]);
    expect(settled).toEqual([]);
    await reports.keep([reportOf('t2')]);
    expect(settled).toEqual(['m1']);
  });

  it('are kept for keyTtl plus twice the window', async () => {
    const { reports, clock } = open(false);
    const found = () =>
      reports.deliveries(jobOf('m1'), { status: 'accepted', transactionId: 't1', at: 1 });
    await reports.keep([reportOf('t1')]);
    clock.now += DAY + 2 * WINDOW - 1;
    await reports.keep([reportOf('t2')]);
    expect(await found()).toHaveLength(1);
    clock.now += 1;
    await reports.keep([reportOf('t2')]);
    expect(await found()).toEqual([]);
  });

  it('count a send only once if it is begun again because nothing was sent before', async () => {
    const { reports, jobs, settled } = open();
    await reports.begin(jobOf('m1'));
    await reports.begin(jobOf('m1'));
    jobs.set('m1', jobOf('m1', UNKNOWN));
    await reports.keep([reportOf('t1')]);
    expect(settled).toEqual(['m1']);
  });

  it('record a send to every number of a batch, however many it has', async () => {
    const { reports, records } = open();
    const numbers = Array.from({ length: 25 }, (_, index) => String(919_876_543_210 + index));
    await reports.begin(jobOf('m1', {}, numbers));
    const perNumber = [...records.keys()].filter((key) => key.includes(':n:'));
    expect(perNumber).toHaveLength(25);
  });

  it('that come a second time change nothing, not even how long they count', async () => {
    const { reports, records, clock } = open(false);
    await reports.keep([reportOf('t1')]);
    const before = new Map(records);
    clock.now += 10;
    await reports.keep([reportOf('t1')]);
    expect(records).toEqual(before);
  });

  it('are stored even if another process changes the record of the number meanwhile', async () => {
    const { reports, records, other } = open(false);
    other.comesFirst = 3;
    await reports.keep([reportOf('t1')]);
    const [record = ''] = [...records].flatMap(([key, each]) => (key.includes(':n:') ? each : []));
    expect(record).toContain('t1');
    expect(record).toContain('theirs');
  });

  it('are counted as none for a message without a record', async () => {
    const { reports } = open();
    expect(await reports.evidenceOf(jobOf('m1', UNKNOWN))).toEqual({ came: 0, of: 1 });
  });

  it('are no delivery of a message until there is one for each of its transactions', async () => {
    const { reports } = open(false);
    const outcome = { status: 'accepted', transactionIds: ['t1', 't2'], at: 1 } as const;
    await reports.keep([reportOf('t1')]);
    expect(await reports.deliveries(jobOf('m1'), outcome)).toEqual([]);
    await reports.keep([reportOf('t2')]);
    expect(await reports.deliveries(jobOf('m1'), outcome)).toHaveLength(1);
  });
});
