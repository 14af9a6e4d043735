import { setTimeout as sleep } from 'node:timers/promises';

const SOON = 1500;
/** How many reports are given to the app at once. */
const AT_ONCE = 10;

/**
 * The delivery reports of the kill test: some are lost, some come twice, late or before the answer, and so in
 * another order than the messages. A report that the app does not take is repeated.
 *
 * @param receive passes the body of a request to the app
 * @param late by how much some are late, in ms
 */
export function startReports({ random, receive, late }) {
  /** The states of texts for which all reports came. */
  const came = new Map();
  const counts = { lost: 0, repeated: 0, refused: 0 };
  const waiting = [];
  const push = (body, text, state) => {
    const wait = random() < 0.05 ? late : random() < 0.2 ? 0 : random() * SOON;
    waiting.push({ at: performance.now() + wait, body, text, state });
    waiting.sort((one, other) => one.at - other.at);
  };
  const ending = { isOver: false };
  const run = async () => {
    while (!ending.isOver || waiting.length > 0) {
      const next = waiting[0];
      if (!next || next.at > performance.now()) {
        await sleep(20);
        continue;
      }
      waiting.shift();
      try {
        await receive(next.body);
        if (next.text !== undefined) came.set(next.text, next.state);
      } catch {
        counts.refused += 1;
        waiting.push({ ...next, at: performance.now() + 500 });
        await sleep(50);
      }
    }
  };
  const running = Promise.all(Array.from({ length: AT_ONCE }, run));
  let count = 0;
  return {
    came,
    counts,
    taken({ transactionId, text, numbers }) {
      count += 1;
      if (random() < 0.1) {
        counts.lost += 1;
        return;
      }
      // Many at a time, as some gateways do.
      const status = count % 3 ? 'DELIVERED' : 'FAILED';
      const bodies = numbers.map((mobile) => ({ transId: transactionId, mobile, status }));
      push(bodies, text, status.toLowerCase());
      if (random() < 0.2) {
        counts.repeated += 1;
        push(bodies.map((each) => ({ ...each, status: 'SUBMITTED' })));
      }
    },
    /** Resolves once all have come. */
    async end() {
      ending.isOver = true;
      await running;
    },
  };
}
