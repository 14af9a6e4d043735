import type { Page } from 'playwright-core';
import { login, NUMBER, send, start } from '../simulator/client.js';
import { listen } from '../simulator/report-receiver.js';
import { seriousFindings as serious } from './findings.js';
import {
  bubble,
  dialogGone,
  live,
  openInbox,
  type Opening,
  pane,
  rowCount,
  rows,
  search,
} from './open-inbox.js';

async function startFilled() {
  const gateway = await start();
  await send(gateway, { msg: 'We’re here – €5. '.repeat(10) });
  await send(gateway, { msg: 'Your code is 482913.', mobile: `${NUMBER},12` });
  await send(gateway, { msg: 'Your code is 482913.', mobile: `${NUMBER},12`, odd: 'field' });
  await send(gateway, { msg: 'Too many', mobile: '99900000429' });
  await send(gateway, { msg: 'Bad key' }, { apikey: 'wrong' });
  const many = Array.from({ length: 40 }, (_item, index) => String(Number(NUMBER) + index));
  await send(gateway, { msg: 'आपका ओटीपी 482913 है।', mobile: [...many, '12'].join(',') });
  gateway.faults.next('drop', 2).chance('slow', 0.5);
  return gateway;
}

const WIDE: Opening = {};
const DARK: Opening = { colorScheme: 'dark' };
const NARROW: Opening = { viewport: { width: 375, height: 700 } };

const background = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const isDark = (colour: string) =>
  (colour.match(/\d+/g) ?? []).slice(0, 3).every((part) => Number(part) < 60);

// Each tab for the message that has more to show in it.
const TABS = [
  ['We’re here', ['Message', 'Segments', 'Request']],
  ['Too many', ['Message', 'Answer', 'Timeline']],
  ['Bad key', ['Message']],
  ['आपका', ['Message']],
] as const;

