import { Pace } from '../../lib/core/common/pace.js';

it('a pace lets other work run after a number of steps, counted over all callers', async () => {
  const pace = new Pace(10);
  const steps: string[] = [];
  const walk = async (name: string, count: number) => {
    for (let at = 0; at < count; at += 1) {
      await pace.step();
      steps.push(name);
    }
  };
  const walks = Promise.all(['a', 'b', 'c'].map((name) => walk(name, 10)));
  const taken: number[] = [];
  while (steps.length < 30) {
    await new Promise((resolve) => setImmediate(resolve));
    taken.push(steps.length);
  }
  await walks;
  expect(taken).toEqual(expect.arrayContaining([10, 20, 30]));
  expect(new Set(steps.slice(0, 10)).size).toBe(3);
});
