import * as fc from 'fast-check';
import { type Entry, Fifo } from '../../lib/core/common/fifo.js';

describe('a queue', () => {
  it('returns its items in order, whichever have left', () => {
    const step = fc.oneof(
      fc.constant('push' as const),
      fc.constant('shift' as const),
      fc.nat({ max: 20 }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const queue = new Fifo<number>();
        let expected: Entry<number>[] = [];
        steps.forEach((what, index) => {
          if (what === 'push') expected.push(queue.push(index));
          else if (what === 'shift') {
            queue.shift();
            expected.shift();
          } else {
            const entry = expected[what % (expected.length || 1)];
            if (entry) queue.remove(entry);
            expected = expected.filter((other) => other !== entry);
          }
          expect([...queue]).toEqual(expected.map(({ item }) => item));
          expect([queue.size, queue.peek()]).toEqual([expected.length, expected[0]?.item]);
        });
      }),
    );
  });

  it('allows an iteration to remove its current item', () => {
    const queue = new Fifo<string>();
    const entries = ['a', 'b', 'c'].map((item) => queue.push(item));
    const seen: string[] = [];
    for (const item of queue) {
      seen.push(item);
      queue.remove(entries[seen.length - 1]!);
    }
    expect(seen).toEqual(['a', 'b', 'c']);
    expect(queue.size).toBe(0);
  });
});
