import { AwaitableRun } from '../../lib/core/runs/awaitable-run.js';

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
