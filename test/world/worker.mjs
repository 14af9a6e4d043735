// One process of `npm run world`: plays the programs of one seed after the other, and tells how many.
import { register } from 'node:module';

register('./hooks.mjs', import.meta.url);
const { explore, report, tell } = await import('./explore.ts');

const AT_ONCE = 100;

const [first = 1, step = 1, until = 0, count = AT_ONCE] = process.argv.slice(2).map(Number);
const hasTime = () => until === 0 || Date.now() < until;
for (let seed = first; hasTime(); seed += step) {
  const found = await explore(seed, count);
  if (found) {
    process.send?.({ found: report(found), story: await tell(found.program) });
    break;
  }
  process.send?.({ played: count });
  if (until === 0) break;
}
process.disconnect?.();
