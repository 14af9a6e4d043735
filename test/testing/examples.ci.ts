import { existsSync } from 'node:fs';
import { run } from '../docs/terminal.js';

const EXAMPLES = 'test/testing/examples';
const ROOT = process.cwd();

describe('the examples on the built package', () => {
  beforeAll(async () => {
    if (!existsSync('dist/esm/lib/extras/testing/index.js'))
      await run('node scripts/build.mjs', ROOT);
  }, 120_000);

  it('pass under node:test', async () => {
    const tests = `${EXAMPLES}/reminders.test.mjs`;
    const tap = await run(`node --test --test-reporter=tap ${tests}`, ROOT);
    expect(tap).toContain('# pass 3');
    expect(tap).toContain('# fail 0');
  }, 120_000);

  it('pass under Vitest', async () => {
    const vitest = 'node node_modules/vitest/vitest.mjs run --reporter=json';
    const report = await run(`${vitest} --root ${EXAMPLES}`, ROOT);
    expect(JSON.parse(report)).toMatchObject({ numPassedTests: 2, numFailedTests: 0 });
  }, 120_000);
});
