import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { NUMBER, send, start } from '../simulator/client.js';
import { bubble, openInbox, rowCount, rows, search, type Opening } from './open-inbox.js';

interface Finding {
  readonly id: string;
  readonly impact?: string | null;
  readonly nodes: readonly { readonly target: unknown }[];
}

/** What axe finds in the page as it is now, as far as it is serious. */
async function serious(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { axe: run } = globalThis as unknown as {
      axe: { run(options: object): Promise<unknown> };
    };
    return (await run.run({ resultTypes: ['violations'] })) as { violations: Finding[] };
  });
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${JSON.stringify(target)}`));
}

async function startFilled() {
  const gateway = await start();
  await send(gateway, { msg: 'We’re here – €5. '.repeat(10) });
  await send(gateway, { msg: 'Your code is 482913.', mobile: `${NUMBER},12` });
  await send(gateway, { msg: 'Your code is 482913.', mobile: `${NUMBER},12`, odd: 'field' });
  await send(gateway, { msg: 'Too many', mobile: '99900000429' });
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

describe.each([
  ['light', WIDE],
  ['dark', DARK],
  ['narrow', NARROW],
] as const)('the page, %s,', (_name, how) => {
  it('has nothing that axe finds serious, whatever it shows', async () => {
    const gateway = await startFilled();
    // Where an animation runs, a colour is none of the two.
    const page = await openInbox(gateway, { ...how, reducedMotion: 'reduce' });
    await rowCount(page, 4);
    expect(await serious(page)).toEqual([]);
    for (const text of ['We’re here', 'Too many']) {
      await page.goto(gateway.origin);
      await rows(page).filter({ hasText: text }).click();
      for (const tab of ['Message', 'Parts', 'Request', 'Answer', 'Timeline']) {
        await page.getByRole('tab', { name: tab }).click();
        await page.getByRole('tabpanel', { name: tab }).waitFor();
        expect([tab, await serious(page)]).toEqual([tab, []]);
      }
    }
    await page.goto(`${gateway.origin}/?show=faults`);
    await page.locator('.magic').getByText('99900000429').waitFor();
    expect(await serious(page)).toEqual([]);
    await page.goto(`${gateway.origin}/?show=api`);
    await page.getByText('/api/events').waitFor();
    expect(await serious(page)).toEqual([]);
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    expect(await serious(page)).toEqual([]);
    gateway.reset();
    await page.goto(gateway.origin);
    await page.getByText('No message yet').waitFor();
    expect(await serious(page)).toEqual([]);
  }, 120_000);
});

describe('the colours', () => {
  it('follow the system until they are chosen, and the choice lasts', async () => {
    const page = await openInbox(await start(), { colorScheme: 'dark' });
    expect(isDark(await background(page))).toBe(true);
    await page.getByRole('button', { name: 'Colours: system' }).click();
    await page.getByRole('button', { name: 'Colours: light' }).waitFor();
    expect(isDark(await background(page))).toBe(false);
    await page.reload();
    await page.getByRole('button', { name: 'Colours: light' }).click();
    await page.getByRole('button', { name: 'Colours: dark' }).waitFor();
    await page.emulateMedia({ colorScheme: 'light' });
    expect(isDark(await background(page))).toBe(true);
  });
});

describe('under 800 px', () => {
  it('a message is a view of its own, with a way back', async () => {
    const gateway = await startFilled();
    const page = await openInbox(gateway, NARROW);
    const list = page.getByRole('listbox', { name: 'Messages' });
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

  it('gives the focus along, and back', async () => {
    const page = await openInbox(await startFilled(), NARROW);
    await rows(page).first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    // It follows a moment after the view.
    await page.locator('#pane-title:focus').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('[role=listbox]:focus').waitFor();
    expect(await bubble(page).count()).toBe(0);
  });

  it('leaves the focus alone where it opens', async () => {
    const page = await openInbox(await startFilled(), NARROW);
    await rows(page).first().waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  });

  it('keeps when a fault strikes and its number together', async () => {
    const viewport = { width: 390, height: 780 };
    const page = await openInbox(await startFilled(), { viewport, path: '/?show=faults' });
    const middle = async (label: string) => {
      const box = await page.getByLabel(label, { exact: true }).boundingBox();
      return box === null ? NaN : box.y + box.height / 2;
    };
    expect(await middle('by chance, % of')).toBeCloseTo(await middle('Percent'), -1);
    expect(await middle('the next')).toBeCloseTo(await middle('How many'), -1);
  });

  it('searches as well', async () => {
    const page = await openInbox(await startFilled(), NARROW);
    await search(page).fill('is:otp');
    await rowCount(page, 2);
    expect(await rows(page).first().isVisible()).toBe(true);
  });
});
