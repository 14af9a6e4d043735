import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from '../../scripts/chromium.mjs';
import type { GatewaySimulator } from '../../lib/simulator/index.js';

let browser: Browser;
const troubles: string[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
}, 120_000);

afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
  // Whatever a test is about: no request to elsewhere, no error, nothing that the policy forbids.
  if (troubles.length > 0) throw new Error(troubles.splice(0).join('\n'));
});

afterAll(() => browser.close());

/** Where and how to open the page. */
export interface Opening extends BrowserContextOptions {
  readonly path?: string;
  /** A status that the simulator may answer during the test. */
  readonly refusal?: number;
  /** Another address that leads to the simulator. */
  readonly origin?: string;
  /** A page in whose browser this is another tab. */
  readonly beside?: Page;
}

/** Opens the inbox in a browser of its own, and waits until it is live. */
export async function openInbox(
  gateway: GatewaySimulator,
  { path = '/', refusal, origin = gateway.origin, beside, ...options }: Opening = {},
): Promise<Page> {
  const context =
    beside?.context() ??
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
    // That the simulator went away, as it does at a test's end; a bad answer reads otherwise.
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
export const rows = (page: Page) => page.getByRole('option');
export const pane = (page: Page) => page.getByRole('region', { name: 'Message', exact: true });
export const bubble = (page: Page) => page.locator('.bubble');
export const search = (page: Page) => page.getByRole('textbox', { name: 'Search messages' });
export const banner = (page: Page) => page.getByRole('status', { name: 'Faults' });

/** Waits until something holds; playwright's own waiting knows pages alone. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Waits for the list to have exactly so many rows in the document. */
export async function rowCount(page: Page, count: number): Promise<void> {
  await until(async () => (await rows(page).count()) === count);
}

/** What is on the clipboard. */
export const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
