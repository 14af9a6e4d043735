import { AwaitableRun } from '../../lib/core/runs/awaitable-run.js';
import { QueueRun } from '../../lib/extras/queue/producer/queue-run.js';
import { FakeAccount } from '../support/fake-account.js';
import { CHECKED, counted, messageAt } from './runs.js';

class Broken extends AwaitableRun<number, string> {
  protected override result(): string {
    return 'done';
  }

  protected override async *go(): AsyncGenerator<number, void, undefined> {
    yield 1;
    throw new Error('broken');
  }
}

it('fails with the same error each time that it is awaited', async () => {
  const run = new Broken('start another run');
  await expect(run.finish()).rejects.toThrow('broken');
  await expect(run).rejects.toThrow('broken');
});

it('can be awaited after a loop that failed, and has no second error', async () => {
  const run = new Broken('start another run');
  const loop = async () => {
    for await (const _ of run);
  };
  await expect(loop()).rejects.toThrow('broken');
  expect(await run).toBe('done');
});

const COUNT = 5;

async function* items() {
  for (let index = 0; index < COUNT; index += 1) {
    yield { index, addition: { message: CHECKED, key: `m${index}` } };
  }
}

const RUNS = [
  [
    'messages that are sent',
    () => new FakeAccount((send) => send.accept()).sms.sendMany(counted(COUNT, messageAt)),
    { accepted: COUNT },
  ],
  [
    'messages that are queued',
    () =>
      new QueueRun(() => ({
        items: items(),
        isTransaction: false,
        add: async (additions) => additions.map(({ key: id = '' }) => ({ id, duplicate: false })),
      })),
    { added: COUNT },
  ],
] as const;

/** Checks that a run refuses to be awaited, and says what to do. */
async function expectRefused(work: PromiseLike<unknown>): Promise<void> {
  const error: unknown = await work.then(undefined, (reason: unknown) => reason);
  expect(error).toBeInstanceOf(TypeError);
  expect(String(error)).toContain('await the loop first');
}

describe.each(RUNS)('a run of %s that is being looped over', (_name, create, tally) => {
  it('cannot be awaited inside the loop, which takes every outcome', async () => {
    const run = create();
    let outcomes = 0;
    for await (const _ of run) {
      outcomes += 1;
      await expectRefused(run);
      await expectRefused(run.finish());
    }
    expect(outcomes).toBe(COUNT);
    expect(await run).toMatchObject(tally);
    expect(await run.finish()).toBe(await run);
  });

  it('cannot be awaited outside of the loop, even before the first outcome', async () => {
    const run = create();
    const iterator = run[Symbol.asyncIterator]();
    await expectRefused(run);
    const first = iterator.next();
    await expectRefused(run.finish());
    expect(await first).toMatchObject({ value: { index: 0 } });
    await expectRefused(run);
    await iterator.return?.();
    expect(await run).toBe(await run.finish());
  });

  it('can be awaited once an error has ended the loop', async () => {
    const run = create();
    const loop = async () => {
      for await (const _ of run) await run;
    };
    await expect(loop()).rejects.toThrow('await the loop first');
    expect(await run).toBe(await run.finish());
  });

  it('can be awaited once the loop was left before its first outcome', async () => {
    const run = create();
    await run[Symbol.asyncIterator]().return?.();
    expect(await run).not.toMatchObject(tally);
  });
});
