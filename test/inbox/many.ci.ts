import { writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import type { GatewaySimulator } from '../../simulator/index.js';
import { ACCOUNT, NUMBER, send, start } from '../simulator/client.js';
import { Inbox } from '../../simulator/inbox/inbox.js';
import { formatInbox } from '../../simulator/inbox/file/stored-inbox.js';
import { makePath } from '../simulator/inbox-files.js';
import { openInbox, pane, rows, search, until } from './open-inbox.js';

const COUNT = 10_000;
const BATCH = 25;
const ROW = 50;
// 13 rows fit into 800 px, and some more are kept above and below.
const MOST_ROWS = 32;
const MOST_NODES = 600;

/** Sends very many messages, with JSON that has many texts. */
async function fill(gateway: GatewaySimulator, count: number): Promise<void> {
  for (let from = 0; from < count; from += BATCH) {
    const sms = Array.from({ length: BATCH }, (_item, index) => ({
      mobile: [NUMBER],
      msg: text(from + index + 1),
    }));
    const body = JSON.stringify({ userid: ACCOUNT.userId, senderid: 'ACMECO', sms });
    const headers = { apikey: ACCOUNT.apiKey, 'Content-Type': 'application/json' };
    await fetch(`${gateway.url}/SMSApi/send`, { method: 'POST', headers, body });
  }
}

/** A simulator that already has very many messages, which is quicker than sending them. */
async function startFull(count: number, keep = COUNT): Promise<GatewaySimulator> {
  const sample = await start();
  await send(sample);
  const { id: _id, read: _read, ...message } = await sample.waitFor();
  const inbox = new Inbox(count, Date.now);
  for (let number = 1; number <= count; number += 1) {
    inbox.add({ ...message, text: text(number), otp: String(100_000 + number) });
  }
  const file = await makePath();
  await writeFile(file, formatInbox(inbox));
  return start({ file, keep });
}

const text = (number: number) => `Message ${number}. Your code is ${100_000 + number}.`;

const nodes = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);

/** Bytes of the page's heap after a collection. */
async function heap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

const scrollTo = (page: Page, top: number) =>
  page.getByRole('grid').evaluate((element, to) => element.scrollTo(0, to), top);

