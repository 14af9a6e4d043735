// Uses a browser, so only `.ci/run` runs it.
import { jest } from '@jest/globals';
import type { GatewaySimulator } from 'nestjs-sms-gateway/simulator';
import type { Browser, Page } from 'playwright-core';
import { SIMULATOR } from '../../sample-app/src/simulator.js';
import { launchBrowser } from '../../scripts/chromium.mjs';
import { seriousFindings } from '../inbox/findings.js';
import { NUMBER, startSample } from './sample.js';

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
}, 120_000);

afterEach(async () => {
  jest.restoreAllMocks();
  await Promise.all(browser.contexts().map((context) => context.close()));
});

afterAll(() => browser?.close());

async function openLogin(prepare: (page: Page, gateway: GatewaySimulator) => unknown = () => {}) {
  const app = await startSample();
  await app.listen(0, '127.0.0.1');
  const gateway: GatewaySimulator = app.get(SIMULATOR);
  gateway.reset();
  const page = await browser.newPage();
  await page.clock.install();
  await prepare(page, gateway);
  await page.goto(`${await app.getUrl()}/login`);
  return { page, gateway };
}

async function askForCode(page: Page, to = NUMBER): Promise<void> {
  await page.getByLabel('Mobile number').fill(to);
  await page.getByRole('button', { name: 'Send a code' }).click();
}

async function enter(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Log in' }).click();
}

const says = (page: Page, text: string) =>
  page.getByRole('status').getByText(text, { exact: true }).waitFor();
const isLoggedIn = (page: Page) =>
  page.getByRole('heading', { name: 'You are logged in' }).waitFor();
const otherThan = (code: string) => (code === '111111' ? '222222' : '111111');

const now = performance.now.bind(performance);

/** Moves the app's clock forward, by this much in all. The page has its own clock. */
function pass(ms: number): void {
  jest.spyOn(performance, 'now').mockImplementation(() => now() + ms);
}

it('logs in with a code that was sent twice, after a wrong one, and axe finds nothing serious', async () => {
  const { page, gateway } = await openLogin();
  expect(await seriousFindings(page)).toEqual([]);
  await askForCode(page);
  await says(page, 'The code is on its way.');
  expect(await seriousFindings(page)).toEqual([]);
  const resend = page.getByRole('button', { name: /^Send it again/ });
  expect(await resend.isDisabled()).toBe(true);
  expect(await resend.textContent()).toMatch(/ in \d+ s$/);
  const code = await gateway.otp({ to: NUMBER });
  await enter(page, otherThan(code));
  await says(page, 'This code is wrong. Tries left: 4.');
  pass(31_000);
  await page.clock.runFor(31_000);
  await resend.click();
  await says(page, 'The code is on its way.');
  expect(gateway.messages.map(({ otp }) => otp)).toEqual([code, code]);
  await enter(page, code);
  await isLoggedIn(page);
  expect(await seriousFindings(page)).toEqual([]);
});

it('says that a code has expired, and that there were too many wrong ones', async () => {
  const { page, gateway } = await openLogin();
  await askForCode(page);
  const code = await gateway.otp({ to: NUMBER });
  for (const left of [4, 3, 2, 1]) {
    await enter(page, otherThan(code));
    await says(page, `This code is wrong. Tries left: ${left}.`);
  }
  await enter(page, otherThan(code));
  await says(page, 'This code is wrong. It was the last try. Start again.');
  await enter(page, code);
  await says(page, 'Too many wrong codes. Start again.');
  await page.getByRole('button', { name: 'Start again' }).click();
  const first = await gateway.waitFor({ to: NUMBER });
  await askForCode(page);
  const second = await gateway.otp({ to: NUMBER, after: first.id });
  pass(275_000);
  await page.clock.runFor(31_000);
  await page.getByRole('button', { name: /^Send it again/ }).click();
  await says(page, 'The code has expired. Start again.');
  pass(301_000);
  await enter(page, second);
  await says(page, 'The code has expired. Start again.');
  expect(gateway.messages).toHaveLength(2);
});

it('goes on where the outcome of the send is unknown, and says what is wrong with a number', async () => {
  const { page, gateway } = await openLogin();
  const refused =
    'No code can be sent to this number. Only valid numbers of these countries get a code: India.';
  for (const to of ['12', '+44 7400 123456']) {
    await askForCode(page, to);
    await says(page, refused);
  }
  gateway.faults.next('accept-then-drop');
  await askForCode(page);
  await says(page, 'The code should arrive soon.');
  await enter(page, await gateway.otp({ to: NUMBER }));
  await isLoggedIn(page);
  expect(gateway.messages).toHaveLength(1);
});

it('logs in by itself where the browser reads the text, whose last line names the site', async () => {
  const { page, gateway } = await openLogin(async (opened, simulator) => {
    await opened.exposeFunction('readText', () => simulator.otp({ to: NUMBER }));
    // As Chrome on Android has it.
    await opened.addInitScript(`
      window.OTPCredential = class {};
      navigator.credentials.get = async ({ otp }) => otp.transport[0] === 'sms' && { code: await readText() };
    `);
  });
  await askForCode(page);
  await isLoggedIn(page);
  expect(gateway.messages[0]?.text).toMatch(/\n@localhost #\d{6}$/);
});
