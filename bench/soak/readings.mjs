import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc');

/** What may grow by noise before it counts. */
const HEAP_ROOM_MB = 2;
const HEAP_GROWTH = 1.1;
/** Timers of the runtime itself. */
const FEW_TIMERS = 10;

export const COLUMNS = [
  'minute',
  'sends',
  'accepted',
  'not-sent',
  'unknown',
  'heap MB',
  'rss MB',
  'sockets',
  'timers',
  'listeners',
  'untrue',
  'unhandled',
];

/** Frees what can be freed. Several rounds, because finalizers free more. */
export async function collectGarbage() {
  for (let round = 0; round < 3; round += 1) {
    gc();
    await sleep(20);
  }
}

/** One reading, while nothing is under way. */
export function look({ minute, sent, counts, sockets, listeners, lies, unhandled }) {
  const { heapUsed, rss } = process.memoryUsage();
  const resources = process.getActiveResourcesInfo();
  const count = (name) => resources.filter((resource) => resource === name).length;
  return {
    minute: minute.toFixed(1),
    sent,
    accepted: counts.accepted,
    notSent: counts['not-sent'],
    unknown: counts.unknown,
    heap: toMegabytes(heapUsed),
    rss: toMegabytes(rss),
    sockets,
    timers: count('Timeout'),
    listeners,
    lies,
    unhandled,
  };
}

export function row(cells) {
  return cells.map((cell) => String(cell).padStart(9)).join(' ');
}

/** What grew; empty if everything stayed flat. The first readings are the warm-up. */
export function verdict(readings, maxConnections, leftOpen) {
  const warm = readings.slice(Math.floor(readings.length / 5));
  const third = Math.ceil(warm.length / 3);
  const early = median(warm.slice(0, third).map(({ heap }) => heap));
  const late = median(warm.slice(-third).map(({ heap }) => heap));
  const last = readings.at(-1);
  const most = (key) => Math.max(...warm.map((reading) => reading[key]));
  return [
    late > early * HEAP_GROWTH + HEAP_ROOM_MB && `The heap grew from ${early} to ${late} MB.`,
    most('sockets') > maxConnections && `There were ${most('sockets')} sockets.`,
    most('timers') > FEW_TIMERS && `There were ${most('timers')} timers while nothing was sent.`,
    most('listeners') > 0 && `${most('listeners')} listeners stayed on the caller's signal.`,
    leftOpen > 0 && `${leftOpen} connections outlived the app.`,
    last.lies > 0 && `${last.lies} outcomes were untrue.`,
    last.unhandled > 0 && `${last.unhandled} rejections were not handled.`,
    (last.accepted === 0 || last.unknown === 0) && 'Too little happened for a verdict.',
  ].filter(Boolean);
}

function median(numbers) {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];
}

function toMegabytes(bytes) {
  return Number((bytes / 2 ** 20).toFixed(1));
}