describe('very many messages', () => {
  it('make a short document at any position, and leave no memory behind', async () => {
    const gateway = await startFull(COUNT);
    expect(gateway.messages).toHaveLength(COUNT);
    const page = await openInbox(gateway);
    await page.getByText('10,000 messages').waitFor();
    await rows(page).filter({ hasText: 'Message 10000.' }).waitFor();
    expect(await rows(page).count()).toBeLessThanOrEqual(MOST_ROWS);
    expect(await nodes(page)).toBeLessThanOrEqual(MOST_NODES);
    const before = await heap(page);
    await scrollTo(page, (COUNT / 2) * ROW);
    await rows(page).filter({ hasText: 'Message 5000.' }).waitFor();
    await scrollTo(page, COUNT * ROW);
    await rows(page).filter({ hasText: 'Message 1.' }).waitFor();
    expect(await rows(page).count()).toBeLessThanOrEqual(MOST_ROWS);
    expect(await nodes(page)).toBeLessThanOrEqual(MOST_NODES);
    await rows(page).filter({ hasText: 'Message 1.' }).click();
    await pane(page).getByRole('tab', { name: 'Message' }).waitFor();
    await scrollTo(page, 0);
    await rows(page).filter({ hasText: 'Message 10000.' }).waitFor();
    expect((await heap(page)) - before).toBeLessThan(2_000_000);
  }, 120_000);

  it('that come while the page is open keep it quick and small', async () => {
    const gateway = await start({ keep: COUNT });
    const page = await openInbox(gateway);
    await fill(gateway, 1_000);
    await page.getByText('1,000 messages').waitFor();
    await rows(page).filter({ hasText: 'Message 1000.' }).waitFor();
    const before = await heap(page);
    await fill(gateway, 4_000);
    await page.getByText('5,000 messages').waitFor();
    await rows(page).filter({ hasText: 'Message 4000.' }).waitFor();
    expect(await nodes(page)).toBeLessThanOrEqual(MOST_NODES);
    await until(async () => (await page.title()) === '(5,000) SMS inbox');
    expect((await heap(page)) - before).toBeLessThan(1_000_000);
    await search(page).fill('"Message 77."');
    await page.getByText('2 matches').waitFor();
    await send(gateway, { msg: 'Message 77.' });
    await page.getByText('3 matches').waitFor();
  }, 120_000);

  it('do not move while others come above', async () => {
    const gateway = await startFull(1_000);
    const page = await openInbox(gateway);
    await page.getByText('1,000 messages').waitFor();
    await scrollTo(page, 400 * ROW);
    const row = rows(page).filter({ hasText: 'Message 600.' });
    await row.waitFor();
    const before = await row.boundingBox();
    for (let index = 0; index < 5; index += 1) await send(gateway, { msg: 'New' });
    await page.getByRole('button', { name: '5 new messages' }).waitFor();
    expect(await row.boundingBox()).toEqual(before);
    expect(await row.getAttribute('aria-rowindex')).toBe('406');
  }, 120_000);

  it('are counted as new while the oldest are removed', async () => {
    const gateway = await startFull(60, 60);
    const page = await openInbox(gateway);
    await page.getByText('60 messages').waitFor();
    await scrollTo(page, 48 * ROW);
    await rows(page).filter({ hasText: 'Message 12.' }).waitFor();
    await send(gateway, { msg: 'New' });
    await page.getByRole('button', { name: '1 new message' }).waitFor();
    for (let index = 0; index < 30; index += 1) await send(gateway, { msg: 'New' });
    await page.getByRole('button', { name: '31 new messages' }).click();
    await page.locator('.new-pill').waitFor({ state: 'detached' });
    expect(await rows(page).first().textContent()).toContain('New');
  }, 120_000);

  it('can be reached with End, Home and PageDown', async () => {
    const gateway = await startFull(2_000);
    const page = await openInbox(gateway);
    await page.getByText('2,000 messages').waitFor();
    const cursor = page.locator('.row.at-cursor');
    await page.getByRole('grid').press('End');
    await cursor.filter({ hasText: 'Message 1.' }).waitFor();
    expect(await cursor.getAttribute('aria-rowindex')).toBe('2000');
    await page.getByRole('grid').press('Home');
    await cursor.filter({ hasText: 'Message 2000.' }).waitFor();
    await page.getByRole('grid').press('End');
    await page.getByRole('grid').press('Home');
    await cursor.filter({ hasText: 'Message 2000.' }).waitFor();
    await page.getByRole('grid').press('PageDown');
    expect(await cursor.textContent()).toMatch(/Message 198\d\./);
  }, 120_000);

  it('do not hide the row of a message that was opened by its link', async () => {
    const gateway = await startFull(2_000);
    const { id } = gateway.messages[99] ?? {};
    const page = await openInbox(gateway, { path: `/?message=${id}` });
    const row = page.locator('.row.selected').filter({ hasText: 'Message 100.' });
    await row.waitFor();
    expect(await row.getAttribute('aria-rowindex')).toBe('1901');
    await until(async () => {
      const sight = await page.getByRole('grid').boundingBox();
      const { y = 0, height = 0 } = (await row.boundingBox()) ?? {};
      return y >= (sight?.y ?? NaN) && y + height <= (sight?.y ?? NaN) + (sight?.height ?? NaN);
    });
    // It scrolls there once: afterwards the reader does.
    await scrollTo(page, 0);
    await rows(page).filter({ hasText: 'Message 2000.' }).waitFor();
    await scrollTo(page, 1_750 * ROW);
    await rows(page).filter({ hasText: 'Message 250.' }).waitFor();
    expect(await page.getByRole('grid').evaluate(({ scrollTop }) => scrollTop)).toBe(1_750 * ROW);
    // On a phone the list is hidden while the message is open.
    const viewport = { width: 390, height: 780 };
    const phone = await openInbox(gateway, { path: `/?message=${id}`, viewport });
    await phone.getByRole('button', { name: 'Back to the list' }).click();
    await rows(phone).filter({ hasText: 'Message 100.' }).waitFor();
  }, 120_000);

  it('whose oldest are removed have correct counts', async () => {
    const gateway = await startFull(500, 700);
    const page = await openInbox(gateway);
    await page.getByText('500 unread').waitFor();
    await fill(gateway, 800);
    await page.getByText('700 messages').waitFor();
    await page.getByText('700 unread').waitFor();
    await scrollTo(page, 700 * ROW);
    await rows(page).filter({ hasText: 'Message 101.' }).waitFor();
    expect(await rows(page).last().getAttribute('aria-rowindex')).toBe('700');
  }, 120_000);
});
