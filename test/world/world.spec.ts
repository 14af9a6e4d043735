import { explore, report } from './explore.js';

// Each program runs in a world of its own, with a clock of its own.
it.each([1, 2, 3, 4])('250 programs of seed %i find nothing untrue', async (seed) => {
  const found = await explore(seed, 250);
  expect(found && report(found)).toBeUndefined();
});
