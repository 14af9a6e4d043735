import { addRows } from '../../../lib/extras/queue/postgres/message-adds.js';
import { storeForTests } from '../describe-stores.js';
import { openRows, TERMS } from './rows.js';

describe('an add in PostgreSQL', () => {
  const tested = storeForTests('PostgreSQL');

  it('adds a message again whose earlier one is removed before it is compared', async () => {
    const { add, pool, queue, rows } = await openRows(tested.store);
    const ids = [await add(), await add()];
    const [removed = '', kept = ''] = ids;
    const read = pool.read.bind(pool);
    pool.read = async (text, values) => {
      pool.read = read;
      await (await rows.find(removed))?.change({ to: 'removed' });
      return read(text, values);
    };
    const messages = ids.map((id) => ({ id, sealed: `new ${id}` }));
    const { earlier } = await addRows(pool, queue, messages, TERMS);
    expect([...earlier]).toEqual([[kept, `sealed ${kept}`]]);
    expect(await rows.find(removed)).toMatchObject({ state: 'waiting', sealed: `new ${removed}` });
    expect(await rows.find(kept)).toMatchObject({ sealed: `sealed ${kept}` });
  });
});
