import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { promisify } from 'node:util';
import { PLANTED } from './planted.js';
import { buildPlanted, buildWith } from './planted-build.js';
import type { Finding } from './planted-hunt.js';

/** How many programs may have a fault on until it is found. */
const MOST = 6000;
/** From how many operations a fault must be told, at most. */
const MOST_OPERATIONS = 6;

const run = promisify(execFile);
const isFound = (finding: Finding | undefined): boolean => finding?.problem !== undefined;

/** Has the world look for the faults that it finds, all in one build. */
async function hunt(): Promise<readonly Finding[]> {
  const folder = buildPlanted();
  const faults = [...PLANTED.entries()].flatMap(([index, { missed }]) =>
    missed === undefined ? [index] : [],
  );
  const args = ['test/world/planted-worker.mjs', '1', String(MOST), faults.join()];
  const env = { ...process.env, WORLD_PACKAGE: folder, TZ: 'UTC' };
  try {
    return JSON.parse((await run(process.execPath, args, { env })).stdout) as Finding[];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What the world says of a package with one fault. */
async function explore(folder: string): Promise<string> {
  const args = ['test/world/run.mjs', '--seed', '1', '--count', '2000', '--package', folder];
  try {
    return (await run(process.execPath, args, { maxBuffer: 2 ** 26 })).stdout;
  } catch (error) {
    return String(Reflect.get(Object(error), 'stdout'));
  }
}

/** The operations of the program that was found, from its lines. */
const operationsIn = (told: string): number => {
  const [program = ''] = told.split('\n!');
  const kinds =
    /^ {2}(?:after \d+ ms: )?(?:send|sendMany|broadcast|balance|new secret|revoke tokens|send at an event|clock jump|close)\(/gm;
  return program.match(kinds)?.length ?? 0;
};

describe('the world', () => {
  let findings: readonly Finding[] = [];
  beforeAll(async () => {
    findings = await hunt();
  }, 1_800_000);

  it.each([...PLANTED.entries()].filter(([, { missed }]) => missed === undefined))(
    'finds fault %i: $name',
    (index) => {
      const finding = findings.find(({ fault }) => fault === index);
      expect({ ...finding, isFound: isFound(finding) }).toMatchObject({ isFound: true });
    },
  );

  it('finds at least 34 faults, of 45 or more', () => {
    expect(PLANTED.length).toBeGreaterThanOrEqual(45);
    expect(findings.filter(isFound).length).toBeGreaterThanOrEqual(34);
  });

  it.each(PLANTED.filter((_fault, index) => index % 11 === 4))(
    'tells in a few operations that $name',
    async (fault) => {
      const folder = buildWith(fault);
      try {
        const told = await explore(folder);
        expect(told).toContain('1 went wrong');
        expect(operationsIn(told)).toBeGreaterThan(0);
        expect(operationsIn(told)).toBeLessThanOrEqual(MOST_OPERATIONS);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    600_000,
  );
});
