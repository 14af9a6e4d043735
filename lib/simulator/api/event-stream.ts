import { randomBytes } from 'node:crypto';
import type { FaultPlan } from '../faults/fault-plan.js';
import { SAFE_HEADERS } from '../http/write-json.js';
import type { Inbox, InboxEvent } from '../inbox/inbox.js';
import type { ApiCall } from './api-routes.js';
import { reportFaults } from './fault-routes.js';

const HEARTBEAT = 15_000;
// A client that does not read is cut off before what waits for it fills the memory; it comes back
// with Last-Event-ID.
const MOST_WAITING = 8 * 1024 * 1024;
// What was missed and is longer than this is not told again: it could cut off the same client for
// ever, and reading the list costs less.
const MOST_MISSED = 1024 * 1024;

// Names one run: the numbers of an earlier run of the simulator mean nothing here.
const runs = new WeakMap<Inbox, string>();

/**
 * `GET /api/events`: changes of inbox and faults as server-sent events.
 *
 * `added` and `updated` carry a message, `removed` its id, `cleared` nothing, `faults` the faults;
 * `reset` says that too much was missed and everything must be read again. `Last-Event-ID` brings
 * what came since.
 */
export function streamEvents({ request, response, inbox, faults }: ApiCall): void {
  response.writeHead(200, {
    ...SAFE_HEADERS,
    'Content-Type': 'text/event-stream; charset=utf-8',
    'X-Accel-Buffering': 'no',
  });
  const run = runOf(inbox);
  const write = (text: string) => {
    if (response.writableLength > MOST_WAITING) response.destroy();
    else response.write(text);
  };
  const writeEvent = (event: InboxEvent) => write(formatEvent(run, event));
  write('retry: 1000\n\n');
  for (const text of missed(run, inbox, request.headers['last-event-id'])) write(text);
  write(formatFaults(faults));
  const unsubscribers = [
    inbox.subscribe(writeEvent),
    faults.subscribe(() => write(formatFaults(faults))),
  ];
  const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT);
  response.once('close', () => {
    clearInterval(heartbeat);
    for (const unsubscribe of unsubscribers) unsubscribe();
  });
}

function missed(run: string, inbox: Inbox, lastEventId: string | string[] | undefined): string[] {
  const [, lastRun, sequence] = /^(\w+)-(\d+)$/.exec(String(lastEventId ?? '')) ?? [];
  const events = lastRun === run ? inbox.since(Number(sequence)) : undefined;
  const texts = events === undefined ? undefined : formatEvents(run, events);
  if (texts !== undefined) return texts;
  // The id of the newest event, so that a client that is cut off before the first one can ask on.
  const type = lastEventId === undefined ? 'hello' : 'reset';
  return [`id: ${run}-${inbox.sequence}\nevent: ${type}\ndata: {}\n\n`];
}

/** The events as text; undefined where that is too long. */
function formatEvents(run: string, events: readonly InboxEvent[]): string[] | undefined {
  const texts: string[] = [];
  let length = 0;
  for (const event of events) {
    const text = formatEvent(run, event);
    length += text.length;
    if (length > MOST_MISSED) return undefined;
    texts.push(text);
  }
  return texts;
}

function formatEvent(run: string, { sequence, type, ...data }: InboxEvent): string {
  return `id: ${run}-${sequence}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}

function formatFaults(faults: FaultPlan): string {
  return `event: faults\ndata: ${JSON.stringify(reportFaults(faults))}\n\n`;
}

function runOf(inbox: Inbox): string {
  const run = runs.get(inbox) ?? randomBytes(6).toString('hex');
  runs.set(inbox, run);
  return run;
}
