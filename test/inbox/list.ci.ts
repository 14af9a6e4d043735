import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { NUMBER, send, start } from '../simulator/client.js';
import { makePath } from '../simulator/inbox-files.js';
import { openLong, openScrolled } from './long-list.js';
import {
  banner,
  clipboard,
  dialogGone,
  live,
  openInbox,
  pane,
  rowCount,
  rows,
  search,
  until,
} from './open-inbox.js';
import { whileCut } from './shaky-line.js';

describe('the list', () => {
  it('shows a message as soon as it comes, newest first', async () => {
    const gateway = await start();
    const page = await openInbox(gateway);
    await send(gateway, { msg: 'The first one' });
    await rows(page).filter({ hasText: 'The first one' }).waitFor();
    await send(gateway, { msg: 'The second one' });
    await rows(page).filter({ hasText: 'The second one' }).waitFor();
    expect(await rows(page).locator('.start').allTextContents()).toEqual([
      'The second one',
      'The first one',
    ]);
    const first = rows(page).last();
    expect(await first.textContent()).toContain('+91 98765 43210');
    expect(await first.textContent()).toContain('ACMECO');
    expect(await first.locator('time').textContent()).toMatch(/^\d\d:\d\d:\d\d$/);
  });

  it('has badges, the reason of a refusal, and a button that copies the code', async () => {
    const gateway = await start({ senderIds: ['ACMECO'] });
    const long = 'The parcel is on its way. '.repeat(8);
    await send(gateway, { msg: long });
    await send(gateway, { msg: long });
    await send(gateway, { msg: 'Ваш код 602418' });
    await send(gateway, { msg: 'To two', mobile: `${NUMBER},12` });
    await send(gateway, { msg: 'Not from here', senderid: 'OTHER' });
    await send(gateway, { msg: 'Too many', mobile: '99900000429' });
    const page = await openInbox(gateway);
    await rowCount(page, 6);
    const badges = await rows(page).evaluateAll((elements) =>
      elements.map((row) =>
        [...row.querySelectorAll('.badge')].map((badge) => badge.textContent?.replace(/\s+/g, ' ')),
      ),
    );
    expect(badges.toReversed()).toEqual([
      ['2 segments'],
      ['duplicate', '2 segments'],
      ['UCS-2'],
      ['1 rejected'],
      [],
      ['429'],
    ]);
    expect(await rows(page).filter({ hasText: 'To two' }).textContent()).toContain('+1');
    const why = (text: string) => rows(page).filter({ hasText: text }).locator('.why').innerText();
    expect(await why('Not from here')).toBe('203 Sender id is invalid');
    expect(await why('Too many')).toBe('Refused');
    expect(await rows(page).locator('.why').count()).toBe(2);
    const code = rows(page).getByRole('button', { name: 'Copy code 602418' });
    await code.click();
    await page.getByText('Code copied.').waitFor();
    expect(await clipboard(page)).toBe('602418');
    expect(await page.getByRole('tab').count()).toBe(0);
  });

  it('shows unread messages in bold and counts them, also in the title', async () => {
    const gateway = await start();
    await send(gateway, { msg: 'One' });
    await send(gateway, { msg: 'Two' });
    const page = await openInbox(gateway);
    const row = rows(page).filter({ hasText: 'Two' });
    const weight = () =>
      row.locator('.start').evaluate((element) => Number(getComputedStyle(element).fontWeight));
    await page.getByText('2 unread').waitFor();
    expect(await page.title()).toBe('(2) SMS inbox');
    expect(await weight()).toBeGreaterThanOrEqual(600);
    await row.click();
    await page.getByText('1 unread').waitFor();
    await until(async () => (await weight()) === 400);
    expect(await page.title()).toBe('(1) SMS inbox');
    expect(gateway.messages.map(({ read }) => read)).toEqual([false, true]);
    await pane(page).getByRole('button', { name: 'Mark unread' }).click();
    await page.getByText('2 unread').waitFor();
  });

  it('shows what others read and delete', async () => {
    const gateway = await start();
    await send(gateway, { msg: 'One' });
    await send(gateway, { msg: 'Two' });
    const page = await openInbox(gateway);
    await page.getByText('2 unread').waitFor();
    const [one, two] = gateway.messages;
    await fetch(`${gateway.origin}/api/messages/${one?.id}/read`, { method: 'POST' });
    await page.getByText('1 unread').waitFor();
    await fetch(`${gateway.origin}/api/messages/${two?.id}`, { method: 'DELETE' });
    await rowCount(page, 1);
    await rows(page).click();
    await fetch(`${gateway.origin}/api/messages`, { method: 'DELETE' });
    await page.getByText('This message is no longer in the inbox.').waitFor();
    await rowCount(page, 0);
    expect(await page.title()).toBe('SMS inbox');
  });

  it('does not move when new messages come above, and counts them', async () => {
    const { gateway, page, list, row } = await openScrolled();
    const before = await row.boundingBox();
    await send(gateway, { msg: 'New one' });
    await send(gateway, { msg: 'New two' });
    await page.getByRole('button', { name: '2 new messages' }).click();
    await rows(page).filter({ hasText: 'New two' }).waitFor();
    await list.evaluate((element) => element.scrollTo(0, 500 + 2 * 50));
    await row.waitFor();
    expect(await row.boundingBox()).toEqual(before);
    expect(await page.locator('.new-pill').count()).toBe(0);
  });

  it('misses nothing while the connection is cut, which is restored by itself', async () => {
    const gateway = await start();
    for (const msg of ['Stays', 'Goes meanwhile']) await send(gateway, { msg });
    await whileCut(gateway, 2, async (page, line) => {
      for (const msg of ['Missed one', 'Missed two']) await send(gateway, { msg });
      const gone = gateway.messages.find(({ text }) => text === 'Goes meanwhile');
      await fetch(`${gateway.origin}/api/messages/${gone?.id}`, { method: 'DELETE' });
      gateway.faults.next('429');
      line.fix();
      await live(page).waitFor();
      await rows(page).filter({ hasText: 'Missed two' }).waitFor();
      await rowCount(page, 3);
      expect(await rows(page).locator('.start').allTextContents()).toEqual([
        'Missed two',
        'Missed one',
        'Stays',
      ]);
      await banner(page).getByText('429: next 1 send').waitFor();
      await page.getByText('3 unread').waitFor();
    });
  });
});

