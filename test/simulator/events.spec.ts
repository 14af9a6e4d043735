import type { GatewaySimulator } from '../../simulator/index.js';
import { send, start } from './client.js';

interface ServerEvent {
  id?: string;
  event?: string;
  data: Record<string, unknown>;
}

/** A client of the event stream that returns one event at a time. */
async function listen(gateway: GatewaySimulator, lastEventId?: string) {
  const abort = new AbortController();
  const answer = await fetch(`${gateway.origin}/api/events`, {
    signal: abort.signal,
    headers: lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId },
  });
  const events = parse(answer);
  return {
    answer,
    stop: () => abort.abort(),
    /** The next event other than `faults`. */
    async next(): Promise<ServerEvent> {
      for (;;) {
        const { value, done } = await events.next();
        if (done === true || value === undefined) throw new Error('The stream has ended.');
        if (value.event !== 'faults') return value;
      }
    },
    events,
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

describe('GET /api/events', () => {
  it('reports what is added, changed, removed and cleared, as it happens', async () => {
    const gateway = await start();
    const stream = await listen(gateway);
    expect(stream.answer.headers.get('content-type')).toContain('text/event-stream');
    expect(await stream.next()).toMatchObject({ event: 'hello' });
    await send(gateway);
    expect(await stream.next()).toMatchObject({
      event: 'added',
      data: { message: { otp: '482913' } },
    });
    expect(await stream.next()).toMatchObject({ event: 'updated' });
    const id = gateway.messages[0]?.id;
    await fetch(`${gateway.origin}/api/messages/${id}`, { method: 'DELETE' });
    expect(await stream.next()).toMatchObject({ event: 'removed', data: { id } });
    await fetch(`${gateway.origin}/api/messages`, { method: 'DELETE' });
    expect(await stream.next()).toMatchObject({ event: 'cleared' });
    stream.stop();
  });

  it('reports the faults at once and whenever they change', async () => {
    const gateway = await start();
    const { events, stop } = await listen(gateway);
    await events.next();
    expect((await events.next()).value).toMatchObject({ event: 'faults', data: { next: [] } });
    gateway.faults.next('429');
    expect((await events.next()).value).toMatchObject({ data: { next: [{ fault: '429' }] } });
    stop();
  });

  it('replays after Last-Event-ID exactly what was missed', async () => {
    const gateway = await start();
    await send(gateway, { msg: 'gone' });
    const first = await listen(gateway);
    const { id } = await first.next();
    first.stop();
    await send(gateway, { msg: 'missed' });
    await send(gateway, { msg: 'missed and deleted' });
    const deleted = gateway.messages[2]?.id;
    await fetch(`${gateway.origin}/api/messages/${deleted}`, { method: 'DELETE' });
    const second = await listen(gateway, id);
    const events = [await second.next(), await second.next(), await second.next()];
    expect(events).toMatchObject([
      { event: 'added', data: { message: { text: 'missed' } } },
      { event: 'updated', data: { message: { text: 'missed' } } },
      { event: 'removed', data: { id: deleted } },
    ]);
    await send(gateway, { msg: 'live' });
    expect(await second.next()).toMatchObject({
      event: 'added',
      data: { message: { text: 'live' } },
    });
    second.stop();
  });

  it.each([
    ['of another run', 'abcdef123456-1'],
    ['that is invalid', 'nonsense'],
  ])('sends reset after a Last-Event-ID %s', async (_what, lastEventId) => {
    const gateway = await start();
    await send(gateway);
    const stream = await listen(gateway, lastEventId);
    expect(await stream.next()).toMatchObject({ event: 'reset' });
    stream.stop();
  });

  it('sends reset if too many events were missed', async () => {
    const gateway = await start();
    const first = await listen(gateway);
    const { id } = await first.next();
    first.stop();
    for (let i = 0; i < 4_200; i += 1) gateway.reset();
    const second = await listen(gateway, id);
    expect(await second.next()).toMatchObject({ event: 'reset' });
    second.stop();
  });

  it('sends reset if the missed events are too long', async () => {
    const gateway = await start();
    const first = await listen(gateway);
    const { id } = await first.next();
    first.stop();
    for (let i = 0; i < 10; i += 1) await send(gateway, { msg: `${i}`.repeat(200_000) });
    const second = await listen(gateway, id);
    expect(await second.next()).toMatchObject({ event: 'reset' });
    await send(gateway, { msg: 'live' });
    expect(await second.next()).toMatchObject({ event: 'added' });
    second.stop();
  });

  it('ends when the simulator is closed', async () => {
    const gateway = await start();
    const stream = await listen(gateway);
    await stream.next();
    await gateway.close();
    await expect(stream.next()).rejects.toThrow(/ended|terminated/);
  });
});
