import { jest } from '@jest/globals';
import { Test } from '@nestjs/testing';
import { SmsGatewayModule, type SmsReach } from '../../lib/index.js';
import {
  getSmsQueueToken,
  SmsQueue,
  SmsQueueModule,
  type SmsQueueOutcome,
} from '../../lib/extras/queue/index.js';
import { message, PASSWORD_AUTH, NUMBER } from '../support/account.js';
import { SILENT, keepLog } from '../support/keep-log.js';
import { acceptance, type Answer, type Script } from '../support/scripted-gateway.js';
import { describeStores, storeForTests } from './describe-stores.js';
import { outcomeOf, allOf, counted, freshName } from './open-queue.js';
import { probe } from './store-probe.js';
import { Starts } from '../../lib/extras/queue/postgres/starts.js';
import { afterThisTest } from '../support/clean-up.js';
import { eventually, Latch } from '../support/eventually.js';

const NOBODY = 'http://127.0.0.1:9';
const REDIS = 'redis://127.0.0.1:9';

it('a named queue is injected by its token, and its errors name the account', async () => {
  const name = 'marketing';
  const module = await Test.createTestingModule({
    imports: [
      SmsGatewayModule.forRoot({ name, baseUrl: NOBODY, auth: PASSWORD_AUTH }),
      SmsQueueModule.forRootAsync({
        name,
        useFactory: () => ({ connection: REDIS, worker: false, encryptionKeys: ['ab'.repeat(32)] }),
      }),
    ],
  })
    .setLogger(SILENT)
    .compile();
  await module.init();
  const queue = module.get<SmsQueue>(getSmsQueueToken(name));
  expect(queue).toBeInstanceOf(SmsQueue);
  await expect(queue.add(message())).rejects.toMatchObject({
    code: 'queue-failed',
    outcome: 'not-sent',
    account: name,
  });
  const invalid = { code: 'message-invalid', account: name };
  await expect(queue.add({ to: '1', text: '' })).rejects.toMatchObject(invalid);
  await module.close();
});

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

/** What an app adds, whose worker must leave it alone, whose sends it, and how both are named. */
const CASES: readonly [adder: SmsReach, other: SmsReach, same: SmsReach, text: RegExp][] = [
  ['none', 'all', { only: [NUMBER] }, /: only this worker has the reach 'all'/],
  ['all', 'none', 'all', /: only the app that added it has the reach 'all'/],
];

describeStores('a message in %s', (store) => {
  const tested = storeForTests(store);

  it.each(CASES)(
    'of an app whose reach is %j is left alone by a worker whose reach is %j, and sent by one with %j',
    async (adder, other, same, text) => {
      const name = freshName();
      const { warnings, logger } = keepLog();
      const { queue } = await tested.open({}, { name, worker: false, account: { reach: adder } });
      const many = await allOf(queue.addMany([message('of many')]));
      const batches = await allOf(queue.broadcast({ text: 'of a broadcast' }, [NUMBER]));
      const runs = [...many, ...batches].flatMap((each) => ('id' in each ? each.id : []));
      const ids = [(await queue.add(message())).id, ...runs];
      const earlier = await queue.add(message('of an earlier release'));
      const stored = probe(tested.store, queue);
      await stored.forgetReach(earlier.id);

      const wrong = await tested.open({}, { name, logger, account: { reach: other } });
      expect(await outcomeOf(queue, earlier.id)).toMatchObject({ status: 'accepted' });
      await counted(queue, ({ delayed }) => delayed === ids.length);
      await wrong.close();
      for (const id of ids) {
        expect(await queue.progress(id)).toEqual({ attempts: 0, nextAt: expect.any(Number) });
      }
      expect(wrong.gateway.sends).toHaveLength(other === 'all' ? 1 : 0);
      expect(warnings.filter((line) => line.includes('is left for another worker'))).toEqual([
        expect.stringMatching(text),
      ]);

      for (const id of ids) await stored.makeDue(id);
      const right = await tested.open({}, { name, account: { reach: same } });
      for (const id of ids) {
        expect(await outcomeOf(queue, id)).toMatchObject({ status: 'accepted', accepted: 1 });
      }
      expect(right.gateway.sends).toHaveLength(ids.length);
    },
  );
});

describe('with short locks in PostgreSQL', () => {
  const tested = storeForTests('PostgreSQL');

  it('a message that ends while its lock is being renewed is not called lost', async () => {
    const [renewing, isOver] = [new Latch(), new Latch()];
    const lapsed: string[] = [];
    const { renew } = Starts.prototype;
    const spy = jest.spyOn(Starts.prototype, 'renew').mockImplementation(async function (
      this: Starts,
      starts,
    ) {
      renewing.open();
      await isOver.opened;
      const found = await renew.call(this, starts);
      lapsed.push(...found.map(({ id }) => id));
      return found;
    });
    afterThisTest(() => spy.mockRestore());
    const { warnings, errors, logger } = keepLog();
    const send = async () => {
      await renewing.opened;
      return acceptance();
    };
    const { queue, close } = await tested.open({ send }, { lockDuration: 2000, logger });
    const { id } = await queue.add(message());
    expect(await outcomeOf(queue, id)).toMatchObject({ status: 'accepted' });
    isOver.open();
    await eventually(() => lapsed.length > 0);
    await close();
    expect(lapsed).toEqual([id]);
    expect(errors).toEqual([]);
    expect(warnings.filter((text) => text.includes('taken from this worker'))).toEqual([]);
  });
});
