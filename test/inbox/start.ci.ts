import { GatewaySimulator } from '../../simulator/index.js';
import { ACCOUNT, login, start } from '../simulator/client.js';
import { seriousFindings } from './findings.js';
import { bubble, clipboard, openInbox, rows } from './open-inbox.js';
import { runCurl } from './shell-words.js';

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

  it.each([1280, 390])('still says how to send after a login, at %d px', async (width) => {
    const gateway = await start();
    const page = await openInbox(gateway, { viewport: { width, height: 780 } });
    await page.getByText('No messages yet').waitFor();
    await login(gateway);
    await rows(page).filter({ hasText: 'Login' }).waitFor();
    expect(await page.getByText('No messages yet').isVisible()).toBe(true);
    expect(await seriousFindings(page)).toEqual([]);
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

it('links to the OpenAPI document', async () => {
  const gateway = await start();
  const page = await openInbox(gateway);
  const link = page.getByRole('link', { name: 'API' });
  const address = `${gateway.origin}/api/openapi.json`;
  expect(await link.evaluate((element) => (element as HTMLAnchorElement).href)).toBe(address);
});
