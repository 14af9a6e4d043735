import { GateClock } from './gate-clock.js';

let clock: GateClock;

afterEach(() => clock.close());

describe('turns', () => {
  it('go to the calls that came first', async () => {
    clock = new GateClock(undefined, 2);
    for (const name of ['a', 'b', 'c', 'd', 'e']) clock.ask(1, { name });
    await clock.pass(0);
    expect(clock.names).toEqual(['a', 'b']);
    clock.leave();
    await clock.pass(0);
    expect(clock.names).toEqual(['a', 'b', 'c']);
    clock.leave();
    clock.leave();
    await clock.pass(0);
    expect(clock.names).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('go to a big send before a small one that came later', async () => {
    clock = new GateClock({ recipients: 10, perMs: 1000 });
    for (const [name, recipients] of [
      ['a', 6],
      ['big', 8],
      ['small', 1],
    ] as const) {
      clock.ask(recipients, { name });
    }
    await clock.pass(999);
    expect(clock.names).toEqual(['a']);
    await clock.pass(1);
    expect(clock.names).toEqual(['a', 'big', 'small']);
  });

  it.each([
    ['maxConcurrency', undefined, 1],
    ['rateLimit', { recipients: 1, perMs: 1000 }, undefined],
  ])('go to high priority first, in the order they came, under %s', async (_name, rate, most) => {
    clock = new GateClock(rate, most);
    for (const name of ['a', 'b', 'c']) clock.ask(1, { name });
    for (const name of ['X', 'Y']) clock.ask(1, { name, priority: 'high' });
    await clock.pass(0);
    for (let turn = 0; turn < 4; turn += 1) {
      if (most) clock.leave();
      await clock.pass(1000);
    }
    expect(clock.names).toEqual(['a', 'X', 'Y', 'b', 'c']);
  });

  it('skip calls that have left, wherever they were in the queue', async () => {
    clock = new GateClock(undefined, 1);
    const guests = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => clock.ask(1, { name }));
    await clock.pass(0);
    for (const index of [1, 3, 5]) guests[index]!.call.deadline.end('aborted');
    for (let turn = 0; turn < 3; turn += 1) {
      clock.leave();
      await clock.pass(0);
    }
    expect(clock.names).toEqual(['a', 'c', 'e']);
    expect(guests.map(({ refused }) => refused)).toEqual([
      undefined,
      'aborted, not-sent',
      undefined,
      'aborted, not-sent',
      undefined,
      'aborted, not-sent',
    ]);
  });

  it('keep nothing of calls that have left, even behind one that still waits', async () => {
    clock = new GateClock({ recipients: 1, perMs: 3_600_000 });
    clock.ask(1, { name: 'through' });
    clock.ask(1, { name: 'waits' });
    for (let count = 0; count < 5_000; count += 1) clock.ask(1, { total: 1000 });
    await clock.pass(999);
    expect(clock.gate.waiting).toBe(5_001);
    await clock.pass(1);
    expect(clock.gate.waiting).toBe(1);
    await clock.pass(3_600_000);
    expect(clock.names).toEqual(['through', 'waits']);
  });

  it('go to the next call at once if the one before it leaves', async () => {
    clock = new GateClock({ recipients: 10, perMs: 1000 });
    clock.ask(6, { name: 'a' });
    const big = clock.ask(8, { name: 'big' });
    clock.ask(4, { name: 'small' });
    await clock.pass(1);
    expect(clock.names).toEqual(['a']);
    big.call.deadline.end('aborted');
    await clock.pass(0);
    expect(clock.names).toEqual(['a', 'small']);
  });

  it('are lost at the deadline of the waiting call', async () => {
    clock = new GateClock({ recipients: 1, perMs: 1000 });
    clock.ask(1, { name: 'a' });
    const short = clock.ask(1, { name: 'short', total: 500 });
    clock.ask(1, { name: 'c' });
    await clock.pass(499);
    expect(short.refused).toBeUndefined();
    await clock.pass(1);
    expect(short.refused).toBe('timeout, not-sent');
    await clock.pass(500);
    expect(clock.names).toEqual(['a', 'c']);
  });

  it('are not given to a call whose send has already ended', async () => {
    clock = new GateClock(undefined, 1);
    const gone = clock.ask(1, { name: 'gone', signal: AbortSignal.abort() });
    clock.ask(1, { name: 'a' });
    await clock.pass(0);
    expect(gone.refused).toBe('aborted, not-sent');
    expect(clock.names).toEqual(['a']);
  });

  it('keep their order for 5,000 waiting calls', async () => {
    clock = new GateClock(undefined, 1);
    const count = 5_000;
    for (let index = 0; index < count; index += 1) clock.ask(1, { name: String(index) });
    await clock.pass(0);
    for (let turn = 1; turn < count; turn += 1) clock.leave();
    await clock.pass(0);
    expect(clock.names).toHaveLength(count);
    expect(clock.names.every((name, index) => name === String(index))).toBe(true);
  });
});
