import { Redis } from 'ioredis';
import pg from 'pg';
import { jest } from '@jest/globals';
import { QueueReports } from '../../lib/queue/queue-reports.js';
import type { SmsQueue, SmsQueueUnknown } from '../../lib/queue/index.js';
import { bullQueueOf } from '../../lib/queue/index.js';
import { message, NUMBER } from '../support/account.js';
import { acceptance, type Script } from '../support/scripted-gateway.js';
import { describeStores, storeForTests } from './describe-stores.js';
import { ended, freshName, KEY, type QueueAppOptions, until } from './open-queue.js';
import { takeFromWorker } from './stores.mjs';
import { loginCode, TEXT } from '../templates/known.js';

const OTHER = '919876543211';
const OTHER_KEY = 'ef'.repeat(32);
const EXCLUSIVE = { exclusive: true } as const;

/** A report as a gateway posts it. */
const reportOf = (transId: string, status = 'DELIVERED', mobile = NUMBER, more: object = {}) => ({
  transId,
  mobile,
  status,
  ...more,
});

/** Takes the message, and says nothing. */
const SILENT: Script = { send: () => ({ status: 500 }) };

async function listUnknown(queue: SmsQueue): Promise<SmsQueueUnknown[]> {
  const found: SmsQueueUnknown[] = [];
  for await (const each of queue.unknown()) found.push(each);
  return found;
}

/** Adds messages that the gateway takes without a word. */
async function makeUnknown(queue: SmsQueue, ...recipients: readonly (string | string[])[]) {
  const ids: string[] = [];
  for (const to of recipients) {
    const { id } = await queue.add({ to, text: 'hello' });
    await until(() => queue.status(id), ended);
    ids.push(id);
  }
  return ids;
}

const warnings: string[] = [];
const LOGGER = {
  log: () => undefined,
  error: () => undefined,
  warn: (text: unknown) => void warnings.push(String(text)),
};
const ofOthers = () =>
  warnings.filter((text) => text.includes('Something other than the queue sends'));

beforeEach(() => warnings.splice(0));

