import { listen } from './event-stream.js';
import { send, start } from './client.js';
import type { GatewaySimulator } from '../../simulator/index.js';

/** The id of the last event that a client has read, which then leaves. */
async function lastIdOf(gateway: GatewaySimulator): Promise<string | undefined> {
  const { next, stop } = await listen(gateway);
  const { id } = await next();
  stop();
  return id;
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
  });

  it('reports the faults at once and whenever they change', async () => {
    const gateway = await start();
    const { any } = await listen(gateway);
    await any();
    expect(await any()).toMatchObject({ event: 'faults', data: { next: [] } });
    gateway.faults.next('429');
    expect(await any()).toMatchObject({ data: { next: [{ fault: '429' }] } });
  });

  it('replays after Last-Event-ID exactly what was missed', async () => {
    const gateway = await start();
    await send(gateway, { msg: 'gone' });
    const id = await lastIdOf(gateway);
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
  });

  it.each<[string, (gateway: GatewaySimulator) => Promise<string | undefined>]>([
    ['of another run', async () => 'abcdef123456-1'],
    ['that is invalid', async () => 'nonsense'],
    [
      'before too many events',
      async (gateway) => {
        const id = await lastIdOf(gateway);
        for (let i = 0; i < 4_200; i += 1) gateway.reset();
        return id;
      },
    ],
    [
      'before events that are too long',
      async (gateway) => {
        const id = await lastIdOf(gateway);
        for (let i = 0; i < 10; i += 1) await send(gateway, { msg: `${i}`.repeat(200_000) });
        return id;
      },
    ],
  ])('sends reset after a Last-Event-ID %s, and then goes on', async (_what, miss) => {
    const gateway = await start();
    const { next } = await listen(gateway, await miss(gateway));
    expect(await next()).toMatchObject({ event: 'reset' });
    await send(gateway, { msg: 'live' });
    expect(await next()).toMatchObject({ event: 'added', data: { message: { text: 'live' } } });
  });

  it('ends when the simulator is closed', async () => {
    const gateway = await start();
    const stream = await listen(gateway);
    await stream.next();
    await gateway.close();
    await expect(stream.next()).rejects.toThrow(/ended|terminated/);
  });
});