describe.each([
  ['light', WIDE, {}],
  // The dark page differs in its colours only, and the narrow page in everything else.
  ['dark', DARK, { runOnly: ['color-contrast'] }],
  ['narrow', NARROW, { rules: { 'color-contrast': { enabled: false } } }],
] as const)('the page, %s,', (_name, how, options) => {
  it('has no serious findings of axe in any view', async () => {
    const gateway = await startFilled();
    const page = await openInbox(gateway, how);
    await rowCount(page, 6);
    expect(await serious(page, options)).toEqual([]);
    for (const [text, tabs] of TABS) {
      await page.goto(gateway.origin);
      await rows(page).filter({ hasText: text }).click();
      for (const tab of tabs) {
        await page.getByRole('tab', { name: tab }).click();
        await page.getByRole('tabpanel', { name: tab }).waitFor();
        expect([tab, await serious(page, options)]).toEqual([tab, []]);
      }
    }
    await page.getByRole('button', { name: 'Faults', exact: true }).click();
    await page.locator('.magic').getByText('+999 00000 429').waitFor();
    expect(await serious(page, options)).toEqual([]);
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    expect(await serious(page, options)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.goto(`${gateway.origin}/?search=is:blue`);
    await page.locator('#search-problem').getByText('is:blue').waitFor();
    expect(await serious(page, options)).toEqual([]);
    await search(page).fill('is:refused');
    await rowCount(page, 2);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await serious(page, options)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialogGone(page);
    await page.getByRole('button', { name: 'Delete matches' }).focus();
    await page.keyboard.press('j');
    await page.keyboard.press('#');
    await page.getByRole('dialog', { name: 'Delete message' }).waitFor();
    expect(await serious(page, options)).toEqual([]);
    gateway.reset();
    await page.goto(gateway.origin);
    await page.getByText('No messages yet').waitFor();
    expect(await serious(page, options)).toEqual([]);
  }, 120_000);

  it('has no serious findings of axe in views of what went wrong', async () => {
    const { url } = await listen(503);
    const gateway = await start({ deliveryDelay: 0, reportUrl: url, onWarning: () => {} });
    await login(gateway, { password: 'wrong' });
    const page = await openInbox(gateway, how);
    const clean = async (view: string) =>
      expect([view, await serious(page, options)]).toEqual([view, []]);
    await page.getByText('No messages yet').waitFor();
    await clean('only a login');
    await rows(page).click();
    await pane(page).getByRole('heading', { name: 'Login' }).waitFor();
    await clean('a login');

    await send(gateway, { msg: 'Pay\u202e 12\u200b here', msgType: 'unicode' });
    await page.goto(gateway.origin);
    await rows(page)
      .getByRole('img', { name: /^report failed/ })
      .waitFor();
    await clean('a report that failed');
    await rows(page).first().click();
    await page.getByRole('note', { name: 'Hidden characters' }).waitFor();
    await page.getByRole('button', { name: 'failed', exact: true }).click();
    await page.getByRole('button', { name: 'Set to failed' }).waitFor();
    await clean('a delivery to set');
    await page.getByRole('tab', { name: 'Segments' }).click();
    await page.getByText('ZERO WIDTH SPACE').waitFor();
    await clean('hidden characters');
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await page.getByText('report failed').waitFor();
    await clean('the fields of a report');

    await page.goto(`${gateway.origin}/?search=nothing`);
    await page.getByText('No matches.').waitFor();
    await clean('no matches');
    await page.getByText('Clear the search').click();
    await rowCount(page, 2);
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('1 selected', { exact: true }).waitFor();
    await clean('a selection');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog', { name: 'Delete messages' }).waitFor();
    await clean('a question');
    await page.keyboard.press('Escape');
    await dialogGone(page);
    await gateway.close();
    await live(page).waitFor({ state: 'detached' });
    await clean('a lost connection');
  }, 120_000);
});

describe('the colours', () => {
  it('follow the system until the user chooses, and the choice is kept', async () => {
    const page = await openInbox(await start(), { colorScheme: 'dark' });
    expect(isDark(await background(page))).toBe(true);
    await page.getByRole('button', { name: 'Theme: system' }).click();
    await page.getByRole('button', { name: 'Theme: light' }).waitFor();
    expect(isDark(await background(page))).toBe(false);
    await page.reload();
    await page.getByRole('button', { name: 'Theme: light' }).click();
    await page.getByRole('button', { name: 'Theme: dark' }).waitFor();
    await page.emulateMedia({ colorScheme: 'light' });
    expect(isDark(await background(page))).toBe(true);
  });
});

describe('under 800 px', () => {
  it('a message has its own view, with a way back', async () => {
    const gateway = await startFilled();
    const page = await openInbox(gateway, NARROW);
    const list = page.getByRole('grid', { name: 'Messages' });
    await rows(page).last().click();
    await bubble(page).waitFor();
    expect(await list.isVisible()).toBe(false);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await list.waitFor();
    expect(await bubble(page).count()).toBe(0);
    await page.goBack();
    await bubble(page).waitFor();
    await page.setViewportSize({ width: 1200, height: 700 });
    expect(await list.isVisible()).toBe(true);
  });

  it('the tabs scroll, and show that there are more', async () => {
    const gateway = await startFilled();
    const page = await openInbox(gateway, { viewport: { width: 360, height: 780 } });
    await rows(page).first().click();
    const frame = page.locator('.tabs-frame');
    const shows = (what: string) =>
      frame.evaluate((element, side) => getComputedStyle(element, side).display !== 'none', what);
    await page.locator('.tabs-frame.more-after').waitFor();
    expect([await shows('::before'), await shows('::after')]).toEqual([false, true]);
    await page.getByRole('tab', { name: 'Message' }).focus();
    await page.keyboard.press('ArrowLeft');
    await page.locator('.tabs-frame.more-before:not(.more-after)').waitFor();
    expect([await shows('::before'), await shows('::after')]).toEqual([true, false]);
    const last = await page.getByRole('tab', { name: 'Timeline' }).boundingBox();
    expect((last?.x ?? NaN) + (last?.width ?? NaN)).toBeLessThanOrEqual(360);
    await page.setViewportSize({ width: 1200, height: 780 });
    await page.locator('.tabs-frame:not(.more-before):not(.more-after)').waitFor();
  });

  it('moves the focus to the message, and back', async () => {
    const page = await openInbox(await startFilled(), NARROW);
    await rows(page).first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    // The focus follows a moment after the view.
    await page.locator('#pane-title:focus').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('[role=grid]:focus').waitFor();
    expect(await bubble(page).count()).toBe(0);
  });

  it('does not move the focus when the page opens', async () => {
    const page = await openInbox(await startFilled(), NARROW);
    await rows(page).first().waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  });

  it('keeps the choices of a fault next to their numbers', async () => {
    const viewport = { width: 390, height: 780 };
    const page = await openInbox(await startFilled(), { viewport, path: '/?show=faults' });
    const middle = async (label: string) => {
      const box = await page.getByLabel(label, { exact: true }).boundingBox();
      return box === null ? NaN : box.y + box.height / 2;
    };
    expect(await middle('at random')).toBeCloseTo(await middle('Percent'), -1);
    expect(await middle('the next')).toBeCloseTo(await middle('How many'), -1);
  });

  it('can search', async () => {
    const page = await openInbox(await startFilled(), NARROW);
    await search(page).fill('is:otp');
    await rowCount(page, 3);
    expect(await rows(page).first().isVisible()).toBe(true);
  });
});
