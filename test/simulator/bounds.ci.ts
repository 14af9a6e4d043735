import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Inbox } from '../../simulator/inbox/inbox.js';
import type { InboxMessage, NewInboxMessage } from '../../simulator/inbox/inbox-message.js';
import { eventually } from '../support/eventually.js';
import { send, start } from './client.js';
import { openPaused } from './event-stream.js';

const MEBIBYTE = 1024 * 1024;
const READERS = 60;

/** The parts of a message that the inbox looks at. */
const message = (status: 'accepted' | 'refused', text: string) =>
  ({ status, to: [], senderId: '', text, read: false }) as unknown as NewInboxMessage;

/** The memory of this process after a collection: texts that wait for a socket are not on the heap. */
function held(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().rss;
}

// First, while this process is small.
describe('readers of events that do not read', () => {
  it('share what waits for them: 60 of them hold less than 100 MB of messages of 200 kB', async () => {
    const gateway = await start();
    for (let reader = 0; reader < READERS; reader += 1) await openPaused(gateway);
    const before = held();
    // Each makes two events of 400 kB, with its text and its fields: not enough to end the streams.
    for (let i = 0; i < 5; i += 1) await send(gateway, { msg: `${i}`.repeat(200_000) });
    expect(held() - before).toBeLessThan(100 * MEBIBYTE);
  }, 120_000);
});

describe('the bytes of the inbox', () => {
  it('are bounded for each kind, and the newest message is always kept', () => {
    const inbox = new Inbox(1_000, () => 0);
    const large = 'x'.repeat(7 * MEBIBYTE);
    inbox.add(message('accepted', 'small'));
    for (let i = 0; i < 12; i += 1) inbox.add(message('refused', large));
    expect(inbox.list('accepted')).toHaveLength(1);
    expect(inbox.list('refused')).toHaveLength(9);
    const huge = inbox.add(message('accepted', large.repeat(10)));
    expect(inbox.list('accepted')).toEqual([huge]);
    inbox.clear();
    for (let i = 0; i < 3; i += 1) inbox.add(message('refused', large));
    expect(inbox.list()).toHaveLength(3);
  });

  it.each(['accepted', 'refused'] as const)(
    'give one warning if they keep fewer %s messages than keep',
    (status) => {
      const warnings: string[] = [];
      const inbox = new Inbox(
        12,
        () => 0,
        'UTC',
        (warning) => warnings.push(warning),
      );
      const large = 'x'.repeat(7 * MEBIBYTE);
      for (let i = 0; i < 20; i += 1) inbox.add(message(status, 'small'));
      for (let i = 0; i < 9; i += 1) inbox.add(message(status, large));
      expect(warnings).toEqual([]);
      for (let i = 0; i < 3; i += 1) inbox.add(message(status, large));
      expect(warnings).toEqual([
        'The inbox keeps fewer messages than keep (12) allows, because they take more than 64 MiB. The oldest are removed.',
      ]);
    },
  );

  it('grow and shrink with a message', () => {
    const inbox = new Inbox(10, () => 0);
    const { id } = inbox.add(message('accepted', 'ü'));
    const before = inbox.bytesOf(id);
    expect(before).toBe(Buffer.byteLength(JSON.stringify(inbox.get(id))));
    inbox.update(id, { timeline: [{ at: '', event: 'answered' }] });
    expect(inbox.bytesOf(id)).toBeGreaterThan(before);
    inbox.remove(id);
    expect(inbox.bytesOf(id)).toBe(0);
  });
});

describe('large messages', () => {
  it('come in smaller pages, which lead to all of them', async () => {
    const gateway = await start();
    // In a field that nothing reads, because a long text takes long to review.
    const note = 'x'.repeat(1_000_000);
    for (let i = 0; i < 10; i += 1) await send(gateway, { note });
    const pages: number[] = [];
    let before = '';
    do {
      const answer = await fetch(`${gateway.origin}/api/messages?limit=10&before=${before}`);
      const text = await answer.text();
      expect(text.length).toBeLessThan(9 * MEBIBYTE);
      const page = JSON.parse(text) as { messages: InboxMessage[]; next: string | null };
      pages.push(page.messages.length);
      before = page.next ?? '';
    } while (before !== '');
    expect(pages).toEqual([8, 2]);
  });

  it('end an event stream whose client does not read', async () => {
    const gateway = await start();
    await send(gateway, { note: 'x'.repeat(1_000_000) });
    const socket = await openPaused(gateway);
    let read = 0;
    let ended = false;
    socket.on('close', () => (ended = true));
    const url = `${gateway.origin}/api/messages/${gateway.messages[0]?.id}/read`;
    for (let i = 0; i < 40; i += 1)
      await fetch(url, { method: 'POST' }).then((done) => done.text());
    socket.on('data', (chunk: Buffer) => (read += chunk.length));
    socket.resume();
    await eventually(() => ended);
    expect(read).toBeLessThan(39_000_000);
  });
});
