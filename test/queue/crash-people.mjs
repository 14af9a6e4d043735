import { setTimeout as sleep } from 'node:timers/promises';
import { insisting } from './crash-insisting.mjs';

const PAUSE_EVERY = 8000;
/** When nothing may begin any more after `pause` returned, in ms, and how late this process may notice a request. */
const STOPPED_AFTER = 1000;
const NOTICED_WITHIN = 1500;
const PAUSED_FOR = 4000;

/** How often a message is resent at most. */
const RESENDS = 2;

/**
 * The people of the kill test, who resend, cancel and pause while everything breaks, and check what the queue says
 * meanwhile.
 *
 * @param ready the texts and ids of messages that are in the queue for certain
 */
export function startPeople({ random, queue, gateway, ready }) {
  const did = { resent: 0, cancelled: 0, stoppedResends: 0, pauses: 0 };
  /** What the queue said that was not true. */
  const untrue = [];
  /** How often messages were resent, by their ids: also if it is not known whether it worked. */
  const resends = new Map();
  /** The ids of those for which it worked. */
  const resent = new Set();
  /** What became of messages that were cancelled, by their ids: also if that is not known. */
  const removed = new Map();
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
        // A frozen worker woke up, and said what became of it.
        if (error.code === 'message-invalid') continue;
        throw error;
      }
      resent.add(id);
      did.resent += 1;
      await sleep(20);
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
    await insisting(() => queue.resume());
    did.pauses += 1;
  }

  const repeatedly = async (every, work) => {
    while (!ending.isOver) {
      await sleep(every * (0.5 + random()));
      if (ending.isOver || ready.length === 0) continue;
      try {
        await work();
      } catch (error) {
        if (error.code !== 'queue-failed') throw error;
      }
    }
  };
  const running = Promise.all([
    repeatedly(1000, resend),
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
    removed,
    /** Resends what is unknown once more, while the workers are still there. */
    async end() {
      ending.isOver = true;
      await running;
      await insisting(() => resend());
    },
  };
}