describeStores('the reports of a queue in %s', (name) => {
  const tested = storeForTests(name);
  const open = (script?: Script, options?: Partial<QueueAppOptions>) =>
    tested.open(script, { reports: EXCLUSIVE, ...options });

  describe('what became of a message', () => {
    it('is what the reports of its transaction say, for each of its numbers', async () => {
      const { queue, report } = await open(
        { send: () => acceptance({ transactionId: '77' }) },
        { reports: true },
      );
      const { id } = await queue.add({ to: [NUMBER, OTHER], text: 'hello' });
      await until(() => queue.status(id), ended);
      expect(await queue.deliveries(id)).toEqual([]);
      await report(
        reportOf('77', 'DELIVRD', NUMBER, { dlrTime: '1700000000000' }),
        reportOf('77', 'UNDELIV', OTHER, { errorCode: '5', dlrTime: '1700000000001' }),
      );
      expect(await queue.deliveries(id)).toEqual([
        { recipient: '91••••••3210', state: 'delivered', at: 1_700_000_000_000 },
        { recipient: '91••••••3211', state: 'failed', code: '5', at: 1_700_000_000_001 },
      ]);
    });

    it('names the template that was used, if it failed', async () => {
      const { queue, report } = await open(
        { send: () => acceptance({ transactionId: '76' }) },
        { reports: true, account: { templates: { known: [loginCode] } } },
      );
      const { id } = await queue.add({ to: [NUMBER, OTHER], text: TEXT });
      await until(() => queue.status(id), ended);
      const cause = 'Template mismatch';
      await report(reportOf('76'), reportOf('76', 'FAILED', OTHER, { Cause: cause }));
      const [delivered, failed] = await queue.deliveries(id);
      expect(delivered).not.toHaveProperty('dltTemplateId');
      expect(failed).toMatchObject({ state: 'failed', dltTemplateId: '1107160000000000001' });
    });

    it('is kept if the report came before the answer to the send', async () => {
      let answer: (() => void) | undefined;
      const answered = new Promise<void>((resolve) => (answer = resolve));
      const { queue, report, gateway } = await open({
        send: async () => {
          await answered;
          return acceptance({ transactionId: '78' });
        },
      });
      const { id } = await queue.add(message());
      await until(
        () => Promise.resolve(gateway.sends.length),
        (sends) => sends === 1,
      );
      await report(reportOf('78', 'FAILED'), reportOf('78', 'FAILED'));
      answer?.();
      await until(
        () => queue.status(id),
        (status) => status === 'accepted',
      );
      expect(await queue.deliveries(id)).toMatchObject([{ state: 'failed' }]);
      await report(reportOf('78', 'SUBMITTED'));
      expect(await queue.deliveries(id)).toMatchObject([{ state: 'failed' }]);
      await report(reportOf('78', 'DELIVERED'));
      expect(await queue.deliveries(id)).toMatchObject([{ state: 'delivered', conflict: true }]);
    });

    it('is empty for a message that does not exist, was erased or has no report', async () => {
      const { queue, report } = await open({ send: () => acceptance({ transactionId: '79' }) });
      const { id } = await queue.add(message());
      await until(() => queue.status(id), ended);
      await report(reportOf('80'), reportOf('', 'DELIVERED'));
      expect(await queue.deliveries(id)).toEqual([]);
      await report(reportOf('79'));
      expect(await queue.deliveries(id)).toHaveLength(1);
      await queue.erase(NUMBER);
      expect(await queue.deliveries(id)).toEqual([]);
      expect(await queue.deliveries('nothing')).toEqual([]);
    });
  });

  describe('an unknown message', () => {
    it('is settled by the report of a transaction that nothing else explains', async () => {
      const { queue, report } = await open(SILENT);
      const [id = ''] = await makeUnknown(queue, NUMBER);
      expect(await listUnknown(queue)).toMatchObject([{ id, reports: { came: 0, of: 1 } }]);
      await report(reportOf('90', 'FAILED'));
      expect(await queue.outcome(id)).toMatchObject({
        status: 'accepted',
        settledBy: 'report',
        transactionIds: ['90'],
      });
      expect(await queue.deliveries(id)).toMatchObject([{ state: 'failed' }]);
      expect(await listUnknown(queue)).toEqual([]);
      expect(await queue.counts()).toMatchObject({ unknown: 0, finished: 1 });
    });

    it('is settled if its report came before it was unknown', async () => {
      const { queue, report, gateway } = await open({
        send: async () => {
          await report(reportOf('91'));
          return { status: 500 };
        },
      });
      const { id } = await queue.add(message());
      await until(
        () => queue.status(id),
        (status) => status === 'accepted',
      );
      expect(await queue.outcome(id)).toMatchObject({ transactionIds: ['91'] });
      expect(gateway.sends).toHaveLength(1);
    });

    it('stays unknown next to another one to the same number, until the reports of both have come', async () => {
      const { queue, report } = await open(SILENT);
      const ids = await makeUnknown(queue, NUMBER, NUMBER, OTHER);
      await report(reportOf('92'), reportOf('92', 'SUBMITTED'), reportOf('', 'DELIVERED'));
      expect((await listUnknown(queue)).map(({ id, reports }) => ({ id, reports }))).toEqual(
        expect.arrayContaining([
          { id: ids[0], reports: { came: 1, of: 2 } },
          { id: ids[1], reports: { came: 1, of: 2 } },
          { id: ids[2], reports: { came: 0, of: 1 } },
        ]),
      );
      await report(reportOf('93', 'FAILED'));
      for (const id of ids.slice(0, 2)) {
        expect(await queue.outcome(id)).toMatchObject({
          status: 'accepted',
          transactionIds: ['92', '93'],
        });
        // One was delivered and one was not, and nobody knows which.
        expect(await queue.deliveries(id)).toEqual([]);
      }
      expect(await queue.status(ids[2] ?? '')).toBe('unknown');
      await report(reportOf('93'));
      expect(await queue.deliveries(ids[0] ?? '')).toMatchObject([{ state: 'delivered' }]);
    });

    it('is not settled while its number is also in an unknown batch, but shows how many reports came', async () => {
      const { queue, report } = await open(SILENT);
      const [batch = '', alone = ''] = await makeUnknown(queue, [NUMBER, OTHER], NUMBER);
      await report(reportOf('94'), reportOf('94', 'DELIVERED', OTHER), reportOf('95'));
      expect(await listUnknown(queue)).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ id: batch, reports: { came: 2, of: 2 } }),
          expect.objectContaining({ id: alone, reports: { came: 2, of: 2 } }),
        ]),
      );
    });

    it('counts as a hole after it was settled, sent again or erased', async () => {
      const { queue, report, gateway } = await open(SILENT);
      const [settled = '', resent = '', erased = '', last = ''] = await makeUnknown(
        queue,
        NUMBER,
        NUMBER,
        NUMBER,
        NUMBER,
      );
      await queue.settle(settled, 'not-sent');
      gateway.script = {};
      await queue.resend(resent);
      await until(
        () => queue.status(resent),
        (status) => status === 'accepted',
      );
      await queue.settle(erased, 'not-sent');
      await queue.erase(NUMBER);
      gateway.script = SILENT;
      const [another = ''] = await makeUnknown(queue, NUMBER);
      await report(reportOf('96'), reportOf('97'), reportOf('98'), reportOf('99'));
      expect(await queue.status(last)).toBe('unknown');
      await report(reportOf('1234567890123456789'));
      expect(await queue.status(another)).toBe('unknown');
      await report(reportOf('100'));
      expect(await queue.status(last)).toBe('accepted');
      expect(await queue.status(another)).toBe('accepted');
      // What a person said stays.
      expect(await queue.outcome(settled)).toMatchObject({ status: 'not-sent', code: 'settled' });
      expect(await queue.outcome(resent)).toMatchObject({ transactionId: '1234567890123456789' });
    });

    it('counts as a hole while another message has its key', async () => {
      const { queue, gateway } = await open(SILENT);
      const first = await queue.add(message(), { key: 'order-1' });
      await until(() => queue.status(first.id), ended);
      await queue.settle(first.id, 'not-sent');
      await (await bullQueueOf(queue)).remove(first.id);
      gateway.script = {};
      const second = await queue.add(message(), { key: 'order-1' });
      expect(second).toEqual({ id: first.id, duplicate: false });
      await until(() => queue.status(second.id), ended);
      gateway.script = SILENT;
      const [id = ''] = await makeUnknown(queue, NUMBER);
      await until(
        () => listUnknown(queue),
        ([found]) => found?.reports?.of === 2,
      );
      expect(await listUnknown(queue)).toMatchObject([{ id, reports: { came: 0, of: 2 } }]);
    });

    it('is settled later if the store fails once a report has proven it', async () => {
      const { queue, report } = await open(SILENT, { lockDuration: 500 });
      // Only the report looks at the message.
      const others = (['review', 'sweep'] as const).map((method) =>
        jest.spyOn(QueueReports.prototype, method).mockResolvedValue(),
      );
      const [id = ''] = await makeUnknown(queue, NUMBER);
      const jobs = await bullQueueOf(queue);
      const job = await jobs.getJob(id);
      // It is read once for the proof, and then to be changed.
      const read = jest.spyOn(jobs, 'getJob').mockResolvedValueOnce(job);
      read.mockRejectedValueOnce(new Error('The store is away'));
      await expect(report(reportOf('130'))).rejects.toMatchObject({ status: 503 });
      for (const each of others) each.mockRestore();
      await until(
        () => queue.status(id),
        (status) => status === 'accepted',
      );
      expect(await queue.outcome(id)).toMatchObject({ transactionIds: ['130'] });
      await report(reportOf('130'));
      expect(await queue.deliveries(id)).toHaveLength(1);
    });

    it('is not settled by the report of an accepted message whose transaction was not recorded', async () => {
      const { queue, report, gateway } = await open({}, { logger: LOGGER });
      const noted = jest.spyOn(QueueReports.prototype, 'review').mockResolvedValue();
      const { id: accepted } = await queue.add(message());
      await until(() => queue.status(accepted), ended);
      noted.mockRestore();
      gateway.script = SILENT;
      const [id = ''] = await makeUnknown(queue, NUMBER);
      await report(reportOf('1234567890123456789'));
      expect(await queue.status(id)).toBe('unknown');
      expect(await queue.deliveries(accepted)).toMatchObject([{ state: 'delivered' }]);
      await report(reportOf('131'));
      expect(await queue.outcome(id)).toMatchObject({ transactionIds: ['131'] });
      expect(ofOthers()).toEqual([]);
    });

    it('whose worker was lost is settled, too', async () => {
      const shared = freshName();
      const waiting = open(
        { send: () => new Promise(() => undefined) },
        {
          name: shared,
          lockDuration: 500,
          drain: 0,
          account: { timeout: { attempt: 60_000, total: 60_000 } },
        },
      );
      const { queue, report, gateway } = await waiting;
      const { id } = await queue.add(message());
      await until(
        () => Promise.resolve(gateway.sends.length),
        (sends) => sends === 1,
      );
      await report(reportOf('101'));
      // Its worker still sends.
      expect(await queue.status(id)).toBe('sending');
      await takeFromWorker(await bullQueueOf(queue), tested.store.url, id);
      await until(
        () => queue.status(id),
        (status) => status === 'accepted',
      );
      expect(await queue.outcome(id)).toMatchObject({ settledBy: 'report' });
    }, 60_000);

    it('stays unknown without exclusive, but shows how many reports came', async () => {
      const { queue, report } = await open(SILENT, { reports: true });
      const [id = ''] = await makeUnknown(queue, NUMBER);
      await report(reportOf('102'));
      expect(await listUnknown(queue)).toMatchObject([{ id, reports: { came: 1, of: 1 } }]);
    });
  });

  describe('someone else who sends', () => {
    it('is noticed by a report for a number without unknown messages, and nothing is settled then', async () => {
      const { queue, report } = await open(SILENT, { logger: LOGGER });
      const [id = ''] = await makeUnknown(queue, NUMBER);
      await report(reportOf('110', 'DELIVERED', OTHER), reportOf('111'));
      await report(reportOf('112', 'DELIVERED', OTHER));
      expect(await queue.status(id)).toBe('unknown');
      expect(ofOthers()).toHaveLength(1);
    });

    it('is noticed by more reports than unknown messages, and nothing is settled then', async () => {
      const { queue, report } = await open(SILENT, { logger: LOGGER });
      const [id = '', later = ''] = await makeUnknown(queue, NUMBER, OTHER);
      await report(reportOf('113'));
      // By then, it was the only one.
      expect(await queue.status(id)).toBe('accepted');
      await report(reportOf('114'), reportOf('115', 'DELIVERED', OTHER));
      expect(await queue.status(later)).toBe('unknown');
      expect(ofOthers()).toHaveLength(1);
    });

    it('is noticed by a send that bypasses the queue, before its report comes', async () => {
      const { queue, report, sms, gateway } = await open(SILENT, { logger: LOGGER });
      const [id = ''] = await makeUnknown(queue, NUMBER);
      gateway.script = {};
      await sms.send(message());
      await until(
        () => Promise.resolve(ofOthers().length),
        (count) => count === 1,
      );
      await report(reportOf('116'));
      expect(await queue.status(id)).toBe('unknown');
      expect(ofOthers()).toHaveLength(1);
    });
  });

  it.each([
    ['the first key has changed', EXCLUSIVE, { encryptionKeys: [OTHER_KEY, KEY] }, 0],
    ['exclusive was turned on', true, {}, 1],
    ['the window has changed', { ...EXCLUSIVE, window: 1_000_000 }, {}, 1],
  ])('settle nothing for the window after %s', async (_what, reports, change, found) => {
    const shared = freshName();
    const before = { name: shared, reports };
    const first = await open({ send: () => acceptance({ transactionId: '140' }) }, before);
    const { id: accepted } = await first.queue.add(message());
    await until(() => first.queue.status(accepted), ended);
    await first.report(reportOf('140'));
    first.gateway.script = SILENT;
    const [hole = ''] = await makeUnknown(first.queue, OTHER);
    await first.close();
    const { queue, report } = await open(SILENT, { name: shared, ...change, logger: LOGGER });
    const [id = ''] = await makeUnknown(queue, NUMBER);
    await report(reportOf('141', 'DELIVERED', OTHER), reportOf('142'));
    expect([await queue.status(hole), await queue.status(id)]).toEqual(['unknown', 'unknown']);
    expect(await queue.deliveries(accepted)).toHaveLength(found);
    expect(ofOthers()).toEqual([]);
  });

  it('keep no number in the store', async () => {
    const { queue, report, gateway } = await open(SILENT);
    const [id = ''] = await makeUnknown(queue, NUMBER);
    await makeUnknown(queue, NUMBER);
    gateway.script = {};
    const { id: accepted } = await queue.add(message());
    await until(() => queue.status(accepted), ended);
    await report(
      reportOf('120', 'FAILED', NUMBER, { cause: `no user ${NUMBER}` }),
      reportOf('1234567890123456789'),
    );
    expect(await queue.deliveries(accepted)).toHaveLength(1);
    expect(await queue.status(id)).toBe('unknown');
    const stored = await dump(tested.store.url);
    expect(stored).toContain(':n:');
    expect(stored).not.toContain('9876543210');
  });
});

/** What a store holds of reports, as text. */
async function dump(url: string): Promise<string> {
  if (url.startsWith('redis')) {
    const redis = new Redis(url);
    const keys = await redis.keys('*records*');
    const values = await redis.mget(keys);
    redis.disconnect();
    return JSON.stringify([keys, values]);
  }
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query('select * from sms_gateway.record');
  await client.end();
  return JSON.stringify(rows);
}