async function openMixed() {
  const gateway = await start({
    senderIds: ['ACMECO'],
    accounts: [{ userId: 'team two', password: 'other' }],
  });
  await send(gateway, { msg: 'Your code is 482913.' });
  await send(gateway, { msg: 'Not from here', senderid: 'OTHER' });
  await send(gateway, { msg: 'Too many', mobile: '99900000429' });
  await send(gateway, { msg: 'Of the others', userid: 'team two', password: 'other' }, {});
  const page = await openInbox(gateway);
  await rowCount(page, 4);
  const chip = (name: string) => page.getByRole('button', { name, exact: true });
  return { gateway, page, chip };
}

describe('the actions and filters above the list', () => {
  it('narrow the list to what is unread, refused, a code, hit by a fault or of one account', async () => {
    const { page, chip } = await openMixed();
    for (const [name, term, text] of [
      ['OTP', 'is:otp', 'Your code'],
      ['Fault', 'is:fault', 'Too many'],
      ['Refused', 'is:refused', 'Not from here'],
    ] as const) {
      await chip(name).click();
      expect(await search(page).inputValue()).toBe(term);
      await rows(page).filter({ hasText: text }).waitFor();
      await rowCount(page, name === 'Refused' ? 2 : 1);
      expect(await chip(name).getAttribute('aria-pressed')).toBe('true');
      await chip(name).click();
      await rowCount(page, 4);
    }
    await rows(page).filter({ hasText: 'Too many' }).click();
    await page.getByText('3 unread').waitFor();
    await chip('Unread').click();
    await rowCount(page, 3);
    await chip('OTP').click();
    await rowCount(page, 1);
    expect(await search(page).inputValue()).toBe('is:unread is:otp');
    await search(page).fill('');
    const account = page.getByRole('combobox', { name: 'Account' });
    await account.selectOption('team two');
    await rowCount(page, 1);
    expect(await search(page).inputValue()).toBe('account:"team two"');
    await rows(page).filter({ hasText: 'team two' }).waitFor();
    await account.selectOption('Accounts');
    await rowCount(page, 4);
  });

  it('mark read what is in sight', async () => {
    const { gateway, page, chip } = await openMixed();
    await chip('Refused').click();
    await rowCount(page, 2);
    await chip('Mark all read').click();
    await until(async () => (await page.title()) === '(2) SMS inbox');
    expect(gateway.messages.map(({ read }) => read)).toEqual([false, false]);
    expect(gateway.refused.map(({ read }) => read)).toEqual([true, true]);
    await chip('Refused').click();
    await chip('Mark all read').click();
    await until(async () => (await page.title()) === 'SMS inbox');
    expect(await chip('Mark all read').isDisabled()).toBe(true);
  });

  it('export what is in sight as JSON and CSV', async () => {
    const { page, chip } = await openMixed();
    await chip('OTP').click();
    await rowCount(page, 1);
    for (const format of ['JSON', 'CSV']) {
      await chip('Export').click();
      const dialog = page.getByRole('dialog', { name: 'Export messages' });
      await dialog.getByText('Export 1 match').waitFor();
      const coming = page.waitForEvent('download');
      await dialog.getByRole('link', { name: format }).click();
      const download = await coming;
      expect(download.suggestedFilename()).toBe(`sms-inbox.${format.toLowerCase()}`);
      const path = await makePath();
      await download.saveAs(path);
      const text = await readFile(path, 'utf8');
      expect(text).toContain('482913');
      expect(text).not.toContain('Too many');
    }
  });
});

