import { explore, report } from './explore.js';

// Each program runs in a world of its own, with a clock of its own.
it.each([1, 2])('100 programs of seed %i find nothing wrong', async (seed) => {
  const found = await explore(seed, 100);
  expect(found && report(found)).toBeUndefined();
});
