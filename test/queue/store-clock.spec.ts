import { jest } from '@jest/globals';
import { ClockError } from '../../lib/extras/queue/store/message-store.js';
import { message } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { eventually } from '../support/eventually.js';
import { keepLog } from '../support/keep-log.js';
import { describeStore, storeForTests } from './describe-stores.js';
import { openStore } from './open-store.js';

const { now } = Date;

function moveClock(ms: number): void {
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + ms);
  afterThisTest(() => clock.mockRestore());
}

describeStore('Redis', 'compared with the clock of Redis', () => {
  const tested = storeForTests('Redis');

  it.each([-120_000, 120_000])('a worker that is off by %i ms does not start', async (ms) => {
    const { errors, logger } = keepLog();
    moveClock(ms);
    const { queue, gateway } = await tested.open({}, { logger });
    await eventually(() => errors.length > 0);
    expect(errors[0]).toContain(`${ms > 0 ? 'ahead of' : 'behind'} that of Redis`);
    await queue.add(message());
    expect(await queue.counts({ waiting: 5 })).toMatchObject({ waiting: 1 });
    expect(gateway.sends).toEqual([]);
  });

  it('a worker that is off by less says so', async () => {
    const store = await openStore(tested.store);
    afterThisTest(() => store.close());
    moveClock(5000);
    expect((await store.weaknesses()).join()).toMatch(
      /the clock of this machine differs by \d{4} ms/,
    );
    moveClock(600_000);
    await expect(store.weaknesses()).rejects.toBeInstanceOf(ClockError);
  });
});
