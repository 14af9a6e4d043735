import fc from 'fast-check';
import { diceOf } from './dice.js';
import { loadHandlers } from './handlers.js';
import { loadParts } from './parts.js';
import { SWITCHES } from './planted-build.js';
import { play } from './play.js';
import { type Program, programs } from './program.js';

/** What became of a planted fault. */
export interface Finding {
  /** Its index in the list of faults. */
  readonly fault: number;
  /** How many programs had it on, until it was found if it was. */
  programs: number;
  /** The first problem of the program that found it, with this fault alone. */
  problem?: string;
}

/** How many faults are on at once. */
const AT_ONCE = 8;
/** After this many programs, everything that was shown is inspected in depth, which is slow. */
const DEEP_EVERY = 20;

/**
 * Plays programs with a random eight of the faults that were not found yet. A program that goes wrong is played again
 * with each of them alone.
 *
 * @param most how many programs may have each fault on
 * @param faults the indexes of the faults
 */
export async function hunt(
  seed: number,
  most: number,
  faults: readonly number[],
): Promise<readonly Finding[]> {
  await Promise.all([loadParts(), loadHandlers()]);
  const findings: readonly Finding[] = faults.map((fault) => ({ fault, programs: 0 }));
  const isOpen = (finding: Finding): boolean =>
    finding.problem === undefined && finding.programs < most;
  const dice = diceOf(seed, 'planted');
  for (let round = 0; findings.some(isOpen); round += 1) {
    const sample = fc.sample(programs, { seed: seed + round, numRuns: 100 });
    for (const [index, program] of sample.entries()) {
      const open = findings.filter(isOpen);
      if (open.length === 0) break;
      const on = Array.from(open, (finding) => ({ finding, order: dice() }))
        .toSorted((one, another) => one.order - another.order)
        .slice(0, AT_ONCE)
        .map(({ finding }) => finding);
      const isDeep = index % DEEP_EVERY === 0;
      for (const finding of on) finding.programs += 1;
      if ((await playWith(program, on, isDeep)).length === 0) continue;
      for (const finding of on) {
        const [problem] = await playWith(program, [finding], isDeep);
        if (problem !== undefined) finding.problem = problem;
      }
    }
  }
  return findings;
}

/** Plays a program with some faults on. Returns the problems. */
async function playWith(
  program: Program,
  on: readonly Finding[],
  isDeep: boolean,
): Promise<readonly string[]> {
  const switches: boolean[] = [];
  for (const { fault } of on) switches[fault] = true;
  Reflect.set(globalThis, SWITCHES, switches);
  try {
    return (await play(program, isDeep)).problems;
  } finally {
    Reflect.deleteProperty(globalThis, SWITCHES);
  }
}