/** Scrolls the list, and waits until it has noticed. */
const scrollTo = (list: Locator, top: number) =>
  list.evaluate(
    (element, to) =>
      new Promise<void>((resolve) => {
        element.addEventListener('scroll', () => resolve(), { once: true });
        element.scrollTo(0, to);
      }),
    top,
  );

/** Holds back what waits for the next frame. */
async function holdFrames(page: Page) {
  await page.evaluate(() => {
    const held: FrameRequestCallback[] = [];
    const real = requestAnimationFrame;
    Object.assign(globalThis, {
      requestAnimationFrame: (act: FrameRequestCallback) => held.push(act),
      isHeld: () => held.length > 0,
      goOn: () => {
        Object.assign(globalThis, { requestAnimationFrame: real });
        for (const act of held) real(act);
      },
    });
  });
  return {
    // Not waitForFunction, whose repeated `eval` the page's Content Security Policy forbids.
    untilHeld: () =>
      until(() => page.evaluate(() => (globalThis as unknown as { isHeld(): boolean }).isHeld())),
    goOn: () => page.evaluate(() => (globalThis as unknown as { goOn(): void }).goOn()),
  };
}

describe('a message that comes between two frames', () => {
  it('moves nothing, even if the list is scrolled in between', async () => {
    const { gateway, page, list } = await openLong();
    await rows(page).first().waitFor();
    await scrollTo(list, 500);
    const row = rows(page).filter({ hasText: 'Text 28' });
    const before = await row.boundingBox();
    const frames = await holdFrames(page);
    await send(gateway, { msg: 'New one' });
    await frames.untilHeld();
    await scrollTo(list, 510);
    await frames.goOn();
    await page.getByRole('button', { name: '1 new message' }).waitFor();
    expect(await row.boundingBox()).toEqual({ ...before, y: (before?.y ?? 0) - 10 });
  });

  it('moves nothing, even if the list has just made room for many others', async () => {
    const { gateway, page, list, row } = await openScrolled();
    const before = await row.boundingBox();
    // Hides scroll events from the list, as if everything came within one frame.
    await page.evaluate(() => {
      const holding = new AbortController();
      const { signal } = holding;
      document.addEventListener('scroll', (event) => event.stopPropagation(), {
        capture: true,
        signal,
      });
      Object.assign(globalThis, { letScroll: () => holding.abort() });
    });
    for (let index = 0; index < 40; index += 1) await send(gateway, { msg: `New ${index}` });
    await page.getByRole('button', { name: '40 new messages' }).waitFor();
    const frames = await holdFrames(page);
    await send(gateway, { msg: 'New one' });
    await frames.untilHeld();
    await list.evaluate((element) => {
      (globalThis as unknown as { letScroll(): void }).letScroll();
      element.dispatchEvent(new Event('scroll'));
    });
    await frames.goOn();
    await page.getByRole('button', { name: '41 new messages' }).waitFor();
    await row.waitFor();
    expect(await row.boundingBox()).toEqual(before);
  });
});

