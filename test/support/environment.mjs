import { AsyncLocalStorage } from 'node:async_hooks';
import inspector from 'node:inspector';
import { Worker } from 'node:worker_threads';
import { TestEnvironment } from 'jest-environment-node';

const used = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...args) {
  used.add(this);
  return Reflect.apply(run, this, args);
};

// A debugger may stop a test for as long as it likes.
const watchdog = inspector.url() ? undefined : new Worker(new URL('watchdog.mjs', import.meta.url));
watchdog?.unref();
setInterval(() => watchdog?.postMessage(undefined, []), 1000).unref();

/** The names of a test and of what it is in. */
const titleOf = ({ name, parent }) => (parent?.parent ? `${titleOf(parent)} › ${name}` : name);

/**
 * Ends what Jest leaves on, and names a test that hangs.
 *
 * Jest opens an AsyncLocalStorage for each test file and leaves it on. Up to Node.js 22, each promise
 * costs time and memory for every one that is on, so a worker got slower with each file.
 */
export default class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.testPath = context.testPath;
  }

  handleTestEvent({ name, test }) {
    if (name === 'test_start') watchdog?.postMessage(`${this.testPath}, ${titleOf(test)}`, []);
  }

  async teardown() {
    for (const storage of used) storage.disable();
    used.clear();
    await super.teardown();
  }
}
