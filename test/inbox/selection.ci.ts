import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { send, start } from '../simulator/client.js';
import { makePath } from '../simulator/inbox-files.js';
import { seriousFindings } from './findings.js';
import {
  bubble,
  dialogGone,
  openInbox,
  pane,
  rowCount,
  rows,
  search,
  until,
} from './open-inbox.js';

async function openFilled(how = {}) {
  const gateway = await start();
  for (const msg of ['One', 'Two', 'Three', 'Four', 'Five']) await send(gateway, { msg });
  const page = await openInbox(gateway, how);
  await rowCount(page, 5);
  return { gateway, page };
}

const row = (page: Page, text: string) => rows(page).filter({ hasText: text });
const bar = (page: Page) => page.getByRole('group', { name: 'Selection' });
const picked = (page: Page) => page.locator('.row[aria-selected=true] .start').allTextContents();
const unread = (gateway: Awaited<ReturnType<typeof start>>) =>
  gateway.messages.filter(({ read }) => !read).map(({ text }) => text);

describe('a selection of several messages', () => {
  it('grows with Ctrl and Shift, and a plain click ends it', async () => {
    const { page } = await openFilled();
    await row(page, 'Four').click({ modifiers: ['Control'] });
    await row(page, 'One').click({ modifiers: ['Control'] });
    expect(await picked(page)).toEqual(['Four', 'One']);
    await row(page, 'One').click({ modifiers: ['Control'] });
    await bar(page).getByText('1 selected').waitFor();
    await row(page, 'Four').click({ modifiers: ['Control'] });
    await bar(page).waitFor({ state: 'detached' });
    await row(page, 'Four').click({ modifiers: ['Control'] });
    await row(page, 'Two').click({ modifiers: ['Shift'] });
    expect(await picked(page)).toEqual(['Four', 'Three', 'Two']);
    await row(page, 'Five').click({ modifiers: ['Shift'] });
    expect(await picked(page)).toEqual(['Five', 'Four']);
    expect(await page.evaluate(() => String(getSelection()))).toBe('');
    await page.getByRole('status', { name: 'Done' }).getByText('2 selected.').waitFor();
    expect(await bubble(page).count()).toBe(0);
    await row(page, 'Two').click();
    await bubble(page).filter({ hasText: 'Two' }).waitFor();
    expect(await picked(page)).toEqual(['Two']);
    expect(await bar(page).count()).toBe(0);
  });

  it('works with the keys alone', async () => {
    const { gateway, page } = await openFilled();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+J');
    await page.keyboard.press('Shift+J');
    await page.keyboard.press('Shift+K');
    expect(await picked(page)).toEqual(['Five', 'Four', 'Three']);
    await page.keyboard.press('r');
    await until(() => unread(gateway).join() === 'One,Two');
    await page.keyboard.press('u');
    await until(() => unread(gateway).length === 5);
    await page.keyboard.press('e');
    await page.getByRole('heading', { name: 'Export 3 messages' }).waitFor();
    await page.keyboard.press('Escape');
    await dialogGone(page);
    await page.keyboard.press('Delete');
    const dialog = page.getByRole('dialog', { name: 'Delete messages' });
    await dialog.getByText('This deletes the selected messages.').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await rowCount(page, 2);
    expect(gateway.messages.map(({ text }) => text)).toEqual(['One', 'Two']);
    await bar(page).waitFor({ state: 'detached' });
    await page.locator('.row.at-cursor').filter({ hasText: 'Two' }).waitFor();
    await page.keyboard.press('x');
    await bar(page).getByText('1 selected').waitFor();
    await page.keyboard.press('Escape');
    await bar(page).waitFor({ state: 'detached' });
  });

  it('is marked read, exported and deleted by the buttons above the list', async () => {
    const { gateway, page } = await openFilled();
    await row(page, 'Three').click();
    await row(page, 'Two').click({ modifiers: ['Shift'] });
    await row(page, 'Five').click({ modifiers: ['Control'] });
    await bar(page).getByRole('button', { name: 'Mark read' }).click();
    await until(() => unread(gateway).join() === 'One,Four');
    await bar(page).getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export messages' });
    await dialog.getByText('The selected messages, with texts').waitFor();
    const coming = page.waitForEvent('download');
    await dialog.getByRole('link', { name: 'JSON' }).click();
    const path = await makePath();
    await (await coming).saveAs(path);
    const texts = (JSON.parse(await readFile(path, 'utf8')) as { text: string }[]).map(
      ({ text }) => text,
    );
    expect(texts).toEqual(['Five', 'Three', 'Two']);
    await bar(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete 3 messages' }).click();
    await rowCount(page, 2);
    expect(gateway.messages.map(({ text }) => text)).toEqual(['One', 'Four']);
    // The open message was one of them.
    await pane(page).waitFor({ state: 'detached' });
  });

  it('is what the dialog asked about, also if it has ended meanwhile', async () => {
    const { gateway, page } = await openFilled();
    await row(page, 'Two').click({ modifiers: ['Control'] });
    await page.keyboard.press('#');
    const [, two] = gateway.messages;
    await fetch(`${gateway.origin}/api/messages/${two?.id}`, { method: 'DELETE' });
    await rowCount(page, 4);
    await page.getByRole('button', { name: 'Delete 1 message' }).click();
    await page.getByRole('status', { name: 'Done' }).getByText('deleted').waitFor();
    expect(gateway.messages).toHaveLength(4);
  });

  it('ends with another search', async () => {
    const { page } = await openFilled();
    await row(page, 'Two').click({ modifiers: ['Control'] });
    await search(page).fill('One');
    await bar(page).waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Delete matches' }).count()).toBe(1);
  });

  it('has at most as many as the address of a request can name', async () => {
    const gateway = await start();
    for (let index = 0; index < 405; index += 1) await send(gateway, { msg: `Text ${index}.` });
    const page = await openInbox(gateway);
    await row(page, 'Text 404.').click({ modifiers: ['Control'] });
    await page.keyboard.press('G');
    await row(page, 'Text 0.').click({ modifiers: ['Shift'] });
    await page.getByRole('alert').getByText('At most 400 messages can be selected.').waitFor();
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: 'Delete 400 messages' }).click();
    await rowCount(page, 5);
  });

  it.each([
    ['wide and dark', { colorScheme: 'dark' }],
    ['narrow', { viewport: { width: 375, height: 700 } }],
  ] as const)('has no serious findings of axe, %s', async (_name, how) => {
    const { page } = await openFilled(how);
    await row(page, 'Two').click({ modifiers: ['Control'] });
    await row(page, 'Four').click({ modifiers: ['Shift'] });
    expect(await seriousFindings(page)).toEqual([]);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0);
  });
});
