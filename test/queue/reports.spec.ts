import { Redis } from 'ioredis';
import type { SmsQueue } from '../../lib/extras/queue/index.js';
import { message, NUMBER } from '../support/account.js';
import {
  acceptance,
  rejection,
  type Script,
  ScriptedGateway,
} from '../support/scripted-gateway.js';
import { clientOf, describeStores, storeForTests } from './describe-stores.js';
import { allOf, freshName, KEY, outcomeOf, type QueueAppOptions, reaches } from './open-queue.js';
import { loginCode, TEXT } from '../templates/known.js';
import { eventually, Latch } from '../support/eventually.js';
import { type TestStore } from './stores.mjs';

const OTHER = '919876543211';
const OTHER_KEY = 'ef'.repeat(32);
const TRANSACTION = '1234567890123456789';

/** A report as a gateway posts it. */
const reportOf = (transId: string, status = 'DELIVERED', mobile = NUMBER, more: object = {}) => ({
  transId,
  mobile,
  status,
  ...more,
});

const accepting = (transactionId: string): Script => ({
  send: () => acceptance({ transactionId }),
});

/** Takes the message, and says nothing. */
const SILENT: Script = { send: () => ({ status: 500 }) };

/** What `unknown()` shows of the only unknown message. */
async function reportsOfUnknown(queue: SmsQueue) {
  const [{ reports = [] } = {}, ...others] = await allOf(queue.unknown());
  expect(others).toEqual([]);
  return reports.map(({ transactionId, state }) => `${transactionId} ${state}`);
}

/** Adds a message, and waits for its outcome. */
async function addAndSend(queue: SmsQueue, to: string | string[] = NUMBER, text = 'hello') {
  const { id } = await queue.add({ to, text });
  await outcomeOf(queue, id);
  return id;
}

