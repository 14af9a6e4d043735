import type { Page } from 'playwright-core';
import { NUMBER, send, start } from '../simulator/client.js';
import { listen } from '../simulator/report-receiver.js';
import { bubble, list, openInbox, pane, rowCount, rows } from './open-inbox.js';

const WIDTHS = [320, 360, 600, 800, 940, 1024, 1440, 1920];
const TEXTS = [
  'आपका ओटीपी 482913 है।',
  'உங்கள் குறியீடு 550271.',
  'رمز التحقق الخاص بك هو 739104.',
  '🎉 Happy birthday!',
];

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

async function openFilled() {
  const gateway = await start({
    senderIds: ['ACMECO'],
    accounts: [{ userId: 'b', password: 'b' }],
  });
  for (const msg of TEXTS) await send(gateway, { msg });
  for (let index = 0; index < 20; index += 1) await send(gateway, { msg: `Text ${index}` });
  await send(gateway, { msg: 'Not from here', senderid: 'OTHER' });
  const mobile = Array.from({ length: 100 }, (_item, index) => String(Number(NUMBER) + index));
  await send(gateway, { mobile: mobile.join(','), msg: 'Your code is 482913. '.repeat(20) });
  const page = await openInbox(gateway, { viewport: { width: 1440, height: 900 } });
  await rows(page).first().waitFor();
  return { gateway, page };
}