describe('g and G', () => {
  it('show the first and the last message, also if the cursor is there already', async () => {
    const { page, list } = await openLong();
    await rows(page).first().waitFor();
    const scrollTop = () => list.evaluate((element) => element.scrollTop);
    await page.keyboard.press('g');
    await scrollTo(list, 700);
    await page.keyboard.press('g');
    await until(async () => (await scrollTop()) === 0);
    await page.keyboard.press('G');
    await until(async () => (await scrollTop()) > 700);
    const end = await scrollTop();
    await scrollTo(list, 500);
    await page.keyboard.press('G');
    await until(async () => (await scrollTop()) === end);
  });
});

describe('deleting', () => {
  it('asks, deletes one message and opens the next', async () => {
    const gateway = await start();
    for (const msg of ['One', 'Two', 'Three']) await send(gateway, { msg });
    const page = await openInbox(gateway);
    await rows(page).filter({ hasText: 'Two' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete message' });
    await pane(page).getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Keep' }).click();
    await dialogGone(page);
    expect(gateway.messages).toHaveLength(3);
    await pane(page).getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.locator('.bubble', { hasText: 'One' }).waitFor();
    await rowCount(page, 2);
    expect(gateway.messages.map(({ text }) => text)).toEqual(['One', 'Three']);
    await dialogGone(page);
    await pane(page).getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Select a message.').waitFor();
    expect(gateway.messages.map(({ text }) => text)).toEqual(['Three']);
  });

  it('asks before everything is deleted', async () => {
    const gateway = await start();
    for (const msg of ['One', 'Two']) await send(gateway, { msg });
    const page = await openInbox(gateway);
    const dialog = page.getByRole('dialog', { name: 'Delete messages' });
    await page.getByRole('button', { name: 'Delete all' }).click();
    await dialog.getByRole('button', { name: 'Keep' }).click();
    await dialogGone(page);
    expect(gateway.messages).toHaveLength(2);
    await page.getByRole('button', { name: 'Delete all' }).click();
    await dialog.getByRole('button', { name: 'Delete 2 messages' }).click();
    await page.getByText('No messages yet').waitFor();
    expect(gateway.messages).toEqual([]);
    expect(await page.title()).toBe('SMS inbox');
  });

  it('deletes only what matches a search', async () => {
    const gateway = await start();
    for (const msg of ['Your code is 123456', 'Hello']) await send(gateway, { msg });
    const page = await openInbox(gateway, { path: '/?search=is%3Aotp' });
    await page.getByRole('button', { name: 'Delete matches' }).click();
    await page.getByRole('button', { name: 'Delete 1 match' }).click();
    await page.getByText('No matches.').waitFor();
    expect(gateway.messages.map(({ text }) => text)).toEqual(['Hello']);
  });
});
