import { message } from '../../support/account.js';
import { keepLog } from '../../support/keep-log.js';
import { connectTo, storeForTests } from '../describe-stores.js';
import { outcomeOf, reaches } from '../open-queue.js';
import { acceptance } from '../../support/scripted-gateway.js';

describe('an outcome that PostgreSQL refuses', () => {
  const tested = storeForTests('PostgreSQL');

  /** A worker whose sends end together, and a trigger that refuses an update of one row. */
  async function sendThree(errcode: string) {
    const { errors, logger } = keepLog();
    const waiting: (() => void)[] = [];
    // All answers come at once.
    const send = async (_request: unknown, count: number) => {
      if (count < 3) await new Promise<void>((resolve) => waiting.push(resolve));
      for (const answer of waiting.splice(0)) answer();
      return acceptance();
    };
    const opened = await tested.open({ send }, { logger, concurrency: 3, lockDuration: 1000 });
    const { queue } = opened;
    await queue.pause();
    const ids: string[] = [];
    for (const key of ['a', 'b', 'c']) ids.push((await queue.add(message(key), { key })).id);
    const [first = '', refused = '', last = ''] = ids;
    const client = await connectTo(tested.store.url);
    const name = `refuse_${refused}`;
    await client.query(`CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION 'refused' USING ERRCODE = '${errcode}';
      END $$;
      CREATE TRIGGER ${name} BEFORE UPDATE ON sms_gateway.message FOR EACH ROW
        WHEN (NEW.id = '${refused}' AND NEW.outcome IS NOT NULL) EXECUTE FUNCTION ${name}()`);
    await queue.resume();
    return { ...opened, errors, first, refused, last };
  }

  it.each(['22P05', 'P0001'])('does not hold up those with it: %s', async (errcode) => {
    const { errors, first, gateway, last, queue, refused } = await sendThree(errcode);
    for (const id of [first, last]) {
      expect(await outcomeOf(queue, id)).toMatchObject({
        status: 'accepted',
        transactionId: expect.any(String),
      });
    }
    expect(errors.filter((text) => text.includes(`${refused} ended (${errcode})`))).toHaveLength(1);
    expect(gateway.sends).toHaveLength(3);
  });

  it('becomes unknown, and the worker goes on', async () => {
    const { errors, first, gateway, queue, refused } = await sendThree('P0001');
    expect(await outcomeOf(queue, first)).toMatchObject({ status: 'accepted' });
    const { id } = await queue.add(message('d'));
    expect(await outcomeOf(queue, id)).toMatchObject({ status: 'accepted' });
    expect(errors.join()).toContain(`${refused} ended (P0001), so it becomes unknown`);
    await reaches(queue, refused, 'unknown');
    expect(await queue.outcome(refused)).toMatchObject({ code: 'worker-lost' });
    expect(gateway.sends).toHaveLength(4);
  });
});
