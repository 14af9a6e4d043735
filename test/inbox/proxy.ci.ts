import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NUMBER, send, start } from '../simulator/client.js';
import { bubble, clipboard, openInbox, rowCount, rows, search } from './open-inbox.js';
import { runCurl } from './shell-words.js';

const PREFIX = '/tools/sms';
const proxies: Server[] = [];

afterEach(() => {
  for (const proxy of proxies.splice(0)) {
    proxy.close();
    proxy.closeAllConnections();
  }
});

/** A reverse proxy that serves a port under a path, and nothing beside it. */
async function proxyTo(port: number): Promise<string> {
  const proxy = createServer((incoming, outgoing) => {
    const { url = '', method, headers } = incoming;
    if (!url.startsWith(`${PREFIX}/`)) {
      outgoing.writeHead(404).end();
      return;
    }
    const path = url.slice(PREFIX.length);
    const forwarded = request({ port, host: '127.0.0.1', path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  proxies.push(proxy);
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

describe('behind a proxy, under a path,', () => {
  it('the page and its commands work', async () => {
    const gateway = await start();
    const origin = await proxyTo(gateway.port);
    const page = await openInbox(gateway, { origin, path: `${PREFIX}/` });
    await page.getByText(origin + PREFIX, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Copy command' }).click();
    await page.getByText('Command copied.').waitFor();
    await runCurl(await clipboard(page), { YOUR_API_KEY: 'key-4711' });
    await rows(page).click();
    await bubble(page).waitFor();
    expect(new URL(page.url()).pathname).toBe(`${PREFIX}/`);
    await page.getByRole('button', { name: 'Copy curl' }).click();
    await page.getByText('Command copied.').waitFor();
    await runCurl(await clipboard(page), { YOUR_APIKEY: 'key-4711' });
    await rowCount(page, 2);
    await send(gateway, { msg: 'Live too', mobile: NUMBER });
    await rowCount(page, 3);
    await search(page).fill('text:live');
    await rowCount(page, 1);
    await page.reload();
    await rowCount(page, 1);
    const link = page.getByRole('link', { name: 'API' });
    expect(await link.getAttribute('href')).toBe(`${origin}${PREFIX}/api/openapi.json`);
  });
});
