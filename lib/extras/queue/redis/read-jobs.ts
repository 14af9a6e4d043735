import type { Redis } from 'ioredis';
import type { LostMessage, StoreCounts, StoredMessage } from '../store/message-store.js';
import { outcomeOfAll } from '../store/outcomes.js';
import { isMessageId } from '../store/stored-message.js';
import { type BullQueue, failureOf, isOurs, PRIORITIES, readData, type SmsJob } from './sms-job.js';

/** Jobs that are read, or removed, together. */
export const PAGE = 1000;

// In one command: for ioredis, a thousand commands are five times as much work.
const READ_PAGE = `
local found = {}
for index, id in ipairs(ARGV) do found[index] = redis.call('HGET', KEYS[1] .. id, 'data') end
return found`;

/**
 * A message as a job keeps it.
 *
 * @param bullState the state that BullMQ named before the job was read: an outcome that is there by then belongs to it
 */
export function readJob(job: SmsJob, bullState: string): Omit<StoredMessage, 'change'> {
  const { id = '', data, timestamp, opts } = job;
  const message = readData(data);
  const end = endOf(job, bullState);
  return {
    ...message,
    id,
    state: end?.state ?? stateOf(job, bullState),
    addedAt: timestamp,
    dueAt: message.putBackUntil ?? timestamp + (opts.delay ?? 0),
    outcome: end?.outcome,
  };
}

type StoredEnd = Pick<StoredMessage, 'outcome' | 'state'>;

/** How a message ended, if it did. */
function endOf(job: SmsJob, bullState: string): StoredEnd | undefined {
  const failure = bullState === 'failed' ? failureOf(job) : undefined;
  if (failure) return { state: 'unknown', outcome: failure };
  if (bullState === 'completed' && job.returnvalue) {
    return { state: 'finished', outcome: job.returnvalue };
  }
  const { maybeSent, settled } = readData(job.data);
  return settled && { state: 'finished', outcome: outcomeOfAll(maybeSent, settled) };
}

function stateOf(job: SmsJob, bullState: string): StoredMessage['state'] {
  if (bullState === 'active') return 'sending';
  if (bullState !== 'delayed' && bullState !== 'prioritized' && bullState !== 'waiting') {
    return undefined;
  }
  // Its worker was lost, and no other one has noticed yet.
  if (job.attemptsStarted >= readData(job.data).allowedStarts) return 'sending';
  return bullState === 'delayed' ? 'delayed' : 'waiting';
}

/** Reads the messages of all jobs, in pages. */
export async function* readPages(
  redis: Redis,
  queue: BullQueue,
): AsyncGenerator<readonly LostMessage[], void, undefined> {
  // All ids in one step, because pages of ids that others shift would miss some. It takes a fifth of the time of
  // BullMQ's script, which stops Redis for a second with a million ids.
  const all = redis.multi();
  for (const state of ['wait', 'active']) all.lrange(queue.toKey(state), 0, -1);
  for (const state of ['delayed', 'prioritized', 'completed', 'failed']) {
    all.zrange(queue.toKey(state), '0', '-1');
  }
  const ids = ((await all.exec()) ?? []).flatMap(([error, answer]) => {
    if (error) throw error;
    return Array.isArray(answer) ? answer.map(String) : [];
  });
  for (let from = 0; from < ids.length; from += PAGE) {
    const page = await readSealed(redis, queue, ids.slice(from, from + PAGE));
    yield Array.from(page, ([id, sealed]) => ({ id, sealed }));
  }
}

/** The encrypted messages of jobs that are there, by their ids. Jobs that somebody wrote by hand are left out. */
export async function readSealed(
  redis: Redis,
  queue: BullQueue,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | undefined>> {
  const answer = ids.length > 0 ? await redis.eval(READ_PAGE, 1, queue.toKey(''), ...ids) : [];
  const texts: readonly unknown[] = Array.isArray(answer) ? answer : [];
  const sealed = new Map<string, string | undefined>();
  for (const [index, text] of texts.entries()) {
    const id = ids[index];
    const data: unknown = typeof text === 'string' ? JSON.parse(text) : undefined;
    if (isMessageId(id) && isOurs(data)) sealed.set(id, readData(data).sealed);
  }
  return sealed;
}

/** Counts the jobs in each state, which Redis knows. */
export async function countJobs(queue: BullQueue): Promise<StoreCounts> {
  const [, ...priorities] = Object.values(PRIORITIES);
  const [counts, ofEach] = await Promise.all([
    queue.getJobCounts(),
    queue.getCountsPerPriority(priorities),
  ]);
  // Reads the first job of each priority. BullMQ keeps `prioritized` sorted by priority.
  let at = 0;
  const firsts = [queue.getJobs(['waiting'], 0, 0, true)];
  for (const priority of priorities) {
    firsts.push(queue.getJobs(['prioritized'], at, at, true));
    at += ofEach[priority] ?? 0;
  }
  const times = (await Promise.all(firsts))
    .flat()
    .filter(({ data }) => isOurs(data))
    .map(({ data }) => readData(data))
    .map(({ putBackUntil = 0, expiresAt, life }) => Math.max(putBackUntil, expiresAt - life));
  const of = (state: string): number => counts[state] ?? 0;
  return {
    waiting: of('waiting') + of('prioritized'),
    delayed: of('delayed'),
    sending: of('active'),
    unknown: of('failed'),
    finished: of('completed'),
    oldest: times.length > 0 ? Date.now() - Math.min(...times) : undefined,
    capped: false,
  };
}
