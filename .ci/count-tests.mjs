// Adds up the reports of the Jest runs: `node .ci/count-tests.mjs <folder> <number of runs>`. It names the
// tests that failed, and its last line is `N passed, N failed, N skipped`. A run without a report, a suite
// that could not run and a test that was skipped count as failed, except where the name of the test says
// what it needs.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const NEEDS = /\(needs [\w-]+\)/;

const [folder, runs] = process.argv.slice(2);
let passed = 0;
let failed = 0;
let skipped = 0;
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
for (const name of files) {
  const run = JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const tests = run.testResults.flatMap(({ assertionResults }) => assertionResults);
  const needy = tests.filter(
    ({ status, fullName }) => status === 'pending' && NEEDS.test(fullName),
  );
  const notRun =
    run.numPendingTests + run.numTodoTests + run.numRuntimeErrorTestSuites - needy.length;
  process.stdout.write(
    `${name}: ${run.numPassedTests} passed, ${run.numFailedTests} failed, ${needy.length} skipped, ${notRun} did not run, in ${run.numTotalTestSuites} suites\n`,
  );
  for (const { fullName, failureMessages } of tests.filter(({ status }) => status === 'failed')) {
    const why = stripVTControlCharacters(failureMessages.join(' ')).replaceAll(/\s+/g, ' ');
    process.stdout.write(`  failed: ${fullName}: ${why.slice(0, 300)}\n`);
  }
  skipped += needy.length;
  passed += run.numPassedTests;
  failed += run.numFailedTests + notRun + (run.numPassedTests === 0 ? 1 : 0);
}
failed += Number(runs) - files.length;
process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`);
process.exitCode = failed === 0 ? 0 : 1;
