import { setTimeout as sleep } from 'node:timers/promises';
import { insisting } from './crash-insisting.mjs';

const PAUSE_EVERY = 8000;
/** When nothing may begin any more after `pause` returned, in ms, and how late this process may notice a request. */
const STOPPED_AFTER = 1000;
const NOTICED_WITHIN = 1500;
const PAUSED_FOR = 4000;
/** For how many messages numbers are erased in each pause. */
const ERASED_IN_PAUSE = 10;

function unlessDown(error) {
  if (error.code !== 'queue-failed') throw error;
}

/** How often a message is resent at most. */
const RESENDS = 2;

/**
 * The people of the kill test, who resend, settle, cancel, erase and pause while everything breaks, and check what the
 * queue says meanwhile.
 *
 * @param ready the texts, numbers and ids of messages that are in the queue for certain
 */
export function startPeople({ random, queue, gateway, ready }) {
  const did = {
    resent: 0,
    settled: 0,
    cancelled: 0,
    stoppedResends: 0,
    erased: 0,
    erasedWaiting: 0,
    erasedEnded: 0,
    pauses: 0,
  };
  /** What the queue said that was not true. */
  const untrue = [];
  /** How often messages were resent, by their ids: also if it is not known whether it worked. */
  const resends = new Map();
  /** The ids of those for which it worked. */
  const resent = new Set();
  /** What became of messages that were cancelled, by their ids: also if that is not known. */
  const removed = new Map();
  /** What people said of messages, by their ids, and whether that is certainly stored. */
  const settled = new Map();
  /** Numbers that were erased: also if it is not known whether it worked. */
  const erased = new Set();
  /** Numbers that were erased from messages that waited, and how often the gateway had taken them by then. */
  const unsent = [];
  /** The ids of erased messages that had an outcome, which they keep. */
  const kept = new Set();
  const ending = { isOver: false };

  const pick = () => ready[Math.floor(random() * ready.length)];
  const taken = (text) => gateway.taken.get(text) ?? 0;

  async function resend() {
    for await (const { id } of queue.unknown()) {
      const count = resends.get(id) ?? 0;
      if (count >= RESENDS || (!ending.isOver && random() < 0.3)) continue;
      resends.set(id, count + 1);
      try {
        await queue.resend(id);
      } catch (error) {
        // A frozen worker woke up and said what became of it, or it was settled or erased.
        if (error.code === 'argument-invalid') continue;
        throw error;
      }
      resent.add(id);
      did.resent += 1;
      await sleep(20);
    }
  }

  async function settle() {
    for await (const { id } of queue.unknown()) {
      if (random() < 0.7) continue;
      const said = settled.get(id) ?? { statuses: new Set(), isCertain: false };
      const status = random() < 0.5 ? 'accepted' : 'not-sent';
      settled.set(id, { ...said, statuses: said.statuses.add(status) });
      try {
        await queue.settle(id, status);
      } catch (error) {
        // A frozen worker said what became of it, it was resent, or an earlier try worked.
        if (error.code === 'argument-invalid') continue;
        throw error;
      }
      if (said.isCertain) untrue.push(`${id} was settled twice`);
      settled.set(id, { statuses: new Set([status]), isCertain: true });
      did.settled += 1;
    }
  }

  /**
   * Erases the numbers of a message.
   *
   * @param isStill whether the queue is paused, so that no worker can take what waits
   */
  async function erase({ id, text, to }, isStill) {
    const status = await queue.status(id);
    const before = await queue.outcome(id);
    for (const number of to) {
      const times = gateway.takenFor(text, number);
      erased.add(number);
      await queue.erase(number);
      did.erased += 1;
      const waits = status === 'waiting' || status === 'delayed';
      if (isStill && waits) unsent.push({ text, number, taken: times });
    }
    const after = await queue.outcome(id);
    if (isStill && (status === 'waiting' || status === 'delayed')) {
      did.erasedWaiting += 1;
      const isRight = after ? after.status === 'unknown' && resends.has(id) : true;
      if (!isRight) untrue.push(`${id} was erased while it waited, and is ${after.status}`);
      const now = await queue.status(id);
      if (now !== after?.status) untrue.push(`${id} was erased, and is ${now}`);
    }
    // Later, only a person or a late outcome changes one that may have been sent.
    if (!before) return;
    did.erasedEnded += 1;
    if (before.code === 'worker-lost') return;
    kept.add(id);
    if (before.status === 'unknown') return;
    if (after?.status !== before.status || after.code !== before.code) {
      untrue.push(`${id} was ${before.status}, and is ${after?.status} after it was erased`);
    }
  }

  async function cancel({ id }) {
    if (removed.has(id)) return;
    const wasResent = resent.has(id);
    let isDone;
    try {
      isDone = await queue.cancel(id);
    } catch (error) {
      if (!wasResent) removed.set(id, 'perhaps');
      throw error;
    }
    if (!isDone) return;
    const status = await insisting(() => queue.status(id));
    if (status === undefined && !wasResent) {
      did.cancelled += 1;
      removed.set(id, 'certainly');
    } else if (resends.has(id)) {
      did.stoppedResends += 1;
      if (status === undefined) untrue.push(`${id} was removed, although it was resent`);
    } else untrue.push(`${id} was removed, and is ${status}`);
  }

  /** Asks whether a message may have been sent that the gateway has taken, or not. */
  async function ask({ id, text }) {
    const before = taken(text);
    const progress = await queue.progress(id);
    if (!progress) return;
    const { maybeSent, nextAt } = progress;
    if (nextAt !== undefined && !maybeSent && before > 0) {
      untrue.push(
        `${id} waits, the gateway took it, and it is not said that it may have been sent`,
      );
    }
    if (maybeSent && !resends.has(id)) untrue.push(`${id} was not resent`);
  }

  async function pause() {
    await insisting(() => queue.pause());
    await sleep(STOPPED_AFTER + NOTICED_WITHIN);
    const before = gateway.requests;
    await sleep(PAUSED_FOR - STOPPED_AFTER - NOTICED_WITHIN);
    const begun = gateway.requests - before;
    if (begun > 0) untrue.push(`${begun} requests began while the queue was paused`);
    for (let count = 0; count < ERASED_IN_PAUSE && ready.length > 0; count += 1) {
      await erase(pick(), true).catch(unlessDown);
    }
    await insisting(() => queue.resume());
    did.pauses += 1;
  }

  const repeatedly = async (every, work) => {
    while (!ending.isOver) {
      await sleep(every * (0.5 + random()));
      if (ending.isOver || ready.length === 0) continue;
      await work().catch(unlessDown);
    }
  };
  const running = Promise.all([
    repeatedly(1000, resend),
    repeatedly(1500, settle),
    repeatedly(1000, () => erase(pick(), false)),
    repeatedly(150, () => cancel(pick())),
    repeatedly(20, () => ask(pick())),
    repeatedly(PAUSE_EVERY, pause),
    // What was resent is rare, so it is cancelled more often than the rest.
    repeatedly(500, async () => {
      for (const id of resends.keys()) if (random() < 0.05) await cancel({ id });
    }),
  ]);
  running.catch(() => undefined);

  return {
    did,
    untrue,
    resends,
    resent,
    removed,
    settled,
    erased,
    unsent,
    kept,
    /** Resends what is unknown once more, while the workers are still there. */
    async end() {
      ending.isOver = true;
      await running;
      await insisting(() => resend());
    },
  };
}
