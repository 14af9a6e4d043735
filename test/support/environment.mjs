import { AsyncLocalStorage } from 'node:async_hooks';
import { TestEnvironment } from 'jest-environment-node';

const used = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...args) {
  used.add(this);
  return Reflect.apply(run, this, args);
};

/**
 * Jest opens an AsyncLocalStorage for each test file and leaves it on. Up to Node.js 22, each promise
 * costs time and memory for every one that is on, so a worker got slower with each file.
 */
export default class extends TestEnvironment {
  async teardown() {
    for (const storage of used) storage.disable();
    used.clear();
    await super.teardown();
  }
}
