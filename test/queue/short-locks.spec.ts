import { jest } from '@jest/globals';
import { PostgresQueueBackend } from 'bullmq';
import { message } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { eventually, Latch } from '../support/eventually.js';
import { keepLog } from '../support/keep-log.js';
import { acceptance } from '../support/scripted-gateway.js';
import { storeForTests } from './describe-stores.js';
import { outcomeOf } from './open-queue.js';

describe('with short locks in PostgreSQL', () => {
  const tested = storeForTests('PostgreSQL');

  it('a message that ends while its lock is being renewed is not called lost', async () => {
    const [renewing, isOver] = [new Latch(), new Latch()];
    const results: string[][] = [];
    const renew = PostgresQueueBackend.prototype.extendLocks;
    const spy = jest
      .spyOn(PostgresQueueBackend.prototype, 'extendLocks')
      .mockImplementation(async function (this: PostgresQueueBackend, ...locks) {
        renewing.open();
        await isOver.opened;
        const lost = await renew.apply(this, locks);
        results.push(lost);
        return lost;
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
    await eventually(() => results.length > 0);
    await close();
    expect(results[0]).toEqual([id]);
    expect(errors).toEqual([]);
    expect(warnings.filter((text) => text.includes('taken from this worker'))).toEqual([]);
  });
});
