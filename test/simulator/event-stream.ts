import { connect, type Socket } from 'node:net';
import { afterThisTest } from '../support/clean-up.js';
import type { GatewaySimulator } from '../../simulator/index.js';

interface ServerEvent {
  readonly id?: string;
  readonly event?: string;
  readonly data: Record<string, unknown>;
}

/** A client of the event stream that returns one event at a time, until the end of the test. */
export async function listen({ origin }: GatewaySimulator, lastEventId?: string) {
  const abort = new AbortController();
  afterThisTest(() => abort.abort());
  const headers = lastEventId === undefined ? undefined : { 'Last-Event-ID': lastEventId };
  const answer = await fetch(`${origin}/api/events`, {
    signal: abort.signal,
    ...(headers && { headers }),
  });
  const events = parse(answer);
  const any = async (): Promise<ServerEvent> => {
    const { value, done } = await events.next();
    if (done === true || value === undefined) throw new Error('The stream has ended.');
    return value;
  };
  return {
    answer,
    stop: () => abort.abort(),
    any,
    /** The next event other than `faults`. */
    async next(): Promise<ServerEvent> {
      for (;;) {
        const event = await any();
        if (event.event !== 'faults') return event;
      }
    },
  };
}

async function* parse(answer: Response): AsyncGenerator<ServerEvent, undefined> {
  let buffer = '';
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    buffer += decoder.decode(chunk as Uint8Array, { stream: true });
    const blocks = buffer.split('\n\n');
    buffer = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = Object.fromEntries(
        block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)),
      );
      if ('data' in lines)
        yield { ...lines, data: JSON.parse(lines['data'] as string) as ServerEvent['data'] };
    }
  }
  return undefined;
}

/** Opens the event stream, reads its beginning, and then no more. */
export async function openPaused({ port }: GatewaySimulator): Promise<Socket> {
  const socket = connect(port, '127.0.0.1', () => {
    socket.write('GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n');
  });
  afterThisTest(() => socket.destroy());
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('data', resolve));
  return socket.pause();
}
