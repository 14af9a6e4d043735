import { setImmediate as nextTurn } from 'node:timers/promises';
import { Batches } from '../../lib/extras/queue/store/batches.js';

/** Batches whose work ends when the test decides. */
function open(most: number) {
  const batches: { items: readonly number[]; end: (error?: Error) => void }[] = [];
  const work = (items: readonly number[]) =>
    new Promise<void>((resolve, reject) => {
      batches.push({ items, end: (error) => (error ? reject(error) : resolve()) });
    });
  return { batches, made: new Batches<number>(most, work) };
}

describe('batches', () => {
  it('collect what comes in the meantime, in order, up to a maximum size', async () => {
    const { batches, made } = open(3);
    const done = [made.add([1])];
    await nextTurn();
    done.push(...[[2, 3], [4], [5, 6, 7, 8], [9]].map((items) => made.add(items)));
    for (let at = 0; at < 4; at += 1) {
      expect(batches).toHaveLength(at + 1);
      batches[at]?.end();
      await nextTurn();
    }
    await Promise.all(done);
    expect(batches.map(({ items }) => items)).toEqual([[1], [2, 3, 4], [5, 6, 7, 8], [9]]);
  });

  it('fail alone, and the next batch still runs', async () => {
    const { batches, made } = open(2);
    const add = (item: number) => made.add([item]).catch(String);
    const done = [add(1)];
    await nextTurn();
    done.push(...[2, 3, 4].map(add));
    batches[0]?.end();
    await nextTurn();
    batches[1]?.end(new Error('away'));
    await nextTurn();
    batches[2]?.end();
    expect(await Promise.all(done)).toEqual([undefined, 'Error: away', 'Error: away', undefined]);
    const later = made.add([5]);
    await nextTurn();
    batches[3]?.end();
    expect(await later).toBeUndefined();
  });
});