describe('the page', () => {
  it('shows the recipient, all actions and no sideways scrolling at every width', async () => {
    const { gateway, page } = await openFilled();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(gateway.origin);
      await rows(page).first().waitFor();
      expect([width, await sideways(page)]).toEqual([width, 0]);
      await rows(page).first().locator('.to').click();
      await bubble(page).waitFor();
      const title = page.getByRole('heading', { name: '+91 98765 43210 +99' });
      const box = await title.boundingBox();
      expect(box?.width).toBeGreaterThan(150);
      expect(await title.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
      const lines = new Set<number>();
      for (const name of ['Copy text', 'Copy curl', 'Mark unread', 'Delete']) {
        const button = await pane(page).getByRole('button', { name, exact: true }).boundingBox();
        lines.add(button?.y ?? NaN);
        expect((button?.x ?? NaN) + (button?.width ?? NaN)).toBeLessThanOrEqual(width);
        expect(button?.x).toBeGreaterThanOrEqual(box?.x === undefined ? NaN : 0);
      }
      expect([width, lines.size]).toEqual([width, 1]);
      expect([width, await sideways(page)]).toEqual([width, 0]);
    }
  });

  it('fits 320 px in every view, also with long names, addresses and faults', async () => {
    const { gateway, page } = await openFilled();
    await page.setViewportSize({ width: 320, height: 780 });
    await send(gateway, {
      msg: `hid\u202Eden ${'long'.repeat(40)}`,
      [`name${'x'.repeat(80)}`]: '1',
    });
    await fetch(`${gateway.url}/SMSApi/a/path/that/is/longer/than/any/heading/can/be/here`);
    gateway.faults.next('accept-then-drop', 2).chance('delivered-time-on-failure', 0.1);
    const inner = () =>
      page
        .locator('.tab-panel, .panel-body')
        .evaluateAll((panels) => panels.map((panel) => panel.scrollWidth - panel.clientWidth));
    await page.goto(`${gateway.origin}/?show=faults`);
    await page.locator('.magic li').first().waitFor();
    expect([await sideways(page), ...(await inner())]).toEqual([0, 0]);
    await page.goto(gateway.origin);
    for (const text of ['hid', 'GET /SMSApi']) {
      await rows(page).filter({ hasText: text }).click();
      await page.locator('.tab-panel').waitFor();
      const tabs = text === 'hid' ? ['Message', 'Segments', 'Request', 'Answer', 'Timeline'] : [''];
      for (const tab of tabs) {
        if (tab !== '') await page.getByRole('tab', { name: tab }).click();
        expect([tab, await sideways(page), ...(await inner())]).toEqual([tab, 0, 0]);
      }
      await page.getByRole('button', { name: 'Back to the list' }).click();
    }
  });

  it.each([
    [1440, '1 more tag'],
    [1024, '+1'],
    [390, '1 more tag'],
    [320, '+1'],
  ])('at %d px cuts no badge and no sender if a report failed', async (width, otherTags) => {
    const { url } = await listen(503);
    const reporting = { deliveryDelay: 0, reportUrl: url, onWarning: () => {} };
    const gateway = await start(reporting);
    await send(gateway, { msg: 'Ваш код 602418. '.repeat(6) });
    const page = await openInbox(gateway, { viewport: { width, height: 780 } });
    const row = rows(page).filter({ has: page.getByRole('img', { name: /^report failed/ }) });
    // The worst badge stands for all of them, in the first line.
    await row
      .getByTitle('report failed: HTTP 503, 2 segments in UCS-2')
      .getByText(otherTags, { exact: true })
      .waitFor();
    const cut = await row.locator('.to, .from, .badges, .badge:first-child').evaluateAll((parts) =>
      parts
        .filter((part) => {
          const line = part.closest('.row-line')?.getBoundingClientRect();
          const { bottom } = part.getBoundingClientRect();
          return part.scrollWidth > part.clientWidth || bottom > (line?.bottom ?? 0);
        })
        .map((part) => part.textContent),
    );
    expect(cut).toEqual([]);
    expect((await row.locator('.start').boundingBox())?.width).toBeGreaterThan(180);
  });

  it.each([1440, 390, 320])(
    'at %d px keeps the marks of the segments in the phone',
    async (width) => {
      const gateway = await start();
      await send(gateway, {
        msg: 'ж'.repeat(2000),
        msgType: 'unicode',
      });
      const page = await openInbox(gateway, { viewport: { width, height: 780 } });
      await rows(page).click();
      await bubble(page).waitFor();
      const phone = await page.locator('.phone').boundingBox();
      const marks = await page
        .locator('.seam > span')
        .evaluateAll((all) => all.map((mark) => mark.getBoundingClientRect().toJSON() as DOMRect));
      expect(marks.length).toBeGreaterThan(10);
      const outside = marks.filter(
        ({ left, right }) =>
          left < (phone?.x ?? NaN) || right > (phone?.x ?? NaN) + (phone?.width ?? NaN),
      );
      expect(outside).toEqual([]);
    },
  );

  it('at 390 px leaves 24 px to tap everywhere', async () => {
    const { url } = await listen(503);
    const gateway = await start({ deliveryDelay: 0, reportUrl: url, onWarning: () => {} });
    await send(gateway, { mobile: `${NUMBER},12345` });
    await send(gateway);
    const page = await openInbox(gateway, { viewport: { width: 390, height: 780 } });
    // A point that is this far from the middle still hits it.
    const missed = () =>
      page.locator('button:visible, a:visible, select:visible').evaluateAll((all) =>
        all
          .filter((target) => {
            target.scrollIntoView({ block: 'center', inline: 'center' });
            const { x, y, width, height } = target.getBoundingClientRect();
            return [-11.9, 11.9].some((off) => {
              const hit = document.elementFromPoint(x + width / 2, y + height / 2 + off);
              return hit === null || !target.contains(hit);
            });
          })
          .map((target) => target.outerHTML),
      );
    await rows(page)
      .getByRole('img', { name: /^report failed/ })
      .first()
      .waitFor();
    expect(await missed()).toEqual([]);
    for (const index of [0, 1]) {
      await rows(page).nth(index).click();
      await bubble(page).waitFor();
      expect(await missed()).toEqual([]);
      await page.getByRole('button', { name: 'Back to the list' }).click();
    }
    await page.getByRole('button', { name: 'Faults', exact: true }).click();
    await page.locator('.magic').waitFor();
    expect(await missed()).toEqual([]);
  });

  it('lines up the actions with the details where they have their own line', async () => {
    const { page } = await openFilled();
    await rows(page).first().locator('.to').click();
    for (const width of [360, 600, 800, 940, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      const button = await pane(page).locator('.actions').getByText('Copy code').boundingBox();
      const facts = await pane(page).getByText('From', { exact: true }).boundingBox();
      expect([width, button?.x]).toEqual([width, facts?.x]);
    }
  });

  it('shows at least 14 messages on a screen of 900 px, each in two lines', async () => {
    const { page } = await openFilled();
    const frame = await list(page).boundingBox();
    const row = await rows(page).first().boundingBox();
    expect(Math.floor((frame?.height ?? 0) / (row?.height ?? NaN))).toBeGreaterThanOrEqual(14);
    expect(await rows(page).first().getByRole('gridcell').count()).toBe(2);
  });

  it.each([1440, 1024])('at %d px has what belongs to a message beside its text', async (width) => {
    const { gateway, page } = await openFilled();
    await send(gateway, { msg: 'Beside. '.repeat(25), odd: 'field' });
    await page.setViewportSize({ width, height: 900 });
    await rows(page).filter({ hasText: 'Beside.' }).locator('.to').click();
    await bubble(page).filter({ hasText: 'Beside.' }).waitFor();
    const text = await bubble(page).boundingBox();
    for (const selector of ['.notes', '.segment-bar', '.delivery']) {
      const box = await page.locator(selector).boundingBox();
      expect([selector, box?.x]).toEqual([selector, expect.any(Number)]);
      expect(box?.x).toBeGreaterThan((text?.x ?? NaN) + (text?.width ?? NaN));
      expect((box?.x ?? NaN) + (box?.width ?? NaN)).toBeLessThanOrEqual(width);
      expect(box?.y).toBeLessThan(900);
    }
    expect(await page.locator('.segment-bar meter').count()).toBe(2);
    await page.locator('.segment-bar').getByText('106 left in the last').waitFor();
  });

  it.each([
    [1440, 400],
    [768, 400],
    [390, 358],
  ])('at %d px has a phone of at most %d px', async (width, most) => {
    const { page } = await openFilled();
    await page.setViewportSize({ width, height: 900 });
    await rows(page).filter({ hasText: 'Text 9' }).locator('.to').click();
    const phone = await page.locator('.phone').boundingBox();
    expect(phone?.width).toBeGreaterThan(330);
    expect(phone?.width).toBeLessThanOrEqual(most);
  });

  it.each([320, 390])('at %d px has a low header with words', async (width) => {
    const { page } = await openFilled();
    await page.setViewportSize({ width, height: 780 });
    const header = page.getByRole('banner');
    for (const word of ['Faults', 'API', 'Theme', 'Help', 'Address']) {
      expect(await header.getByText(word, { exact: true }).isVisible()).toBe(true);
    }
    expect((await header.boundingBox())?.height).toBeLessThan(80);
  });

  it('prints the open message in full, and nothing else', async () => {
    const { page } = await openFilled();
    await rows(page).first().locator('.to').click();
    await bubble(page).waitFor();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const panel = page.getByRole('tabpanel', { name: 'Message' });
    const sizes = await panel.evaluate((it) => [it.scrollHeight, it.clientHeight]);
    expect(sizes[0]).toBe(sizes[1]);
    expect(sizes[0]).toBeGreaterThan(900);
    for (const hidden of [list(page), page.getByRole('banner'), page.getByRole('tablist')]) {
      expect(await hidden.isVisible()).toBe(false);
    }
    expect(await page.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe('light');
  });

  it('shows the list, the message and its request together on a wide screen', async () => {
    const { page } = await openFilled();
    await rows(page).first().locator('.to').click();
    await bubble(page).waitFor();
    const request = page.locator('.wide-only');
    const width = async () => (await list(page).boundingBox())?.width ?? NaN;
    const before = await width();
    expect(await request.isVisible()).toBe(false);
    await page.setViewportSize({ width: 1920, height: 900 });
    await request.getByText('/SMSApi/send').waitFor();
    expect(await width()).toBeGreaterThan(before);
  });

  it('has a font of this project for every script of its texts', async () => {
    const { page } = await openFilled();
    await rowCount(page, await rows(page).count());
    const session = await page.context().newCDPSession(page);
    await session.send('DOM.enable');
    await session.send('CSS.enable');
    const { root } = await session.send('DOM.getDocument');
    await list(page).evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await rows(page).filter({ hasText: 'आपका' }).waitFor();
    const { nodeIds } = await session.send('DOM.querySelectorAll', {
      nodeId: root.nodeId,
      selector: '.start',
    });
    const used = new Set<string>();
    for (const nodeId of nodeIds) {
      const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
      for (const { familyName } of fonts) used.add(familyName);
    }
    const families = [...used].join();
    for (const name of ['Sans Devanagari', 'Sans Tamil', 'Sans Arabic', 'Color Emoji']) {
      expect(families).toContain(`Noto ${name}`);
    }
  });
});
