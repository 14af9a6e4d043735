import { Stops } from '../../lib/extras/queue/worker/stops.js';
import { holdTimers } from '../support/clock.js';

const MARKED = 'b1';
const OTHER = 'b2';

/** What stops messages in a queue whose store answers after a time. */
function open() {
  const timers = holdTimers([
    'performance',
    'setTimeout',
    'clearTimeout',
    'setInterval',
    'clearInterval',
  ]);
  const store = { isPaused: false, cancelled: [] as string[], takes: 0, isDown: false };
  const asked: (readonly string[])[] = [];
  const failed: unknown[] = [];
  /** What is true when the question arrives is answered. */
  const answer = async <T>(value: T): Promise<T> => {
    await new Promise((resolve) => setTimeout(resolve, store.takes));
    if (store.isDown) throw new Error('away');
    return value;
  };
  const stops = new Stops(
    {
      readStops: (keys) => {
        asked.push(keys.map((key) => key.replace('q:cancelled:', '')));
        const marks = new Set(store.cancelled.map((broadcast) => `q:cancelled:${broadcast}`));
        return answer({ isPaused: store.isPaused, marks });
      },
    },
    'q',
    (error) => failed.push(error),
  );
  const ask = async (broadcast?: string) => {
    const asking = stops.ask(broadcast);
    await timers.pass(store.takes);
    await asking;
  };
  const waitFor = (broadcast?: string) => {
    const seen: unknown[] = [];
    const end = stops.watch(broadcast, () => seen.push(stops.of(broadcast)));
    return { seen, end };
  };
  return { timers, store, asked, failed, stops, ask, waitFor };
}

it('a message may not begin before the store has answered, or if the answer is older than 900 ms', async () => {
  const { timers, stops, ask } = open();
  expect(stops.of(undefined)).toBe('unanswered');
  await ask();
  expect(stops.of(undefined)).toBeUndefined();
  expect(stops.of(MARKED)).toBe('unanswered');
  await ask(MARKED);
  await timers.pass(900);
  expect(stops.of(MARKED)).toBeUndefined();
  await timers.pass(1);
  expect(stops.of(MARKED)).toBe('unanswered');
});

it('a message begins less than a second after the store was asked, however long the answer took', async () => {
  const { timers, store, stops, ask } = open();
  store.takes = 800;
  await ask();
  expect(stops.of(undefined)).toBeUndefined();
  await timers.pass(101);
  expect(stops.of(undefined)).toBe('unanswered');
});

it('a worker that takes a message knows that its queue was not paused then, for 900 ms', async () => {
  const { timers, asked, stops, ask } = open();
  stops.claimed(performance.now() - 100);
  await ask();
  expect(asked).toEqual([]);
  expect(stops.of(undefined)).toBeUndefined();
  await timers.pass(801);
  expect(stops.of(undefined)).toBe('unanswered');
});

it('an answer counts if it is later than the claim of a message, and not if it is earlier', async () => {
  const { timers, store, stops, ask } = open();
  store.isPaused = true;
  await ask();
  expect(stops.of(undefined)).toBe('paused');
  stops.claimed(performance.now() - 100);
  expect(stops.of(undefined)).toBe('paused');
  await timers.pass(50);
  stops.claimed(performance.now());
  expect(stops.of(undefined)).toBeUndefined();
});

it('only the batches of a cancelled broadcast are stopped', async () => {
  const { store, stops, ask } = open();
  store.cancelled = [MARKED];
  await ask(MARKED);
  await ask(OTHER);
  expect(stops.of(MARKED)).toBe('cancelled');
  expect(stops.of(OTHER)).toBeUndefined();
  expect(stops.of(undefined)).toBeUndefined();
});

it('a message that waits learns within half a second that it must stop, and the store is asked five times a second for all', async () => {
  const { timers, store, asked, waitFor } = open();
  const batches = [waitFor(MARKED), waitFor(MARKED), waitFor(OTHER)];
  await timers.pass(1000);
  store.cancelled = [MARKED];
  await timers.pass(500);
  expect(batches.map(({ seen }) => seen.at(-1))).toEqual(['cancelled', 'cancelled', undefined]);
  store.isPaused = true;
  await timers.pass(500);
  expect(batches.map(({ seen }) => seen.at(-1))).toEqual(['cancelled', 'cancelled', 'paused']);
  const questions = asked.filter((each) => each.length > 0);
  expect(questions.length).toBeGreaterThan(5);
  expect(questions.length).toBeLessThanOrEqual(10);
  expect(questions.every((each) => each.length === 2)).toBe(true);
});

it('the store is not asked once nothing waits', async () => {
  const { timers, asked, waitFor } = open();
  const { seen, end } = waitFor(MARKED);
  await timers.pass(500);
  end();
  const [looks, questions] = [seen.length, asked.length];
  await timers.pass(5000);
  expect([seen.length, asked.length]).toEqual([looks, questions]);
});

it('a store that does not answer is asked one question at a time, and messages wait until it answers', async () => {
  const { timers, store, asked, failed, waitFor } = open();
  store.takes = 5000;
  store.isDown = true;
  const { seen } = waitFor();
  await timers.pass(4900);
  expect(asked).toHaveLength(1);
  expect(seen.every((each) => each === 'unanswered')).toBe(true);
  store.takes = 0;
  await timers.pass(200);
  expect(failed.length).toBeGreaterThan(0);
  store.isDown = false;
  await timers.pass(200);
  expect(seen.at(-1)).toBeUndefined();
});
