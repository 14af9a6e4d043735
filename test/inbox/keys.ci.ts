import type { Page } from 'playwright-core';
import { IS } from '../../simulator/inbox/search.js';
import { send, start } from '../simulator/client.js';
import {
  bubble,
  clipboard,
  dialogGone,
  openInbox,
  rowCount,
  rows,
  search,
  until,
} from './open-inbox.js';

async function openFilled(): Promise<Page> {
  const gateway = await start();
  for (const msg of ['One', 'Two', 'Three']) await send(gateway, { msg });
  const page = await openInbox(gateway);
  await rowCount(page, 3);
  return page;
}

const atCursor = (page: Page, text: string) =>
  page.locator('.row.at-cursor').filter({ hasText: text }).waitFor();
const reads = (page: Page, text: string) => bubble(page).filter({ hasText: text }).waitFor();

describe('the keys', () => {
  it('j and k move, Enter opens, Esc goes back', async () => {
    const page = await openFilled();
    await page.keyboard.press('j');
    await atCursor(page, 'Three');
    await page.keyboard.press('j');
    await atCursor(page, 'Two');
    expect(await bubble(page).count()).toBe(0);
    await page.keyboard.press('Enter');
    await reads(page, 'Two');
    await page.keyboard.press('j');
    await reads(page, 'One');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('k');
    await reads(page, 'Three');
    await page.keyboard.press('Escape');
    await page.getByText('Select a message.').waitFor();
    await page.goBack();
    await reads(page, 'Three');
  });

  it('/ goes to the search, Esc leaves it and then clears it', async () => {
    const page = await openFilled();
    await page.keyboard.press('/');
    await page.keyboard.type('Two j k ?');
    expect(await search(page).inputValue()).toBe('Two j k ?');
    await page.getByText('No matches.').waitFor();
    await page.keyboard.press('Escape');
    expect(await search(page).inputValue()).toBe('Two j k ?');
    await page.keyboard.press('Escape');
    await rowCount(page, 3);
    await page.keyboard.press('j');
    await atCursor(page, 'Three');
    expect(await search(page).inputValue()).toBe('');
  });

  it.each(['Enter', 'ArrowDown'])('%s goes from the search to its first match', async (key) => {
    const page = await openFilled();
    await search(page).fill('T');
    await rowCount(page, 2);
    await page.keyboard.press(key);
    await page.locator('[role=grid]:focus').waitFor();
    await atCursor(page, 'Three');
    await page.keyboard.press('ArrowDown');
    await atCursor(page, 'Two');
    // Back in the list, the cursor is where it was.
    await search(page).focus();
    await page.keyboard.press(key);
    await atCursor(page, 'Two');
    await page.keyboard.press('Enter');
    await reads(page, 'Two');
  });

  it('Esc outside of the search also clears it', async () => {
    const page = await openFilled();
    await search(page).fill('One');
    await rowCount(page, 1);
    await page.keyboard.press('Enter');
    await page.keyboard.press('j');
    await atCursor(page, 'One');
    await page.keyboard.press('Escape');
    await rowCount(page, 3);
    expect(await search(page).inputValue()).toBe('');
  });

  it('? shows them all, and the focus is restored', async () => {
    const page = await openFilled();
    const faults = page.getByRole('button', { name: 'Faults' });
    await faults.focus();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Shortcuts and search' });
    await dialog.waitFor();
    await page.keyboard.press('j');
    const help = (await dialog.innerText()).split(/[\s,]+/);
    for (const word of Object.keys(IS)) expect(help).toContain(`is:${word}`);
    const keys = '/ ? j k ↓ ↑ g G Home End PgDn PgUp Enter c x J K t r u e Delete # ← → Esc'.split(
      ' ',
    );
    for (const key of keys) expect(help).toContain(key);
    await page.keyboard.press('Escape');
    await dialogGone(page);
    expect(await page.locator('.at-cursor').count()).toBe(0);
    expect(await faults.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('do not replace those of the browser: with Ctrl, and Enter on a button', async () => {
    const page = await openFilled();
    await page.keyboard.press('Control+j');
    await page.getByRole('button', { name: 'Faults' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Faults' }).waitFor();
    expect(await bubble(page).count()).toBe(0);
    expect(await page.locator('.at-cursor').count()).toBe(0);
  });

  it('arrows, g and G move without the focus in the list', async () => {
    const page = await openFilled();
    await page.keyboard.press('ArrowDown');
    await atCursor(page, 'Three');
    await page.keyboard.press('ArrowDown');
    await atCursor(page, 'Two');
    await page.keyboard.press('ArrowUp');
    await atCursor(page, 'Three');
    await page.keyboard.press('G');
    await atCursor(page, 'One');
    await page.keyboard.press('g');
    await atCursor(page, 'Three');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  });

  it('r and u mark as read and unread, c copies the code or the text', async () => {
    const gateway = await start();
    await send(gateway, { msg: 'Hello' });
    await send(gateway, { msg: 'Your code is 482913.' });
    const page = await openInbox(gateway);
    await rowCount(page, 2);
    await page.keyboard.press('j');
    await page.keyboard.press('c');
    await page.getByText('Code copied.').waitFor();
    expect(await clipboard(page)).toBe('482913');
    await page.keyboard.press('r');
    await page.getByText('1 unread').waitFor();
    await until(() => gateway.messages[1]?.read === true);
    await page.keyboard.press('u');
    await page.getByText('2 unread').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await reads(page, 'Hello');
    await page.keyboard.press('c');
    await page.getByText('Text copied.').waitFor();
    expect(await clipboard(page)).toBe('Hello');
    await page.keyboard.press('u');
    await page.getByText('Select a message.').waitFor();
    await page.getByText('2 unread').waitFor();
  });

  it.each(['Delete', '#'])('%s deletes after a question', async (key) => {
    const page = await openFilled();
    const dialog = page.getByRole('dialog', { name: 'Delete message' });
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press(key);
    await dialog.getByText('Two').waitFor();
    await page.keyboard.press('Escape');
    await dialogGone(page);
    await rowCount(page, 3);
    await page.keyboard.press(key);
    await dialog.waitFor();
    // The button that has the focus keeps it, as in the question about several.
    await page.keyboard.press('Enter');
    await dialogGone(page);
    await page.keyboard.press(key);
    await dialog.waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await rowCount(page, 2);
    await atCursor(page, 'One');
    await page.locator('[role=grid]:focus').waitFor();
    expect(await rows(page).filter({ hasText: 'Two' }).count()).toBe(0);
  });

  it('Home and End move in the list, which announces the position', async () => {
    const page = await openFilled();
    const list = page.getByRole('grid', { name: 'Messages' });
    await list.focus();
    await page.keyboard.press('End');
    await atCursor(page, 'One');
    await page.keyboard.press('ArrowUp');
    await atCursor(page, 'Two');
    const active = await list.getAttribute('aria-activedescendant');
    expect(await rows(page).nth(1).getAttribute('id')).toBe(active);
    await page.keyboard.press('Home');
    await atCursor(page, 'Three');
    expect(await rows(page).first().getAttribute('aria-rowindex')).toBe('1');
    expect(await list.getAttribute('aria-rowcount')).toBe('3');
  });

  it('arrows move between the tabs', async () => {
    const page = await openFilled();
    await rows(page).first().click();
    await page.getByRole('tab', { name: 'Message' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tabpanel', { name: 'Segments' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('tabpanel', { name: 'Timeline' }).waitFor();
    expect(new URL(page.url()).searchParams.get('tab')).toBe('timeline');
  });
});
