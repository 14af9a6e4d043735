import type { SmsQueue } from '../../lib/extras/queue/index.js';
import { errorOf, NUMBER } from '../support/account.js';
import { rejection, type Script, ScriptedGateway } from '../support/scripted-gateway.js';
import { describeStores, storeForTests } from './describe-stores.js';
import { allOf, freshName, outcomeOf, type QueueAppOptions } from './open-queue.js';

const TEXT = 'Your code is 482913.\nKeep it.';
const MINUTE = 60_000;
const numberAt = (index: number) => `9198765432${String(index).padStart(2, '0')}`;

const dayOf = (at = 0) => new Date(at).toISOString().slice(0, 10);

/** What the gateway lists for each number. */
type Lists = (number: string) => readonly object[];

/** One record for each. */
const DELIVERED: Lists = (mobileNo) => [{ mobileNo, status: 'DELIVRD' }];

/** What is wrong with an id. */
const problem = (text: string) => ({
  code: 'argument-invalid',
  issues: [{ path: 'id', message: expect.stringContaining(text) }],
});

/** Loses the answers to sends, and lists records. */
const losing = (lists: Lists): Script => ({
  send: ({ path, fields: { mobileNo = '' } }) => {
    if (path.endsWith('/send')) return { status: 500 };
    return { body: { response: { status: 'success', reports_dlrList: lists(mobileNo) } } };
  },
});

async function addUnknown(queue: SmsQueue, to: string | string[] = NUMBER): Promise<string> {
  const { id } = await queue.add({ to, text: TEXT });
  expect(await outcomeOf(queue, id)).toMatchObject({ status: 'unknown' });
  return id;
}

