import events from 'node:events';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { serveBrowser } from '../../scripts/chromium.mjs';
import type { GatewaySimulator } from '../../simulator/index.js';

// A module of Node is the same for all test files of a Jest worker, so they can share a browser.
const ADDRESS = Symbol.for('sms-inbox-browser');
const troubles: string[] = [];
let browser: Browser;

beforeAll(async () => {
  const known: unknown = Reflect.get(events, ADDRESS);
  const address = typeof known === 'string' ? known : await serveBrowser();
  Reflect.set(events, ADDRESS, address);
  browser = await chromium.connect(address);
}, 120_000);

afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
  // In every test: no request to other hosts, no error, no violation of the policy.
  if (troubles.length > 0) throw new Error(troubles.splice(0).join('\n'));
});

afterAll(() => browser.close());

/** Where and how to open the page. */
export interface Opening extends BrowserContextOptions {
  readonly path?: string;
  /** A status that the simulator may answer during the test. */
  readonly refusal?: number;
  /** Another address of the simulator. */
  readonly origin?: string;
  /** A page of which this is another tab. */
  readonly sameContextAs?: Page;
}

/** Opens the inbox in a new browser context, and waits until it is live. */
export async function openInbox(
  gateway: GatewaySimulator,
  { path = '/', refusal, origin = gateway.origin, sameContextAs, ...options }: Opening = {},
): Promise<Page> {
  const context =
    sameContextAs?.context() ??
    (await browser.newContext({
      viewport: { width: 1280, height: 800 },
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    }));
  const page = await context.newPage();
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) troubles.push(`request to ${request.url()}`);
  });
  page.on('pageerror', (error) => troubles.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => troubles.push(`dialog: ${dialog.message()}`));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    // The simulator was closed, as after each test. A bad answer has another message.
    if (message.text().startsWith('Failed to load resource: net::')) return;
    if (refusal !== undefined && message.text().includes(`status of ${refusal}`)) return;
    troubles.push(`console: ${message.text()}`);
  });
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      throw new Error(`policy: ${violatedDirective} ${blockedURI}`);
    });
  });
  await page.goto(origin + path);
  await live(page).waitFor({ state: 'attached' });
  return page;
}

export const live = (page: Page) => page.getByText('Live', { exact: true });
export const list = (page: Page) => page.getByRole('grid', { name: 'Messages' });
export const rows = (page: Page) => list(page).getByRole('row');
export const pane = (page: Page) => page.getByRole('region', { name: 'Message', exact: true });
export const bubble = (page: Page) => page.locator('.bubble');
export const search = (page: Page) => page.getByRole('textbox', { name: 'Search messages' });
export const banner = (page: Page) => page.getByRole('status', { name: 'Faults' });

/** Waits until something is true that Playwright cannot wait for. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Waits until a closed dialog has left the document. It is hidden sooner, but until then no new one can open. */
export const dialogGone = (page: Page) => page.locator('dialog').waitFor({ state: 'detached' });

/** Waits until the document has exactly this many rows. */
export async function rowCount(page: Page, count: number): Promise<void> {
  await until(async () => (await rows(page).count()) === count);
}

/** The text on the clipboard. */
export const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
