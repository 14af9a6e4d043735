import { jest } from '@jest/globals';
import { Starts } from '../../lib/extras/queue/postgres/starts.js';
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
