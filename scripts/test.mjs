// Builds, then runs Jest on the sources as ES modules, for Nest 12 is published as nothing else.
// Arguments go on to Jest: `npm test -- test/message`.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const run = (args, env = {}) => {
  const { status } = spawnSync(process.execPath, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (status !== 0) process.exit(status ?? 1);
};
const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

run([path('./build.mjs')]);
// In the environment, because Jest's workers do not take over the flags of their parent.
const options = [
  process.env.NODE_OPTIONS,
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
];
run([path('../node_modules/jest/bin/jest.js'), ...process.argv.slice(2)], {
  NODE_OPTIONS: options.filter(Boolean).join(' '),
});
