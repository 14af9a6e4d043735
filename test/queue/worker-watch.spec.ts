import { jest } from '@jest/globals';
import { bullQueueOf } from '../../lib/queue/index.js';
import { message } from '../support/account.js';
import { describeStores } from './describe-stores.js';
import { freshName, openWithGateway, until } from './open-queue.js';
import { startStore, type TestStore } from './stores.mjs';

const ignore = () => undefined;
const { setTimeout: start } = globalThis;

/** Timers of a minute end only on request: those after which the queue looks for workers. */
function holdChecks() {
  const held: (() => void)[] = [];
  const setTimer = (work: () => void, ms?: number) => {
    if (ms !== 60_000) return start(work, ms);
    held.push(work);
    return start(ignore, 0);
  };
  globalThis.setTimeout = Object.assign(setTimer, start);
  return held;
}

afterEach(() => {
  globalThis.setTimeout = start;
});

describeStores('A process that only adds messages to %s', (name) => {
  let store: TestStore;

  beforeAll(async () => {
    store = await startStore(name);
  }, 120_000);

  afterAll(() => store?.close());

  async function open(shared: string) {
    const warnings: string[] = [];
    const warn = (line: unknown) => void warnings.push(String(line));
    const logger = { log: ignore, warn, error: ignore };
    const { queue } = await openWithGateway(store, {}, { name: shared, worker: false, logger });
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
    await until(
      () => Promise.resolve(warnings.length),
      (count) => count > 0,
    );
    await queue.add(message());
    expect(checks).toHaveLength(1);
    expect(warnings).toEqual([
      `[${shared}] Messages wait, but no worker is connected to the queue, so nothing is sent. Start a process without \`worker: false\`.`,
    ]);
  });

  it('says nothing if a worker is connected, even one that is paused', async () => {
    const shared = freshName();
    const checks = holdChecks();
    const worker = await openWithGateway(store, {}, { name: shared });
    const { queue, warnings } = await open(shared);
    const counted = jest.spyOn(await bullQueueOf(queue), 'getWorkersCount');
    // A worker names its connection soon after it was opened.
    await until(
      async () => (await bullQueueOf(queue)).getWorkersCount(),
      (count) => count > 0,
    );
    await queue.pause();
    counted.mockClear();
    await queue.add(message());
    checks[0]?.();
    expect(await counted.mock.results[0]?.value).toBe(1);
    await queue.add(message());
    expect(worker.gateway.sends).toHaveLength(0);
    expect(checks).toHaveLength(1);
    expect(warnings).toEqual([]);
  });
});
