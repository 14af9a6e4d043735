import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const EXAMPLES = 'test/testing/examples';

/** A child without what Jest put into this process. */
async function run(...args: string[]): Promise<string> {
  const { NODE_OPTIONS: _options, NODE_TEST_CONTEXT: _context, ...rest } = process.env;
  // Vitest takes JEST_WORKER_ID for its own, and NODE_ENV=test is Jest's doing.
  const { JEST_WORKER_ID: _worker, NODE_ENV: _env, ...env } = rest;
  const execute = promisify(execFile);
  const { stdout } = await execute(process.execPath, args, { env }).catch((error: unknown) => {
    const output = ['stdout', 'stderr'].map((key) => String(Reflect.get(Object(error), key)));
    throw new Error(`node ${args.join(' ')} failed:\n${output.join('\n')}`);
  });
  return stdout;
}

describe('the examples on the built package', () => {
  beforeAll(async () => {
    if (!existsSync('dist/esm/lib/testing/index.js')) await run('scripts/build.mjs');
  }, 120_000);

  it('pass under node:test', async () => {
    const tap = await run('--test', '--test-reporter=tap', `${EXAMPLES}/reminders.test.mjs`);
    expect(tap).toContain('# pass 3');
    expect(tap).toContain('# fail 0');
  }, 120_000);

  it('pass under Vitest', async () => {
    const vitest = 'node_modules/vitest/vitest.mjs';
    const report = await run(vitest, 'run', '--root', EXAMPLES, '--reporter=json');
    expect(JSON.parse(report)).toMatchObject({ numPassedTests: 2, numFailedTests: 0 });
  }, 120_000);
});
