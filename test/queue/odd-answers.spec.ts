import { EventEmitter, once } from 'node:events';
import type { SmsQueue, SmsQueueOutcome } from '../../lib/extras/queue/index.js';
import { createLateResult } from '../../lib/extras/queue/jobs/job-change.js';
import { lastingBackend } from '../../lib/extras/queue/jobs/lasting-backend.js';
import { failedJobOutcome } from '../../lib/extras/queue/jobs/outcomes.js';
import { type BullQueue, openQueue, openWorker } from '../../lib/extras/queue/jobs/store.js';
import { message } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { acceptance, type Answer, type Script } from '../support/scripted-gateway.js';
import { describeStores, storeForTests } from './describe-stores.js';
import { freshName, outcomeOf, until } from './open-queue.js';
import { openStore } from './open-store.js';
import { takeFromWorker } from './stores.mjs';

/** An answer as JSON, in which `~` stands for half of a surrogate pair, and `^` for NUL. */
function odd({ body }: Answer, more: object): Answer {
  const json = JSON.stringify({ ...Object(body), ...more });
  return { body: json.replaceAll('~', String.raw`\ud83d`).replaceAll('^', String.raw`\u0000`) };
}

const rejected = (reason: string, statusCode = '203'): Answer =>
  odd({ body: { status: 'error' } }, { statusCode, reason });

/** Answers the first sends so, one after the other, and then accepts. */
const answering = (...answers: readonly Answer[]): Script => ({
  send: (_request, count) => answers[count - 1] ?? acceptance(),
});

async function outcomesOf(queue: SmsQueue, count: number) {
  const outcomes: (SmsQueueOutcome | undefined)[] = [];
  for (let index = 0; index < count; index += 1) {
    const { id } = await queue.add(message(`m${index}`));
    outcomes.push(await outcomeOf(queue, id));
  }
  return outcomes;
}

describeStores('odd characters in an answer, in %s', (name) => {
  const { open } = storeForTests(name);

  it('block no worker, and the rest of the answer is stored', async () => {
    const script = answering(
      rejected('Sender ~ is invalid'),
      rejected(`${'x'.repeat(1999)}😀 and more`, '2~03'),
      odd(acceptance(), { msgId: 'a^b' }),
      odd(acceptance(), { transactionId: '12^34' }),
      odd(acceptance(), { transactionId: '12~34' }),
    );
    const { queue, gateway } = await open(script, { concurrency: 1 });
    expect(await outcomesOf(queue, 6)).toMatchObject([
      { status: 'not-sent', statusCode: '203', reason: 'Sender \ufffd is invalid' },
      { status: 'not-sent', statusCode: '••••••', reason: `${'x'.repeat(1999)}…` },
      { status: 'accepted', messageId: 'a\ufffdb' },
      { status: 'unknown', code: 'answer-unclear' },
      { status: 'unknown', code: 'answer-unclear' },
      { status: 'accepted' },
    ]);
    expect(gateway.sends).toHaveLength(6);
  });
});

const finished = async (queue: BullQueue, id: string) =>
  until(
    () => queue.getJob(id),
    (job) => job?.finishedOn !== undefined,
  );

describeStores('an outcome with text that %s may refuse', (name) => {
  const tested = storeForTests(name);
  const accepted: SmsQueueOutcome = {
    status: 'accepted',
    transactionId: '12\0',
    accepted: 1,
    at: 1,
  };

  /** Starts a worker that sends one message at a time. */
  async function work(start: (id: string) => Promise<SmsQueueOutcome>) {
    const store = await openStore(tested.store);
    afterThisTest(() => store.close());
    const queueName = freshName();
    const queue = openQueue(store.bull, queueName, store.forQueues);
    afterThisTest(() => queue.close());
    const { signal } = new AbortController();
    const late = createLateResult(() => Promise.resolve({ queue, store }), signal);
    const reduced: unknown[] = [];
    const worker = openWorker(
      store.bull,
      queueName,
      ({ id = '' }) => start(id),
      {},
      (...args) =>
        lastingBackend(store.forWorkers(...args), signal, late.settle, (...each) =>
          reduced.push(each),
        ),
    );
    worker.on('error', () => undefined);
    afterThisTest(() => worker.close());
    const add = async (jobId: string) => {
      await queue.add('sms', { v: 1, x: 0, l: 0 }, { jobId, attempts: 1 });
    };
    return { queue, add, reduced };
  }

  it('is stored without the text if that is refused, and blocks no worker', async () => {
    const { queue, add, reduced } = await work((id) =>
      id === 'c'
        ? Promise.resolve({ status: 'accepted', at: 2 })
        : id === 'a'
          ? Promise.resolve(accepted)
          : Promise.reject(new Error('b\0d')),
    );
    for (const id of ['a', 'b', 'c']) await add(id);
    expect((await finished(queue, 'c'))?.returnvalue).toEqual({ status: 'accepted', at: 2 });
    const [a, b] = [await queue.getJob('a'), await queue.getJob('b')];
    const { transactionId: _id, ...rest } = accepted;
    expect(a?.returnvalue).toEqual(name === 'Redis' ? accepted : rest);
    expect(failedJobOutcome(b?.failedReason)).toMatchObject({
      status: 'unknown',
      code: 'worker-lost',
    });
    const isRefused = name === 'PostgreSQL';
    expect(reduced).toEqual(
      isRefused
        ? [
            ['a', '22P05'],
            ['b', '22021'],
          ]
        : [],
    );
  });

  it('is stored without the text if the message was taken from its worker', async () => {
    const steps = new EventEmitter();
    const taken = once(steps, 'taken');
    const { queue, add, reduced } = await work(async () => {
      await taken;
      return accepted;
    });
    await add('a');
    await until(
      () => queue.getJobState('a'),
      (state) => state === 'active',
    );
    await takeFromWorker(queue, tested.store.url, 'a');
    steps.emit('taken');
    const job = await until(
      () => queue.getJob('a'),
      (each) => each?.data.settled !== undefined,
    );
    expect(job?.data.settled).toMatchObject({ status: 'accepted', accepted: 1 });
    expect(reduced).toEqual(name === 'PostgreSQL' ? [['a', '22P05']] : []);
  });
});
