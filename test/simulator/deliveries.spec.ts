import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { messageIdOf } from '../../simulator/common/message-id.js';
import type { GatewaySimulator, GatewaySimulatorOptions } from '../../simulator/index.js';
import { NUMBER, send, sendJson, start } from './client.js';
import { listen, settled } from './report-receiver.js';
import { afterThisTest } from '../support/clean-up.js';

const OTHER = '4915112345678';

const newYear = () => Date.parse('2026-01-01T00:00:00Z');
const FAST: GatewaySimulatorOptions = { deliveryDelay: 0 };

const fates = (gateway: GatewaySimulator) =>
  gateway.messages.map(({ deliveries }) =>
    deliveries.map(({ status, code }) => `${status}${code}`),
  );

describe('an accepted message', () => {
  it('is pending at first, then delivered to each number', async () => {
    const gateway = await start({ deliveryDelay: 60_000 });
    await send(gateway);
    expect(gateway.messages[0]?.deliveries).toEqual([{ to: NUMBER, status: 'pending', code: '' }]);
    const fast = await start(FAST);
    await send(fast, { mobile: `${NUMBER},${OTHER}` });
    await settled(() => expect(fates(fast)).toEqual([['delivered0', 'delivered0']]));
    expect(fast.messages[0]?.deliveries[0]?.at).toMatch(/Z$/);
  });

  it('fails or expires for a magic recipient, by a fault, and by hand', async () => {
    const gateway = await start(FAST);
    await send(gateway, { mobile: `${NUMBER},99900000009` });
    await send(gateway, { mobile: '99900000010' });
    gateway.faults.next('delivery-failed', { code: '17' });
    await send(gateway);
    await settled(() =>
      expect(fates(gateway)).toEqual([['delivered0', 'failed001'], ['expired002'], ['failed17']]),
    );
    const url = `${gateway.origin}/api/messages/${gateway.messages[0]?.id}/delivery`;
    const set = async (change: object): Promise<unknown> => {
      const answer = await fetch(url, { method: 'PUT', body: JSON.stringify(change) });
      return answer.ok ? answer.json() : answer.status;
    };
    const to = `+${NUMBER}`;
    expect(await set({ status: 'expired', to })).toMatchObject({
      deliveries: [{ status: 'expired', code: '002' }, { status: 'failed' }],
    });
    expect(await set({ status: 'failed', to: OTHER })).toBe(400);
    const change = { status: 'failed', code: '610', cause: 'Header blocked' };
    const detail = `${NUMBER}, code 610, Header blocked`;
    expect(await set({ ...change, to })).toMatchObject({
      deliveries: [change, { status: 'failed' }],
      timeline: expect.arrayContaining([expect.objectContaining({ event: 'failed', detail })]),
    });
  });

  it('with very many recipients is delivered to all of them', async () => {
    const gateway = await start(FAST);
    const numbers = Array.from({ length: 20_000 }, (_none, index) =>
      String(919_800_000_000 + index),
    );
    await send(gateway, { mobile: numbers.join(',') });
    await settled(() => expect(new Set(fates(gateway)[0])).toEqual(new Set(['delivered0'])));
    expect(gateway.messages[0]?.deliveries).toHaveLength(20_000);
    expect(gateway.messages[0]?.timeline).toContainEqual(
      expect.objectContaining({ event: 'delivered', detail: '20,000 numbers, code 0' }),
    );
  });

  it('stays pending while it is scheduled, and after a fault that refused it has no fate', async () => {
    const gateway = await start(FAST);
    await send(gateway, { scheduleTime: '2999-01-01 00:00:00' });
    gateway.faults.next('500');
    await send(gateway);
    await send(gateway);
    await settled(() => expect(fates(gateway)).toEqual([['pending'], ['delivered0']]));
    expect(gateway.refused).toMatchObject([
      { deliveries: [], refusal: { statusCode: '', reason: 'The fault 500 was used' } },
    ]);
  });
});

