// Uses a browser, so only `.ci/run` runs it. The login is in login.ci.ts.
import axe from 'axe-core';
import type { GatewaySimulator } from 'nestjs-sms-gateway/simulator';
import type { Browser, Page } from 'playwright-core';
import { lookedUpPage, unknownPage } from '../../sample-app/src/admin/unknown-page.js';
import { homePage } from '../../sample-app/src/pages/home-page.js';
import { SIMULATOR } from '../../sample-app/src/simulator.js';
import { launchBrowser } from '../../scripts/chromium.mjs';
import { NUMBER, startSample } from './sample.js';

const AT = Date.parse('2026-03-17T14:31:07Z');
const HOME = { inbox: 'http://127.0.0.1:4010', gateway: '', parts: [{ folder: 'queue' }] };
const UNKNOWN = {
  id: 'm1',
  recipients: [NUMBER],
  addedAt: AT,
  outcome: { status: 'unknown', code: 'worker-lost', at: AT },
  reports: [{ transactionId: '1097965622371110963', state: 'delivered', at: AT }],
} as const;
const RECORD = {
  recipient: '91••••••3210',
  state: 'delivered',
  submittedAt: AT,
  time: '2026-03-17 20:01:07',
  sameText: true,
  transactionId: '1097965622371110963',
} as const;
/** Those that need a queue, as HTML. */
const PAGES = [
  ['home with a queue', homePage(HOME)],
  ['unknown', unknownPage({ messages: [UNKNOWN, UNKNOWN], hasMore: true })],
  ['nothing unknown', unknownPage({ messages: [], hasMore: false })],
  ['records', lookedUpPage(UNKNOWN, { asked: 1, found: [RECORD, RECORD] })],
  ['no records', lookedUpPage(UNKNOWN, { asked: 3, found: [] })],
  ['no answer', lookedUpPage(UNKNOWN, { problem: 'The gateway did not answer.' })],
] as const;

let browser: Browser;
let gateway: GatewaySimulator;
let url: string;

beforeAll(async () => {
  browser = await launchBrowser();
}, 120_000);

beforeEach(async () => {
  const app = await startSample();
  await app.listen(0, '127.0.0.1');
  url = await app.getUrl();
  gateway = app.get(SIMULATOR);
});

afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

afterAll(() => browser?.close());

/** All that axe finds in a page, and whether the page is wider than its window. */
async function findings(page: Page): Promise<unknown[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<{ violations: readonly { id: string }[] }>(
    'axe.run()',
  );
  const tooWide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  return [...violations.map(({ id }) => id), ...(tooWide > 0 ? [`${tooWide} px too wide`] : [])];
}

const said = async (page: Page) => {
  await page.locator('#result').waitFor();
  return (await page.locator('#result').textContent()) ?? '';
};

describe.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
  ['dark', 390],
] as const)('%s, at %d px', (colorScheme, width) => {
  it('axe finds nothing in any page of the app, and none is too wide', async () => {
    const page = await browser.newPage({ colorScheme, viewport: { width, height: 800 } });
    for (const path of ['/', '/login']) {
      await page.goto(url + path);
      expect([path, await findings(page)]).toEqual([path, []]);
    }
    for (const [name, html] of PAGES) {
      await page.setContent(html);
      expect([name, await findings(page)]).toEqual([name, []]);
    }
    await page.goto(url);
    for (const fault of ['refuse', 'accept-then-drop', undefined] as const) {
      if (fault) gateway.faults.next(fault);
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await said(page);
      expect([fault, await findings(page)]).toEqual([fault, []]);
    }
  }, 120_000);
});

it('sends what is typed into the first page, and shows what happened to it', async () => {
  const page = await browser.newPage();
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('console', (line) => {
    if (line.text().includes('Policy')) troubles.push(line.text());
  });
  await page.goto(url);
  const send = async () => {
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    return said(page);
  };
  await page.getByLabel('Text').fill('Grüße 😀');
  expect(await send()).toMatch(
    /^accepted The gateway accepted it for 919876543210\. 1 segment, transaction \d+\.$/,
  );
  expect(gateway.messages.map(({ text }) => text)).toEqual(['Grüße 😀']);
  await page.getByRole('button', { name: 'A number that the gateway rejects' }).click();
  expect(await send()).toMatch(/^not-sent .*Sender id is invalid$/);
  await page.getByRole('button', { name: 'A number whose answer is lost' }).click();
  expect(await send()).toMatch(/^unknown .*may have been sent/);
  await page.getByLabel('To').fill('12');
  expect(await send()).toMatch(/^not-sent .*to has 2 digits/);
  await page.getByLabel('Text').fill('');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  expect(gateway.messages).toHaveLength(2);
  expect(troubles).toEqual([]);
});
