// Plays programs on a build with planted faults, a random eight of them on in each, until every fault is found or was
// on in enough programs. Prints what was found as JSON.
//
//   SEED MOST INDEXES   the programs, how many with each fault, and the faults, as a list with commas
import { register } from 'node:module';
import { parseArgs } from 'node:util';

register('./hooks.mjs', import.meta.url);
const { hunt } = await import('./planted-hunt.ts');
const { positionals } = parseArgs({ allowPositionals: true });
const [seed = '1', most = '6000', indexes = ''] = positionals;
const findings = await hunt(Number(seed), Number(most), indexes.split(',').map(Number));
process.stdout.write(JSON.stringify(findings));
