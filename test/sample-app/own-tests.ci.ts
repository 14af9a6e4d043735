import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const JEST = 'node_modules/jest/bin/jest.js';
const CONFIG = 'sample-app/jest.config.mjs';

// In one process, because there Jest only ends if nothing stays open.
it('passes its own tests on the built package, with the Jest configuration that it shows', async () => {
  const args = ['--experimental-vm-modules', JEST, '--config', CONFIG, '--runInBand', '--json'];
  const { NODE_OPTIONS: _options, JEST_WORKER_ID: _worker, ...env } = process.env;
  const settings = Object.entries(env).filter(([name]) => !name.startsWith('SMS_'));
  const run = promisify(execFile)(process.execPath, args, {
    env: Object.fromEntries(settings),
    timeout: 110_000,
  });
  const { stdout } = await run.catch((error: unknown) => {
    throw new Error(String(Reflect.get(Object(error), 'stderr')));
  });
  const report = JSON.parse(stdout);
  expect(report).toMatchObject({ success: true, numFailedTests: 0, numPendingTests: 0 });
  expect(report.numPassedTests).toBeGreaterThan(10);
}, 120_000);
