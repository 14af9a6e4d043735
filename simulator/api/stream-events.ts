import type { FaultPlan } from '../faults/fault-plan.js';
import { SAFE_HEADERS } from '../http/write-json.js';
import type { Inbox, InboxEvent } from '../inbox/inbox.js';
import { reportFaults } from './fault-routes.js';
import type { ApiCall } from './read-request.js';

const HEARTBEAT = 15_000;
// A client that does not read is disconnected. It can reconnect with Last-Event-ID.
const MAX_BACKLOG = 4 * 1024 * 1024;
// A longer history is not replayed, because reading the list costs less.
const MAX_REPLAY = 1024 * 1024;
// All readers get the same bytes, so that those that do not read hold them once. (A text would be copied
// for each of them when it is written.)
const formatted = new WeakMap<InboxEvent, Buffer>();

/**
 * `GET /api/events`: changes of the inbox and the faults as server-sent events.
 *
 * `added` and `updated` carry a message, `removed` its id, `cleared` nothing, `faults` the faults.
 * `reset` means that too much was missed and everything must be read again. `Last-Event-ID` replays
 * what happened since then.
 */
export function streamEvents({ request, response, inbox, faults }: ApiCall): void {
  response.writeHead(200, {
    ...SAFE_HEADERS,
    'Content-Type': 'text/event-stream; charset=utf-8',
    'X-Accel-Buffering': 'no',
  });
  const write = (text: string | Buffer) => {
    if (response.writableLength > MAX_BACKLOG) response.destroy();
    else response.write(text);
  };
  const writeFaults = () => write(formatFaults(faults));
  write('retry: 1000\n\n');
  write(replay(inbox, String(request.headers['last-event-id'] ?? '')));
  writeFaults();
  const unsubscribeInbox = inbox.subscribe((event) => write(formatOnce(inbox.run, event)));
  const unsubscribeFaults = faults.subscribe(writeFaults);
  const heartbeat = setInterval(() => write(': heartbeat\n\n'), HEARTBEAT);
  response.once('close', () => {
    clearInterval(heartbeat);
    unsubscribeInbox();
    unsubscribeFaults();
  });
}

function replay(inbox: Inbox, lastEventId: string): string {
  const [, lastRun, sequence] = /^(\w+)-(\d+)$/.exec(lastEventId) ?? [];
  const missed = lastRun === inbox.run ? inbox.since(Number(sequence)) : undefined;
  let text = '';
  for (const event of missed ?? []) {
    text += formatEvent(inbox.run, event);
    if (text.length > MAX_REPLAY) break;
  }
  if (missed !== undefined && text.length <= MAX_REPLAY) return text;
  // With the newest event's id, so that a client that disconnects before the next event can resume.
  const type = lastEventId === '' ? 'hello' : 'reset';
  return `id: ${inbox.run}-${inbox.sequence}\nevent: ${type}\ndata: {}\n\n`;
}

function formatOnce(run: string, event: InboxEvent): Buffer {
  const bytes = formatted.get(event) ?? Buffer.from(formatEvent(run, event));
  formatted.set(event, bytes);
  return bytes;
}

function formatEvent(run: string, { sequence, type, ...data }: InboxEvent): string {
  return `id: ${run}-${sequence}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}

function formatFaults(faults: FaultPlan): string {
  return `event: faults\ndata: ${JSON.stringify(reportFaults(faults))}\n\n`;
}
