// One process of `npm run world`: plays the programs of one seed after the other, and tells how many.
import { register } from 'node:module';

register('./hooks.mjs', import.meta.url);
const { explore, report, tell } = await import('./explore.ts');

const [first, step, end, until, count] = process.argv.slice(2).map(Number);
for (let seed = first; seed < end && Date.now() < until; seed += step) {
  const found = await explore(seed, count);
  if (found) {
    process.send?.({ found: report(found), story: await tell(found.program) });
    break;
  }
  process.send?.({ played: count });
}
process.disconnect?.();
