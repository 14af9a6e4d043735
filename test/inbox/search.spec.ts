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

const address = (url: string) => new URL(url).search;

describe('the search', () => {
  it.each([
    ['hello', ['Hello there']],
    [`to:${NUMBER.slice(2)} -status:refused`, ['A long one.', 'Your code']],
    ['from:other', ['Hello there']],
    ['status:refused', ['Refused']],
    ['segments:>1', ['A long one.']],
    ['is:otp', ['Your code']],
    ['-is:otp -segments:>1', ['Refused', 'Hello there']],
    ['is:unread text:code', ['Your code']],
  ])('finds %s', async (term, expected) => {
    const page = await openInbox(await startFilled());
    await rowCount(page, 4);
    await search(page).fill(term);
    await rowCount(page, expected.length);
    await page
      .getByText(expected.length === 1 ? '1 match' : `${expected.length} matches`)
      .waitFor();
    const starts = await rows(page).locator('.start').allTextContents();
    expect(starts).toEqual(expected.map((text) => expect.stringContaining(text)));
  });

  it('stands in the address, and back and forward step through it', async () => {
    const page = await openInbox(await startFilled());
    await search(page).fill('is:otp');
    await rowCount(page, 1);
    expect(address(page.url())).toBe('?search=is%3Aotp');
    await rows(page).click();
    await pane(page).getByRole('tab', { name: 'Message' }).waitFor();
    expect(address(page.url())).toMatch(/^\?search=is%3Aotp&message=\d{16}$/);
    await page.goBack();
    await page.getByText('Choose a message.').waitFor();
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

  it('lets in what comes and fits, and counts the rest all the same', async () => {
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

  it('takes an inbox whose size it does not know yet for an empty one nowhere', async () => {
    const gateway = await startFilled();
    const page = await openInbox(gateway);
    const held: Route[] = [];
    await page.route('**/api/messages?search=&limit=1', (route) => {
      held.push(route);
    });
    await page.goto(`${gateway.origin}/?search=is:otp`);
    await rowCount(page, 1);
    expect(await page.getByText('No message yet').count()).toBe(0);
    await until(() => held.length > 0);
    await held[0]?.continue();
    await page.getByText('Choose a message.').waitFor();
  });

  it('begins at the top of what it finds', async () => {
    const { page, list } = await openScrolled();
    await search(page).fill('text:text');
    await page.getByText('40 matches').waitFor();
    await rows(page).filter({ hasText: 'Text 39' }).waitFor();
    expect(await list.evaluate((element) => element.scrollTop)).toBe(0);
    expect(await page.locator('.new-pill').count()).toBe(0);
  });

  it('keeps what is open where it is when it fits no more', async () => {
    const gateway = await startFilled();
    const page = await openInbox(gateway, { path: '/?search=is:unread' });
    await rowCount(page, 4);
    await rows(page).nth(1).click();
    await page.getByText('3 matches').waitFor();
    await rowCount(page, 4);
    expect(await rows(page).nth(1).getAttribute('aria-selected')).toBe('true');
  });

  it('says where it finds nothing, and is cleared by its button', async () => {
    const page = await openInbox(await startFilled());
    await search(page).fill('to:000');
    await page.getByText('Nothing fits this search.').waitFor();
    await page.getByRole('button', { name: 'Clear the search' }).first().click();
    await rowCount(page, 4);
    expect(address(page.url())).toBe('');
  });
});