describeStores('the records of an unknown message in %s', (name) => {
  const tested = storeForTests(name);
  const open = (lists: Lists, options?: Partial<QueueAppOptions>) =>
    tested.open(losing(lists), { reports: true, ...options });
  /** What is found for a message, of records with these members. */
  const recordsOf = async (...entries: readonly object[]) => {
    const { queue } = await open((mobileNo) => entries.map((each) => ({ mobileNo, ...each })));
    return queue.records(await addUnknown(queue));
  };

  it('are what the gateway lists for its number, without the number and the text', async () => {
    const entry = {
      uuId: '1234567890123456789',
      msgId: 'm1',
      status: 'DELIVRD',
      text: TEXT,
      cause: `no ${NUMBER}`,
    };
    const submitTime = Date.now();
    const found = await recordsOf({ ...entry, submitTime }, { status: 'SENT', submitTime: 'soon' });
    expect(found).toStrictEqual({
      asked: 1,
      found: [
        {
          recipient: '91••••••3210',
          state: 'delivered',
          submittedAt: submitTime,
          sameText: true,
          transactionId: entry.uuId,
          messageId: 'm1',
        },
        { recipient: '91••••••3210', state: 'pending', time: 'soon' },
      ],
    });
  });

  it('leave out ids and times that repeat the number', async () => {
    const said = { uuId: `x${NUMBER}`, msgId: `1-98765-43210`, submitTime: `at ${NUMBER}` };
    const { found } = await recordsOf(said);
    expect(found).toStrictEqual([{ recipient: '91••••••3210', state: 'unrecognised' }]);
  });

  it('say whether the text is the same, or the same and more', async () => {
    const texts = [
      TEXT,
      ' Your  code is\r\n482913. Keep it. ',
      `${TEXT}\nSTOP to 1234`,
      `${TEXT}!`,
      'Your code is 482913.',
      undefined,
    ];
    const { found } = await recordsOf(...texts.map((text) => ({ text })));
    const expected = [true, true, true, false, false, undefined];
    expect(found.map(({ sameText }) => sameText)).toEqual(expected);
  });

  it('are those from 15 minutes before it was added to 15 minutes after its outcome, and without a time', async () => {
    const now = Date.now();
    const { found } = await recordsOf(
      ...[-16, -14, 14, 16].map((minutes) => ({
        msgId: `${minutes}`,
        submitTime: now + minutes * MINUTE,
      })),
      { msgId: 'wall', submitTime: '2001-01-01 10:00:00' },
      { msgId: 'old', deliveredTime: now - 16 * MINUTE },
      { msgId: 'late', deliveredTime: now + 99 * MINUTE },
      { msgId: 'none' },
    );
    const ids = found.map(({ messageId }) => messageId);
    expect(ids).toEqual(['-14', '14', 'wall', 'late', 'none']);
    expect(found[2]).toMatchObject({ time: '2001-01-01 10:00:00' });
  });

  it('of a batch are those of its first, its middle and its last number', async () => {
    const { queue, gateway } = await open((mobileNo) => [{ mobileNo, status: 'SENT' }]);
    for (const [count, numbers] of [
      [1, [0]],
      [2, [0, 1]],
      [3, [0, 1, 2]],
      [9, [0, 4, 8]],
    ] as const) {
      const id = await addUnknown(
        queue,
        Array.from({ length: count }, (_, at) => numberAt(at)),
      );
      const before = gateway.sends.length;
      const { asked, found } = await queue.records(id);
      expect([asked, found.length]).toEqual([numbers.length, numbers.length]);
      const requests = gateway.sends.slice(before).map(({ fields }) => fields['mobileNo']);
      expect(requests).toEqual(numbers.map(numberAt));
    }
  });

  it('are asked for the days from when it was added to its outcome, only if a person asks', async () => {
    const { queue, gateway } = await open(() => [], { asking: { timeZone: 'UTC' } });
    const id = await addUnknown(queue);
    for await (const each of queue.unknown()) expect(each.id).toBe(id);
    expect(gateway.sends).toHaveLength(1);
    expect(await queue.records(id)).toEqual({ asked: 1, found: [] });
    const [message] = await allOf(queue.unknown());
    expect(gateway.sends[1]?.fields).toMatchObject({
      fromdate: dayOf(message?.addedAt),
      todate: dayOf(message?.outcome.at),
    });
  });

  it('settle nothing, also if they cannot be asked for', async () => {
    const { queue, gateway } = await open(DELIVERED);
    const id = await addUnknown(queue);
    await queue.records(id);
    expect(await queue.status(id)).toBe('unknown');
    gateway.script = { send: () => rejection('216') };
    expect(await errorOf(queue.records(id))).toMatchObject({ code: 'credentials-refused' });
    const signal = AbortSignal.abort();
    expect(await errorOf(queue.records(id, { signal }))).toMatchObject({ code: 'aborted' });
    expect(await queue.status(id)).toBe('unknown');
  });

  it('are those of the account that may have sent it or, if that is not known, of each', async () => {
    const backup = await ScriptedGateway.listen(losing(DELIVERED));
    const { queue, gateway } = await tested.open(
      { send: () => rejection('216') },
      { reports: true, backup: backup.url },
    );
    const id = await addUnknown(queue);
    const before = gateway.sends.length;
    expect((await queue.records(id)).found).toHaveLength(1);
    expect([gateway.sends.length, backup.sends.length]).toEqual([before, 2]);
    // The outcome of a stopped resend names no account.
    await queue.pause();
    await queue.resend(id);
    expect(await queue.cancel(id)).toBe(true);
    gateway.script = losing(DELIVERED);
    expect(await queue.records(id)).toMatchObject({ asked: 1, found: [{}, {}] });
    expect([gateway.sends.length, backup.sends.length]).toEqual([before + 1, 3]);
  });

  it('of a message that was resent are those of each account, because any may have sent it', async () => {
    const backup = await ScriptedGateway.listen(losing(DELIVERED));
    const { queue, gateway } = await tested.open(losing(DELIVERED), {
      reports: true,
      backup: backup.url,
    });
    const id = await addUnknown(queue);
    gateway.script = { send: () => rejection('216') };
    await queue.resend(id);
    expect(await outcomeOf(queue, id)).toMatchObject({ status: 'unknown', code: 'gateway-failed' });
    gateway.script = losing(DELIVERED);
    const before = [gateway.sends.length, backup.sends.length] as const;
    expect((await queue.records(id)).found).toHaveLength(2);
    const after = [gateway.sends.length, backup.sends.length];
    expect(after).toEqual(before.map((count) => count + 1));
  });

  it('need SmsReportsModule for the account, and a message that is unknown and not erased', async () => {
    const queueName = freshName();
    const { queue } = await open(() => [], { reports: false, name: queueName });
    const id = await addUnknown(queue);
    const error = await errorOf(queue.records(id));
    expect(error).toMatchObject({ name: 'SmsConfigurationError', account: queueName });
    expect(error.message).toContain(`SmsReportsModule.forRoot({ name: '${queueName}' })`);
    await queue.erase(NUMBER);
    expect(await errorOf(queue.records(id))).toMatchObject(problem('erased'));
    await queue.settle(id, 'accepted');
    expect(await errorOf(queue.records(id))).toMatchObject(problem("'accepted'"));
    expect(await errorOf(queue.records('m1'))).toMatchObject(problem('not in the queue'));
  });
});
