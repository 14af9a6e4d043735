import { reportFate } from '../../simulator/page/client/logic/report-fate.js';
import type { GatewaySimulator, GatewaySimulatorOptions } from '../../simulator/index.js';
import { NUMBER, send, start } from './client.js';
import { makePath, restart } from './inbox-files.js';
import { listen, settled } from './report-receiver.js';

const OTHER = '4915112345678';
const numbers = (count: number) =>
  Array.from({ length: count }, (_none, index) => 919_800_000_000 + index).join(',');

/** A simulator that delivers at once, and an app that answers its reports with a status. */
async function pair(status: (nth: number) => number, options: GatewaySimulatorOptions = {}) {
  const { url, posts, forms } = await listen(status);
  const reporting = { deliveryDelay: 0, reportUrl: url, onWarning: () => {}, ...options };
  return { gateway: await start(reporting), posts, forms };
}

/** What the page says of the reports of the only message. */
const shown = ({ messages: [message] }: GatewaySimulator) => message && reportFate(message);

const call = async ({ origin, messages }: GatewaySimulator, path: string, change?: object) => {
  const url = `${origin}/api/messages/${messages[0]?.id}/${path}`;
  const put = change && { method: 'PUT', body: JSON.stringify(change) };
  const { status } = await fetch(url, { method: 'POST', ...put });
  expect(status).toBe(200);
};

describe('what became of the reports of a message', () => {
  it('is that of the newest one for each number, also after the timeline is full', async () => {
    let status = 503;
    const { gateway, posts } = await pair(() => status);
    await send(gateway, { mobile: numbers(60) });
    await settled(() => expect(posts).toHaveLength(60));
    await settled(() => expect(shown(gateway)).toBe('report failed: HTTP 503'));
    status = 200;
    await call(gateway, 'report');
    await settled(() => expect(shown(gateway)).toBe('report sent'));
    expect(posts).toHaveLength(120);
  });

  it('is bad if one after the first 100 failed', async () => {
    const { gateway } = await pair((nth) => (nth <= 199 ? 200 : 500));
    await send(gateway, { mobile: numbers(200) });
    await settled(() => expect(shown(gateway)).toBe('report failed: HTTP 500'));
    const reports = gateway.messages[0]?.deliveries.map(({ report }) => report);
    expect(reports?.filter((report) => report === 'sent')).toHaveLength(199);
  });

  it('is that of the last of very many', async () => {
    const { gateway, posts } = await pair((nth) => (nth <= 101 ? 503 : 200));
    await send(gateway);
    for (let sent = 1; sent <= 101; sent += 1) {
      await settled(() => expect(posts).toHaveLength(sent));
      await call(gateway, 'report');
    }
    await settled(() => expect(shown(gateway)).toBe('report sent'));
    expect(posts).toHaveLength(102);
  });

  it('stays bad while one number never got its report', async () => {
    let status = 503;
    const { gateway, posts } = await pair(() => status);
    await send(gateway, { mobile: `${NUMBER},${OTHER}` });
    await settled(() => expect(gateway.messages[0]?.deliveries[1]?.report).toMatch('503'));
    status = 200;
    for (const sent of [3, 4]) {
      await call(gateway, 'delivery', { status: 'failed', to: NUMBER });
      await settled(() => expect(posts).toHaveLength(sent));
      await settled(() => expect(gateway.messages[0]?.deliveries[0]?.report).toBe('sent'));
      expect(shown(gateway)).toBe('report failed: HTTP 503');
    }
    await call(gateway, 'delivery', { status: 'delivered', to: OTHER });
    await settled(() => expect(shown(gateway)).toBe('report sent'));
  });

  it('is nothing before a report and while the message is pending again', async () => {
    const { gateway } = await pair(() => 200, { deliveryDelay: 60_000 });
    await send(gateway);
    expect(shown(gateway)).toBeUndefined();
    await call(gateway, 'delivery', { status: 'delivered' });
    await settled(() => expect(shown(gateway)).toBe('report sent'));
    await call(gateway, 'delivery', { status: 'pending' });
    expect(shown(gateway)).toBeUndefined();
  });

  it('survives a restart with a file', async () => {
    const file = await makePath();
    const { gateway } = await pair(() => 503, { file });
    await send(gateway);
    await settled(() => expect(shown(gateway)).toBe('report failed: HTTP 503'));
    expect(shown(await restart(gateway, file))).toBe('report failed: HTTP 503');
  });

  it('says that a report was dropped if too many were waiting', async () => {
    const { gateway } = await pair(() => 200);
    await send(gateway, { mobile: numbers(1_001) });
    await settled(() => expect(shown(gateway)).toBe('report failed: dropped'));
    expect(gateway.messages[0]?.timeline.at(-1)).toMatchObject({
      event: 'report failed',
      answer: 'it was dropped, because too many were waiting',
    });
  });
});

it('a report that is sent again is the same after delivered-time-on-failure', async () => {
  const { gateway, forms } = await pair(() => 200);
  gateway.faults.next('delivered-time-on-failure');
  await send(gateway);
  await settled(() => expect(forms()).toHaveLength(1));
  await call(gateway, 'report');
  await settled(() => expect(forms()).toHaveLength(2));
  expect(forms()[0]?.['dlrTime']).toMatch(/^\d{4}-/);
  expect(forms()[1]).toEqual(forms()[0]);
});
