import fc from 'fast-check';
import { loadHandlers } from './handlers.js';
import { loadParts } from './parts.js';
import { play } from './play.js';
import { print } from './print.js';
import { type Program, programs } from './program.js';

/** A program that went wrong. */
export interface Found {
  /** The seed with which `explore` finds it again. */
  readonly seed: number;
  /** How many programs were played until then. */
  readonly after: number;
  /** Shrunk. */
  readonly program: Program;
  readonly problems: readonly string[];
}

/** After this many programs, everything that was shown is inspected in depth, which is slow. */
const DEEP_EVERY = 20;

/**
 * Runs programs that follow from a seed until one goes wrong, and shrinks that one.
 *
 * @param count how many
 */
export async function explore(seed: number, count: number): Promise<Found | undefined> {
  await Promise.all([loadParts(), loadHandlers()]);
  let played = 0;
  const property = fc.asyncProperty(programs, async (program) => {
    played += 1;
    const { problems } = await play(program, played % DEEP_EVERY === 0);
    if (problems.length > 0) throw new Error(problems.join('\n'));
  });
  const run = await fc.check(property, { seed, numRuns: count });
  const [program] = run.counterexample ?? [];
  if (!run.failed || !program) return undefined;
  // Deep, because what a shallow look does not show may be the problem.
  const { problems } = await play(program, true);
  return { seed, after: run.numRuns, program, problems };
}

/** What to print about a program that went wrong. */
export function report({ seed, after, program, problems }: Found): string {
  return [
    `After ${after} programs of seed ${seed}:`,
    print(program),
    ...problems.slice(0, 5).map((problem) => `! ${problem}`),
    `Play it step by step: npm run world -- --seed ${seed}`,
  ].join('\n');
}

/** Everything that happens in a program, step by step. */
export async function tell(program: Program): Promise<string> {
  const { story, problems } = await play(program, true);
  return [print(program), '', ...story, '', ...problems.map((each) => `! ${each}`)].join('\n');
}
