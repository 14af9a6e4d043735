import type { Route } from 'playwright-core';
import { NUMBER, send, start } from '../simulator/client.js';
import { openScrolled } from './long-list.js';
import { openInbox, pane, rowCount, rows, search, until } from './open-inbox.js';

async function startFilled() {
  const gateway = await start({ senderIds: ['ACMECO', 'OTHER'] });
  await send(gateway, { msg: 'Your code is 482913.' });
  await send(gateway, { msg: 'Hello there', senderid: 'OTHER', mobile: '14155550123' });
  await send(gateway, { msg: 'A long one. '.repeat(20) });
  await send(gateway, { msg: 'Refused', senderid: 'NOBODY' });
  return gateway;
}

const TERMS: [term: string, expected: string[]][] = [
  ['hello', ['Hello there']],
  [`to:${NUMBER.slice(2)} -is:refused`, ['A long one.', 'Your code']],
  ['from:other', ['Hello there']],
  ['-is:otp -segments:>1', ['Refused', 'Hello there']],
  ['is:refused', ['Refused']],
  ['-is:refused from:acme', ['A long one.', 'Your code']],
  ['segments:>1', ['A long one.']],
  ['-segments:>1 from:acmeco -is:read', ['Your code']],
  ['-text:code -is:refused', ['A long one.', 'Hello there']],
  ['is:otp', ['Your code']],
  ['from:acme', ['A long one.', 'Your code']],
  ['is:unread text:code', ['Your code']],
];

const address = (url: string) => new URL(url).search;

describe('the search', () => {
  it('finds texts, numbers, senders and properties, and combines terms', async () => {
    const page = await openInbox(await startFilled());
    await rowCount(page, 4);
    for (const [term, expected] of TERMS) {
      await search(page).fill(term);
      const matches = expected.length === 1 ? '1 match' : `${expected.length} matches`;
      // The search before may have had as many matches, so the rows are waited for, too.
      for (const [index, text] of expected.entries()) {
        await rows(page).nth(index).locator('.start', { hasText: text }).waitFor();
      }
      await rowCount(page, expected.length);
      await page.getByText(matches, { exact: true }).waitFor();
      const starts = await rows(page).locator('.start').allTextContents();
      const wanted = expected.map((text) => expect.stringContaining(text));
      expect([term, starts]).toEqual([term, wanted]);
    }
  });

  it('is in the address, and back and forward work', async () => {
    const page = await openInbox(await startFilled());
    await search(page).fill('is:otp');
    await rowCount(page, 1);
    expect(address(page.url())).toBe('?search=is%3Aotp');
    await rows(page).click();
    await pane(page).getByRole('tab', { name: 'Message' }).waitFor();
    expect(address(page.url())).toMatch(/^\?search=is%3Aotp&message=\d{16}$/);
    await page.goBack();
    await page.getByText('Select a message.').waitFor();
    expect(await search(page).inputValue()).toBe('is:otp');
    await page.goBack();
    await rowCount(page, 4);
    expect(await search(page).inputValue()).toBe('');
    await page.goForward();
    await rowCount(page, 1);
    await page.goForward();
    await pane(page).getByRole('tab', { name: 'Message' }).waitFor();
    await page.reload();
    await pane(page).getByRole('tab', { name: 'Message' }).waitFor();
    await rowCount(page, 1);
    expect(await search(page).inputValue()).toBe('is:otp');
  });

  it('adds new matches, and counts the rest', async () => {
    const gateway = await startFilled();
    const page = await openInbox(gateway, { path: '/?search=is:otp' });
    await rowCount(page, 1);
    await send(gateway, { msg: 'Nothing to see' });
    await send(gateway, { msg: 'Code 1234' });
    await rows(page).filter({ hasText: 'Code 1234' }).waitFor();
    await page.getByText('2 matches').waitFor();
    await until(async () => (await page.title()) === '(6) SMS inbox');
    expect(await rows(page).count()).toBe(2);
  });

  it('does not treat an inbox of unknown size as empty', async () => {
    const gateway = await startFilled();
    const page = await openInbox(gateway);
    const held: Route[] = [];
    await page.route('**/api/messages?search=&limit=1&others=true', (route) => {
      held.push(route);
    });
    await page.goto(`${gateway.origin}/?search=is:otp`);
    await rowCount(page, 1);
    expect(await page.getByText('No messages yet').count()).toBe(0);
    await until(() => held.length > 0);
    await held[0]?.continue();
    await page.getByText('Select a message.').waitFor();
  });

  it('starts at the top of its matches', async () => {
    const { page, list } = await openScrolled();
    await search(page).fill('text:text');
    await page.getByText('40 matches').waitFor();
    await rows(page).filter({ hasText: 'Text 39' }).waitFor();
    expect(await list.evaluate((element) => element.scrollTop)).toBe(0);
    expect(await page.locator('.new-pill').count()).toBe(0);
  });

  it('keeps an open message in its place if it no longer matches', async () => {
    const gateway = await startFilled();
    const page = await openInbox(gateway, { path: '/?search=is:unread' });
    await rowCount(page, 4);
    await rows(page).nth(1).click();
    await page.getByText('3 matches').waitFor();
    await rowCount(page, 4);
    expect(await rows(page).nth(1).getAttribute('aria-selected')).toBe('true');
  });

  it('finds the messages to a number as the page shows it', async () => {
    const page = await openInbox(await startFilled());
    await rows(page).first().click();
    const shown = '+91 98765 43210';
    await pane(page).getByRole('heading', { level: 2, name: shown, exact: true }).waitFor();
    await search(page).fill(shown);
    await page.getByText('3 matches').waitFor();
    await rowCount(page, 3);
  });

  it('shows what is wrong with an invalid term instead of the old list', async () => {
    const page = await openInbox(await startFilled());
    const problem = page.locator('#search-problem');
    await search(page).fill('is:otp');
    await rowCount(page, 1);
    await search(page).fill('is:blue');
    await problem.getByText('unread, read').waitFor();
    expect(await search(page).getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByRole('grid').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Delete matches' }).isDisabled()).toBe(true);
    expect(await page.locator('.counts').innerText()).toBe('');
    for (const text of ['https: 10:30', 'is:refused']) {
      await search(page).fill(text);
      await problem.waitFor({ state: 'hidden' });
    }
    await rows(page).filter({ hasText: 'Refused' }).waitFor();
    await page.goto(page.url().replace('refused', 'green'));
    await problem.getByText('unread, read').waitFor();
    expect(await page.getByRole('grid').count()).toBe(0);
    await page.getByRole('button', { name: 'Clear the search' }).first().click();
    await rowCount(page, 4);
  });

  it('says if there are no matches, and has a button to clear it', async () => {
    const page = await openInbox(await startFilled());
    await search(page).fill('to:000');
    await page.getByText('No matches.').waitFor();
    await page.getByRole('button', { name: 'Clear the search' }).first().click();
    await rowCount(page, 4);
    expect(address(page.url())).toBe('');
  });
});
