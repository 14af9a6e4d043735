import { jest } from '@jest/globals';
import { bullQueueOf, type SmsQueue } from '../../lib/extras/queue/index.js';
import type { BullQueue } from '../../lib/extras/queue/jobs/store.js';
import { message } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { connectTo, describeStores, storeForTests } from './describe-stores.js';
import { freshName, outcomeOf, until } from './open-queue.js';
import { eventually } from '../support/eventually.js';

const HOUR = 3_600_000;
/** What only a hold reaches. */
const MANY = 1_000_000;
const HOLD = Number.MAX_SAFE_INTEGER;
const ACCEPTED = { status: 'accepted' };
const RATE = { sends: 10, perMs: 1000 };

describeStores("a worker's clock, with the queue in %s,", (name) => {
  const { open } = storeForTests(name);

  it('stops no worker after it was an hour ahead for a moment', async () => {
    const { queue } = await open({}, { rateLimit: RATE });
    const now = Date.now;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + HOUR);
    afterThisTest(() => clock.mockRestore());
    expect(await outcomeOf(queue, (await queue.add(message())).id)).toMatchObject(ACCEPTED);
    clock.mockRestore();
    expect(await outcomeOf(queue, (await queue.add(message())).id)).toMatchObject(ACCEPTED);
  });

  it('does not affect a Retry-After, which holds a queue for at most an hour', async () => {
    const headers = { 'retry-after': '9000' };
    const { queue } = await open({ send: () => ({ status: 429, headers }) });
    const { id } = await queue.add(message());
    const { nextAt = 0 } = (await until(
      () => queue.progress(id),
      (progress) => progress?.nextAt !== undefined && progress.attempts === 1,
    ))!;
    const left = await (await bullQueueOf<BullQueue>(queue)).getRateLimitTtl(MANY);
    for (const ms of [left, nextAt - Date.now()]) {
      expect(ms).toBeGreaterThan(HOUR - 60_000);
      expect(ms).toBeLessThanOrEqual(HOUR);
    }
  });
});

const WRITE = `INSERT INTO bullmq.rate_limit (queue, points, expire_at_ms)
  VALUES ($1, $2, extract(epoch FROM clock_timestamp()) * 1000 + $3)
  ON CONFLICT (queue) DO UPDATE SET points = excluded.points, expire_at_ms = excluded.expire_at_ms`;

describe('a limit in PostgreSQL', () => {
  const tested = storeForTests('PostgreSQL');
  const { open } = tested;

  /** Writes what a worker with a clock that is ahead would write. */
  async function write(queue: SmsQueue, points: number, ahead: number): Promise<void> {
    const client = await connectTo(tested.store.url);
    await client.query(WRITE, [(await bullQueueOf<BullQueue>(queue)).name, points, ahead]);
  }

  it.each<[string, number, number, typeof RATE | undefined]>([
    ['a rate window that is ahead by more than its length and 10 s', 5, 100 + 30_000, RATE],
    ['a hold that is ahead by more than an hour', HOLD, HOUR + 30_000, RATE],
    ['a hold of a queue without a rateLimit', HOLD, HOUR + 30_000, undefined],
  ])('has ended: %s stops no worker', async (_what, points, ahead, rateLimit) => {
    const shared = freshName();
    const { queue } = await open({}, { name: shared, worker: false });
    const { id } = await queue.add(message());
    await write(queue, points, ahead);
    await open({}, { name: shared, ...(rateLimit && { rateLimit }) });
    expect(await outcomeOf(queue, id)).toMatchObject(ACCEPTED);
  });

  it.each([
    ['a rate window that is ahead by its length', 5, HOUR, { sends: 1, perMs: HOUR }],
    ['a hold that is ahead by less than an hour', HOLD, HOUR - 10_000, RATE],
  ])('lasts: %s', async (_what, points, ahead, rateLimit) => {
    const shared = freshName();
    const { queue } = await open({}, { name: shared, worker: false });
    const { id } = await queue.add(message());
    await write(queue, points, ahead);
    const { queue: working } = await open({}, { name: shared, rateLimit });
    // A worker that asks twice does not take it.
    const bull = await bullQueueOf<BullQueue>(working);
    await eventually(async () => (await bull.getWorkersCount()) === 1);
    expect(await bull.getRateLimitTtl(1)).toBeGreaterThan(HOUR - 120_000);
    expect(await queue.status(id)).toBe('waiting');
  });

  it('that is too far ahead stops workers only for seconds, even if they already wait for an earlier one', async () => {
    const shared = freshName();
    const { queue } = await open({}, { name: shared, worker: false });
    const { id } = await queue.add(message());
    await write(queue, HOLD, HOUR / 2);
    const { queue: working } = await open({}, { name: shared, rateLimit: RATE });
    const bull = await bullQueueOf<BullQueue>(working);
    await eventually(async () => (await bull.getWorkersCount()) === 1);
    await write(queue, HOLD, 2 * HOUR);
    expect(await outcomeOf(queue, id)).toMatchObject(ACCEPTED);
  });

  it('stops no worker while another one, whose clock stays ahead, begins it again and again', async () => {
    const shared = freshName();
    const { queue } = await open({}, { name: shared, worker: false });
    const messages = Array.from({ length: 5 }, () => queue.add(message()));
    const ids = (await Promise.all(messages)).map(({ id }) => id);
    const client = await connectTo(tested.store.url);
    const again = async () =>
      client.query(WRITE, [(await bullQueueOf<BullQueue>(queue)).name, HOLD, 2 * HOUR]);
    await again();
    // The last one fails, because the connection is closed first.
    const timer = setInterval(() => void again().catch(() => undefined), 100);
    afterThisTest(() => clearInterval(timer));
    await open({}, { name: shared, rateLimit: RATE });
    for (const id of ids) expect(await outcomeOf(queue, id)).toMatchObject(ACCEPTED);
  });
});