describeStores('the reports of a queue in %s', (name) => {
  const tested = storeForTests(name);
  const open = (script?: Script, options?: Partial<QueueAppOptions>) =>
    tested.open(script, { reports: true, ...options });

  describe('what happened to a message', () => {
    it('is what the reports of its transaction say, for each of its numbers', async () => {
      const { queue, report } = await open(accepting('77'));
      const id = await addAndSend(queue, [NUMBER, OTHER]);
      expect(await queue.deliveries(id)).toEqual([]);
      await report(
        reportOf('76', 'FAILED'),
        reportOf('77', 'DELIVRD', NUMBER, { dlrTime: '1700000000000' }),
        reportOf('77', 'UNDELIV', OTHER, { errorCode: '5', dlrTime: '1700000000001' }),
      );
      expect(await queue.deliveries(id)).toEqual([
        { recipient: '91••••••3210', state: 'delivered', at: 1_700_000_000_000 },
        { recipient: '91••••••3211', state: 'failed', code: '5', at: 1_700_000_000_001 },
      ]);
    });

    it('is found through whichever account of a failover it was sent', async () => {
      const backup = await ScriptedGateway.listen(accepting('79'));
      const rejected = { send: () => rejection('216') };
      const { queue, report } = await open(rejected, { backup: backup.url });
      const id = await addAndSend(queue);
      await report(reportOf('79'));
      expect(await queue.deliveries(id)).toMatchObject([{ state: 'delivered' }]);
    });

    it('names the template that was used, if it failed', async () => {
      const { queue, report } = await open(accepting('76'), {
        account: { templates: { known: [loginCode] } },
      });
      const id = await addAndSend(queue, [NUMBER, OTHER], TEXT);
      const cause = 'Template mismatch';
      await report(reportOf('76'), reportOf('76', 'FAILED', OTHER, { Cause: cause }));
      const [delivered, failed] = await queue.deliveries(id);
      expect(delivered).not.toHaveProperty('dltTemplateId');
      expect(failed).toMatchObject({ state: 'failed', dltTemplateId: '1107160000000000001' });
    });

    it('is found if the report came before the answer to the send, and keeps its first final state', async () => {
      const answer = new Latch();
      const send = () => answer.opened.then(() => acceptance({ transactionId: '78' }));
      const { queue, report, gateway } = await open({ send });
      const { id } = await queue.add(message());
      await eventually(() => gateway.sends.length === 1);
      await report(reportOf('78', 'SUBMITTED'), reportOf('78', 'EXPIRED'));
      answer.open();
      await reaches(queue, id, 'accepted');
      const [first] = await queue.deliveries(id);
      expect(first).toMatchObject({ state: 'expired' });
      await report(reportOf('78', 'SUBMITTED'), reportOf('78', 'EXPIRED'));
      expect(await queue.deliveries(id)).toEqual([first]);
      await report(reportOf('78', 'FAILED'));
      expect(await queue.deliveries(id)).toEqual([{ ...first, conflict: true }]);
    });

    it('is empty for a message that does not exist, was erased or has no report', async () => {
      const { queue, report } = await open(accepting('79'));
      const id = await addAndSend(queue);
      await report(reportOf('80'), reportOf('', 'DELIVERED'), reportOf('79', 'DELIVERED', OTHER));
      expect(await queue.deliveries(id)).toEqual([]);
      await report(reportOf('79'));
      expect(await queue.deliveries(id)).toHaveLength(1);
      await queue.erase(NUMBER);
      expect(await queue.deliveries(id)).toEqual([]);
      expect(await queue.deliveries('nothing')).toEqual([]);
    });

    it('is stored under a hash with the first key, and not found with another first key', async () => {
      const shared = freshName();
      const first = await open(accepting('81'), { name: shared });
      const id = await addAndSend(first.queue);
      await first.report(reportOf('81'));
      expect(await first.queue.deliveries(id)).toHaveLength(1);
      await first.close();
      const other = await open({}, { name: shared, encryptionKeys: [OTHER_KEY, KEY] });
      expect(await other.queue.deliveries(id)).toEqual([]);
    });
  });

  describe('an unknown message', () => {
    it('stays unknown whatever is reported, and shows the reports since it was added', async () => {
      const { queue, report, gateway } = await open(SILENT);
      await report(reportOf('89'));
      // The message must be newer than that report.
      const before = Date.now();
      await eventually(() => Date.now() > before);
      const id = await addAndSend(queue);
      expect(await allOf(queue.unknown())).toMatchObject([{ id, reports: [] }]);
      await report(reportOf('90', 'SUBMITTED'), reportOf('', 'DELIVERED'));
      const [{ reports = [], addedAt } = { addedAt: NaN }] = await allOf(queue.unknown());
      expect(reports).toEqual([{ transactionId: '90', state: 'pending', at: expect.any(Number) }]);
      expect(reports[0]?.at).toBeGreaterThanOrEqual(addedAt);
      await report(
        reportOf('90', 'FAILED'),
        reportOf('90', 'DELIVERED'),
        reportOf('88', 'DELIVERED', OTHER),
      );
      expect(await reportsOfUnknown(queue)).toEqual(['90 failed']);
      expect(await queue.status(id)).toBe('unknown');
      expect(await queue.deliveries(id)).toEqual([]);
      expect(gateway.sends).toHaveLength(1);
      await queue.settle(id, 'accepted');
      expect(await queue.outcome(id)).toMatchObject({ status: 'accepted', code: 'settled' });
    });

    it('shows a report that came while it was being sent', async () => {
      const { queue, report } = await open({
        send: async () => {
          await report(reportOf('91'));
          return { status: 500 };
        },
      });
      await addAndSend(queue);
      expect(await reportsOfUnknown(queue)).toEqual(['91 delivered']);
    });

    it('shows the newest 20 transactions of its numbers, and each transaction of a batch once', async () => {
      const { queue, report } = await open(SILENT);
      const id = await addAndSend(queue, [NUMBER, OTHER]);
      await report([NUMBER, OTHER].map((mobile) => reportOf('95', 'DELIVERED', mobile)));
      expect(await reportsOfUnknown(queue)).toEqual(['95 delivered']);
      await report(Array.from({ length: 30 }, (_, index) => reportOf(`${100 + index}`)));
      const shown = await reportsOfUnknown(queue);
      expect(shown).toHaveLength(20);
      // The last 20 of one number are all newer than the one of the other.
      expect(shown.toSorted()).toEqual(
        Array.from({ length: 20 }, (_, index) => `${110 + index} delivered`),
      );
      await queue.erase(OTHER);
      await queue.erase(NUMBER);
      expect(await allOf(queue.unknown())).toMatchObject([{ id, reports: [] }]);
    });

    it('shows no reports without the option', async () => {
      const { queue } = await open(SILENT, { reports: false });
      await addAndSend(queue);
      expect((await allOf(queue.unknown())).map((each) => 'reports' in each)).toEqual([false]);
    });
  });

  it('keep no number in the store', async () => {
    const { queue, report } = await open(accepting(TRANSACTION));
    const id = await addAndSend(queue);
    await report(
      reportOf('120', 'FAILED', NUMBER, { cause: `no user ${NUMBER}` }),
      reportOf(TRANSACTION),
    );
    expect(await queue.deliveries(id)).toHaveLength(1);
    const stored = await dump(tested.store);
    expect(stored).toContain(':number:');
    expect(stored).toContain(':delivery:');
    expect(stored).not.toContain('9876543210');
  });

  it('are erased with their number, under every key: of its last transactions and of its messages', async () => {
    const queueName = freshName();
    const prefix = `sms-${Buffer.from(queueName).toString('base64url')}:`;
    const records = async () => {
      const stored = (await dump(tested.store)).split(prefix).slice(1);
      const count = (kind: string) => stored.filter((each) => each.startsWith(kind)).length;
      return { numbers: count('number:'), deliveries: count('delivery:') };
    };
    for (const encryptionKeys of [undefined, [OTHER_KEY], [KEY, OTHER_KEY]]) {
      const { queue, report, close } = await open(accepting('140'), {
        name: queueName,
        encryptionKeys,
      });
      await addAndSend(queue, [NUMBER, OTHER]);
      await report(reportOf('140'), reportOf('140', 'DELIVERED', OTHER));
      // So that the first transaction is no longer among the last ones of the number.
      await report(...Array.from({ length: 20 }, (_, index) => reportOf(`${200 + index}`)));
      await close();
    }
    expect(await records()).toEqual({ numbers: 6, deliveries: 66 });
    const { queue } = await open(undefined, {
      name: queueName,
      encryptionKeys: [KEY, OTHER_KEY],
      acceptUnsealed: true,
      reports: false,
    });
    expect(await queue.erase(NUMBER)).toBe(3);
    expect(await records()).toEqual({ numbers: 3, deliveries: 3 });
    expect(await queue.erase(OTHER)).toBe(3);
    expect(await records()).toEqual({ numbers: 0, deliveries: 0 });
  });

  it('write nothing when a message is sent', async () => {
    const { queue, report } = await open(accepting('130'));
    await report(reportOf('131'));
    const before = await dump(tested.store);
    await addAndSend(queue);
    expect(await dump(tested.store)).toBe(before);
  });
});

/** What a store holds of reports, as text. */
async function dump(store: TestStore): Promise<string> {
  const client = clientOf(store);
  if (client instanceof Redis) {
    const keys = (await client.keys('*records*')).toSorted();
    return JSON.stringify([keys, keys.length > 0 ? await client.mget(keys) : []]);
  }
  return JSON.stringify((await client.query('select * from sms_gateway.record order by key')).rows);
}
