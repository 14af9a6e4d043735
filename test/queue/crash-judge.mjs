import { insisting } from './crash-insisting.mjs';

/** Compares every outcome with what the gateway took and reported, and with what people did. */
export async function judge({ queue, gateway, reports, people, added }) {
  const result = {
    accepted: 0,
    notSent: 0,
    unknown: 0,
    settled: 0,
    removed: 0,
    lostWorkers: 0,
    lost: 0,
    twice: 0,
    untrue: 0,
    deliveriesWrong: 0,
    problems: [...people.untrue],
  };
  const note = (kind, text, what) => {
    result[kind] += 1;
    result.problems.push(`${kind}: ${text}: ${what}`);
  };
  for (const [text, { id, to }] of added) {
    const outcome = await insisting(() => queue.outcome(id));
    const taken = gateway.taken.get(text) ?? 0;
    const resends = people.resends.get(id) ?? 0;
    const removed = people.removed.get(id);
    if (taken > 1 + resends) note('twice', text, `taken ${taken} times, resent ${resends} times`);
    const isErased = to.some((number) => people.erased.has(number));
    const said = people.settled.get(id);
    if (!outcome && (removed || isErased)) {
      result.removed += 1;
      if (people.resent.has(id) || people.kept.has(id) || said?.isCertain) {
        note('untrue', text, 'it was removed, although it was resent, settled or ended');
      }
      if (taken > 0) note('untrue', text, 'it was removed, although the gateway took it');
    } else if (!outcome) note('lost', text, 'it has no outcome');
    else if (removed === 'certainly')
      note('untrue', text, `it was removed, and is ${outcome.status}`);
    else if (outcome.code === 'settled' || said?.isCertain) {
      result.settled += 1;
      const isSaid = outcome.code === 'settled' && said?.statuses.has(outcome.status);
      if (!isSaid) note('untrue', text, `it is ${outcome.status}, which is not what a person said`);
    } else if (outcome.status === 'accepted') {
      result.accepted += 1;
      if (taken === 0) note('untrue', text, 'it is accepted, and the gateway never took it');
      // Those of a resent message may be about another of its sends.
      if (resends === 0 && !isErased && reports.came.has(text) && id.charCodeAt(5) % 8 === 0) {
        const deliveries = await insisting(() => queue.deliveries(id));
        const right = deliveries.filter(({ state }) => state === reports.came.get(text));
        if (right.length !== to.length) result.deliveriesWrong += 1;
      }
    } else if (outcome.status === 'not-sent') {
      result.notSent += 1;
      if (taken > 0) note('untrue', text, 'it is not-sent, although the gateway took it');
      if (resends > 0) note('untrue', text, 'it is not-sent, although it may have been sent');
    } else {
      result.unknown += 1;
      if (outcome.code === 'worker-lost') result.lostWorkers += 1;
    }
  }
  for (const { text, number, taken } of people.unsent) {
    if (gateway.takenFor(text, number) === taken) continue;
    note('untrue', text, 'it was sent to a number that was erased while it waited');
  }
  return result;
}
