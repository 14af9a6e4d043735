import { jest } from '@jest/globals';
import { message } from '../support/account.js';
import { describeStores, storeForTests } from './describe-stores.js';
import { freshName, storeOf } from './open-queue.js';
import { eventually } from '../support/eventually.js';
import { keepLog } from '../support/keep-log.js';

const { setTimeout: start } = globalThis;

/** Timers of a minute end only on request: those after which the queue looks for workers. */
function holdChecks() {
  const held: (() => void)[] = [];
  const setTimer = (work: () => void, ms?: number) => {
    if (ms !== 60_000) return start(work, ms);
    held.push(work);
    return start(() => undefined, 0);
  };
  globalThis.setTimeout = Object.assign(setTimer, start);
  return held;
}

afterEach(() => {
  globalThis.setTimeout = start;
});

const warningOf = (name: string) =>
  `[${name}] Messages wait, but no worker is connected to the queue, so nothing is sent. Start a process without \`worker: false\`.`;

describeStores('A process that only adds messages to %s', (name) => {
  const tested = storeForTests(name);

  async function open(shared: string) {
    const { warnings, logger } = keepLog();
    const { queue } = await tested.open({}, { name: shared, worker: false, logger });
    return { queue, warnings };
  }

  it('warns once if they wait and no process has a worker', async () => {
    const shared = freshName();
    const checks = holdChecks();
    const { queue, warnings } = await open(shared);
    await queue.add(message());
    await queue.add(message());
    expect(checks).toHaveLength(1);
    checks[0]?.();
    await eventually(() => warnings.length > 0);
    await queue.add(message());
    expect(checks).toHaveLength(1);
    expect(warnings).toEqual([warningOf(shared)]);
  });

  it('says nothing if a worker is connected, even one that is paused', async () => {
    const shared = freshName();
    const checks = holdChecks();
    const worker = await tested.open({}, { name: shared });
    const { queue, warnings } = await open(shared);
    // A worker names its connection soon after it was opened.
    const store = await storeOf(queue);
    await eventually(() => store.hasWorker());
    await queue.pause();
    const workers = jest.spyOn(store, 'hasWorker');
    await queue.add(message());
    checks[0]?.();
    await eventually(() => workers.mock.results.length > 0);
    expect(await workers.mock.results[0]?.value).toBe(true);
    await queue.add(message());
    expect(worker.gateway.sends).toHaveLength(0);
    expect(checks).toHaveLength(1);
    // Nest has one logger in a process, so the worker's own warnings about the store may come here.
    expect(warnings).not.toContain(warningOf(shared));
  });
});
