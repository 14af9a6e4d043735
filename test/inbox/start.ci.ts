import { GatewaySimulator } from '../../lib/simulator/index.js';
import { ACCOUNT, login, send, start } from '../simulator/client.js';
import { bubble, clipboard, openInbox, rows } from './open-inbox.js';
import { runCurl } from './shell-words.js';

// A planned fault is deleted before the plan is replaced, and messages after everything else.
const ORDER = ['DELETE /api/faults/{id}', '', 'DELETE /api/messages/{id}', 'DELETE /api/messages'];
const order = ([name]: [string, string]) => ORDER.indexOf(ORDER.includes(name) ? name : '');

describe('an empty inbox', () => {
  it('shows a curl command that works unchanged', async () => {
    await using gateway = await GatewaySimulator.start({ basePath: '/rest/v2' });
    const page = await openInbox(gateway);
    await page.getByRole('button', { name: 'Copy command' }).click();
    await page.getByText('Command copied.').waitFor();
    const answer = (await (await runCurl(await clipboard(page))).json()) as { status: string };
    expect(answer.status).toBe('success');
    expect(gateway.messages[0]?.notes).toEqual([]);
    await rows(page).click();
    await bubble(page).filter({ hasText: 'Your code is 482913.' }).waitFor();
  });

  it('shows the code of a Nest app with the address of this simulator', async () => {
    const gateway = await start({ apiKeyHeader: 'x-key', userId: "o'neill" });
    const page = await openInbox(gateway);
    await page.getByRole('button', { name: 'Copy code' }).click();
    await page.getByText('Code copied.').waitFor();
    const lines = await clipboard(page);
    expect(lines).toContain(`baseUrl: '${gateway.url}'`);
    expect(lines).toContain(String.raw`userId: 'o\'neill'`);
    expect(lines).toContain("header: 'x-key'");
  });

  it('shows no key except the demo key', async () => {
    const gateway = await start();
    const page = await openInbox(gateway);
    await page.getByText('is the key you started the simulator with').waitFor();
    await page.getByRole('button', { name: 'Copy command' }).click();
    await page.getByText('Command copied.').waitFor();
    expect(await clipboard(page)).toContain('apikey: YOUR_API_KEY');
    const settings = await (await fetch(`${gateway.origin}/inbox.json`)).text();
    expect(settings).not.toMatch(/4711|p@ss/);
  });

  it('can be opened under a name, and copies there too', async () => {
    const gateway = await start();
    const origin = `http://localhost:${gateway.port}`;
    const page = await openInbox(gateway, { origin });
    await page.getByRole('button', { name: 'Copy gateway address' }).click();
    await page.getByText('Gateway address copied.').waitFor();
    expect(await clipboard(page)).toBe(origin);
  });
});

describe('the sample', () => {
  it('uses a sender that the simulator allows', async () => {
    const gateway = await start({ senderIds: ['ACMECO'] });
    const page = await openInbox(gateway);
    await page.getByRole('button', { name: 'Copy command' }).click();
    await page.getByText('Command copied.').waitFor();
    await runCurl(await clipboard(page), { YOUR_API_KEY: ACCOUNT.apiKey });
    await rows(page).waitFor();
    expect(gateway.messages).toHaveLength(1);
  });
});

describe('the API panel', () => {
  it('has a command for each operation that runs as copied', async () => {
    await using gateway = await GatewaySimulator.start();
    await send(gateway, { userid: 'demo' }, { apikey: 'demo-api-key' });
    // Not a message, although it came last.
    await login(gateway, { userId: 'demo', password: 'demo-password' });
    gateway.faults.chance('429', 1e-9);
    const page = await openInbox(gateway, { path: '/?show=api' });
    await page.getByText('/api/events', { exact: true }).waitFor();
    const items = await page.locator('.operations li').all();
    expect(items.length).toBeGreaterThan(15);
    const commands: [string, string][] = [];
    for (const item of items) {
      const name = (await item.locator('> span, > div > code').allTextContents()).join(' ');
      commands.push([name, (await item.locator('pre').textContent()) ?? '']);
    }
    for (const [name, command] of commands.toSorted((one, two) => order(one) - order(two))) {
      const answer = await runCurl(command);
      // The gateway refuses with HTTP 200 too. The events never end, so they are not read.
      const isGateway = /\/me\/$|\/send$|status$/.test(name);
      const worked = isGateway ? (await answer.text()).includes('"success"') : answer.ok;
      if (!isGateway) await answer.body?.cancel();
      expect([name, worked]).toEqual([name, true]);
    }
  });

  it('shows every operation of the OpenAPI document', async () => {
    const gateway = await start();
    const page = await openInbox(gateway, { path: '/?show=api' });
    await page.getByText('/api/events', { exact: true }).waitFor();
    const { paths } = (await (await fetch(`${gateway.origin}/api/openapi.json`)).json()) as {
      paths: Record<string, object>;
    };
    const shown = new Set(await page.locator('.operations div > code').allTextContents());
    expect([...shown].toSorted()).toEqual(Object.keys(paths).toSorted());
    expect(await page.getByRole('link', { name: '/api/openapi.json' }).getAttribute('href')).toBe(
      `${gateway.origin}/api/openapi.json`,
    );
  });
});
