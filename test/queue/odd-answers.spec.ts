import type { SmsQueue, SmsQueueOutcome } from '../../lib/extras/queue/index.js';
import { message } from '../support/account.js';
import { acceptance, type Answer, type Script } from '../support/scripted-gateway.js';
import { describeStores, storeForTests } from './describe-stores.js';
import { outcomeOf } from './open-queue.js';

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