describe('a delivery report', () => {
  it('is posted for each number as a form, with the fields that real gateways use', async () => {
    const { url, posts } = await listen();
    const gateway = await start({
      ...FAST,
      reportUrl: url,
      timeZone: 'Asia/Kolkata',
      now: newYear,
    });
    const { transactionId } = await sendJson(gateway, { mobile: `${NUMBER},99900000009` });
    await settled(() => expect(posts).toHaveLength(2));
    expect(posts[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(posts.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))).toEqual(
      expect.arrayContaining([
        {
          transId: transactionId,
          msgId: messageIdOf(gateway.messages[0]?.id ?? '', 0),
          mobile: NUMBER,
          errorCode: '0',
          status: 'DELIVERED',
          dlrTime: '2026-01-01 05:30:00',
        },
        expect.objectContaining({ mobile: '99900000009', errorCode: '001', status: 'FAILED' }),
      ]),
    );
  });

  it('comes late, twice or after the next one by a fault', async () => {
    const { url, mobiles } = await listen();
    const gateway = await start({ ...FAST, reportUrl: url });
    gateway.faults.next('report-out-of-order').next('report-late', { latency: 600_000 });
    gateway.faults.next('report-twice');
    for (const mobile of [NUMBER, '4915100000000', OTHER]) await send(gateway, { mobile });
    await settled(() => expect(mobiles()).toEqual([OTHER, OTHER, NUMBER]));
    expect(fates(gateway)).toEqual([['delivered0'], ['delivered0'], ['delivered0']]);
  });

  it('is sent again on request for each number that is decided, with the same times', async () => {
    const { url, forms } = await listen();
    let time = newYear();
    const gateway = await start({ ...FAST, reportUrl: url, now: () => time });
    gateway.faults.next('report-lost');
    await send(gateway, { mobile: `${NUMBER},${OTHER}` });
    const [{ id } = { id: '' }] = gateway.messages;
    const ask = () => fetch(`${gateway.origin}/api/messages/${id}/report`, { method: 'POST' });
    await settled(() => expect(fates(gateway)).toEqual([['delivered0', 'delivered0']]));
    time += 60_000;
    expect((await ask()).status).toBe(200);
    await settled(() => expect(forms()).toHaveLength(2));
    expect(forms().map(({ mobile, dlrTime }) => [mobile, dlrTime])).toEqual([
      [NUMBER, '2026-01-01 00:00:00'],
      [OTHER, '2026-01-01 00:00:00'],
    ]);
  });

  it('is not posted for a message that was deleted in the meantime', async () => {
    const { url, mobiles } = await listen();
    const gateway = await start({ ...FAST, reportUrl: url });
    gateway.faults.next('report-out-of-order');
    await send(gateway);
    await settled(() => expect(fates(gateway)).toEqual([['delivered0']]));
    gateway.reset();
    await send(gateway, { mobile: OTHER });
    await send(gateway, { mobile: OTHER });
    await settled(() => expect(mobiles()).toEqual([OTHER, OTHER]));
  });

  it.each([
    ['answers an error', 500, /it answered HTTP 500/],
    ['redirects, which is not followed', 302, /it answered HTTP 302/],
  ])('that %s is reported once, without the address', async (_what, status, why) => {
    const { url, posts } = await listen(status);
    const warnings: string[] = [];
    const onWarning = (message: string) => warnings.push(message);
    const gateway = await start({ ...FAST, reportUrl: url, onWarning });
    await send(gateway, { mobile: `${NUMBER},${OTHER}` });
    await settled(() => expect(posts).toHaveLength(2));
    expect(warnings).toEqual([expect.stringMatching(why)]);
    expect(warnings[0]).toContain('A delivery report was not delivered to http://127.0.0.1:');
    expect(warnings[0]).not.toMatch(/secret|reports/);
  });

  it('ends with the simulator, also if it never answers', async () => {
    const server = createServer(() => {}).listen(0, '127.0.0.1');
    await once(server, 'listening');
    afterThisTest(() => server.closeAllConnections());
    afterThisTest(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const gateway = await start({ ...FAST, reportUrl: `http://127.0.0.1:${port}/` });
    const arrived = once(server, 'request');
    await send(gateway);
    const [request] = (await arrived) as [IncomingMessage];
    const gone = once(request.socket, 'close');
    await gateway.close();
    await gone;
    expect(request.socket.destroyed).toBe(true);
  });
});
