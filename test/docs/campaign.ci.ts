// Runs the queued campaign of docs/guides/a-campaign.md on both stores: 10,000 people at the gateway's rate, once
// cancelled in the middle and once until it expires. jest --testMatch '**/test/docs/campaign.ci.ts'
import { jest } from '@jest/globals';
import type { SmsQueue } from '../../lib/extras/queue/index.js';
import { idOfKey } from '../../lib/extras/queue/store/stored-message.js';
import { describeStores, storeForTests } from '../queue/describe-stores.js';
import { connectionOf, counted } from '../queue/open-queue.js';
import { afterThisTest } from '../support/clean-up.js';
import { eventually } from '../support/eventually.js';
import type { Received } from '../support/scripted-gateway.js';
import { Snippets } from './snippets.js';

interface Campaign {
  send(id: string, text: string, numbers: AsyncIterable<string>, start: Date): Promise<string>;
  stop(runId: string): Promise<void>;
}

interface Page {
  readonly QueuedCampaigns: new (queue: SmsQueue) => Campaign;
}

const PEOPLE = 10_000;
const BATCH = 100;
const BATCHES = PEOPLE / BATCH;
/** How many batches may leave in a second. */
const RATE = 10;
const SECOND = 1000;
/** How long before its start a campaign is added, in ms. */
const AHEAD = 2 * SECOND;
/** For how long the page's campaign may be sent, and here: for too short a time, at this rate. */
const EXPIRES = { '8 * 3_600_000': `${6 * SECOND}` };

const numberAt = (index: number): string => `9198${String(index).padStart(8, '0')}`;

async function* people(): AsyncGenerator<string> {
  for (let index = 0; index < PEOPLE; index += 1) yield numberAt(index);
}

/** @param first the place of its first number, which is in its key */
const batchFrom = (first: number): readonly string[] =>
  Array.from({ length: BATCH }, (_, at) => numberAt(first + at));

const numbersOf = (sends: readonly Received[]): readonly string[] =>
  sends.flatMap(({ fields }) => fields['mobile']?.split(',') ?? []);

/** How many batches ended how. Those that did not end accepted did not leave, and the others left once. */
async function endOf(queue: SmsQueue, sends: readonly Received[]) {
  const { queueName } = connectionOf(queue);
  await counted(queue, ({ finished }) => finished === BATCHES);
  const ends = new Map<string, number>();
  const accepted: string[] = [];
  for (let first = 0; first < PEOPLE; first += BATCH) {
    const outcome = await queue.outcome(idOfKey(queueName, `campaign-spring-${first}`));
    const end = outcome?.code ?? String(outcome?.status);
    ends.set(end, (ends.get(end) ?? 0) + 1);
    if (outcome?.status === 'accepted') accepted.push(...batchFrom(first));
  }
  expect(numbersOf(sends).toSorted()).toEqual(accepted.toSorted());
  return Object.fromEntries(ends);
}

/** By the rate, a batch cannot arrive earlier, however late others are. */
function expectTheRate(sends: readonly Received[], startedAt: number): void {
  const early = sends.filter(
    ({ at }, index) => at < startedAt + Math.floor(index / RATE) * SECOND - SECOND / 10,
  );
  expect(early).toEqual([]);
}

describeStores('the campaign of docs/guides/a-campaign.md in %s', (name) => {
  const tested = storeForTests(name);

  /** Adds a campaign that starts soon, twice, as after a crash. */
  async function begin(replaced: Readonly<Record<string, string>> = {}) {
    const rateLimit = { recipients: RATE * BATCH, perMs: SECOND };
    const { queue, gateway } = await tested.open({}, { account: { rateLimit } });
    const snippets = new Snippets(replaced);
    afterThisTest(() => snippets.remove());
    const { QueuedCampaigns } = await snippets.run<Page>(
      'docs/guides/a-campaign.md, Send it through the queue',
    );
    const campaigns = new QueuedCampaigns(queue);
    const log = jest.spyOn(console, 'log').mockReturnValue();
    afterThisTest(() => log.mockRestore());
    const start = Date.now() + AHEAD;
    const startedAt = performance.now() + AHEAD;
    const add = () => campaigns.send('spring', 'Sale', people(), new Date(start));
    const id = await add();
    await add();
    expect(log.mock.calls).toEqual([
      [`${BATCHES} batches are queued, 0 were already, 0 failed`],
      [`0 batches are queued, ${BATCHES} were already, 0 failed`],
    ]);
    return { queue, gateway, campaigns, id, startedAt };
  }

  it('keeps the rate, and what is cancelled in the middle does not leave', async () => {
    const { queue, gateway, campaigns, id, startedAt } = await begin();
    await eventually(() => gateway.sends.length >= 3 * RATE);
    await campaigns.stop(id);
    const before = gateway.sends.length;
    const { accepted, cancelled, ...others } = await endOf(queue, gateway.sends);
    expect(others).toEqual({});
    expect(accepted).toBe(gateway.sends.length);
    expect(cancelled).toBeGreaterThan(0);
    // What was on its way, and what began within a second.
    expect(gateway.sends.length - before).toBeLessThanOrEqual(2 * RATE);
    expectTheRate(gateway.sends, startedAt);
  }, 120_000);

  it('keeps the rate, and what has expired does not leave', async () => {
    const { queue, gateway, startedAt } = await begin(EXPIRES);
    const { accepted, expired, ...others } = await endOf(queue, gateway.sends);
    expect(others).toEqual({});
    expect(accepted).toBe(gateway.sends.length);
    expect(expired).toBeGreaterThan(0);
    expectTheRate(gateway.sends, startedAt);
  }, 120_000);
});
