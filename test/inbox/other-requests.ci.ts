import { login, send, start } from '../simulator/client.js';
import { openInbox, pane, rowCount, rows, search, until } from './open-inbox.js';

async function startFilled() {
  const gateway = await start();
  await login(gateway);
  await login(gateway, { password: 'wrong' });
  await fetch(`${gateway.url}/SMSApi/report/day`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'userid=acme&password=secret-word&uuid=12',
  });
  await send(gateway);
  return gateway;
}

const starts = (page: Awaited<ReturnType<typeof openInbox>>) =>
  rows(page).locator('.start').allTextContents();

const LISTED = [
  'Your code is 482913.',
  'POST /SMSApi/report/day – not served',
  'Login of acme – the password is wrong',
  'Login of acme – accepted',
];

describe('logins and other requests on the page', () => {
  it('are quiet rows among the messages, counted with none of them', async () => {
    const gateway = await startFilled();
    const page = await openInbox(gateway);
    await rowCount(page, 4);
    expect(await starts(page)).toEqual(LISTED);
    await page.getByText('1 message', { exact: true }).waitFor();
    await page.getByText('1 unread', { exact: true }).waitFor();

    await fetch(`${gateway.url}/SMSApi/none`);
    await rowCount(page, 5);
    expect((await starts(page))[0]).toBe('GET /SMSApi/none – not served');
    await page.getByText('1 message', { exact: true }).waitFor();
    expect(await page.title()).toBe('(1) SMS inbox');
  });

  it('are found by is:login and is:other, and by no other search', async () => {
    const page = await openInbox(await startFilled());
    await rowCount(page, 4);
    for (const [term, expected] of [
      ['is:other', LISTED.slice(1, 2)],
      ['is:login', LISTED.slice(2)],
      ['-is:scheduled', LISTED.slice(0, 1)],
    ] as const) {
      await search(page).fill(term);
      const count = expected.length === 1 ? '1 match' : `${expected.length} matches`;
      await page.getByText(count, { exact: true }).waitFor();
      await until(async () => (await starts(page)).join() === expected.join());
    }
  });

  it('open with their request and answer, secrets masked', async () => {
    const page = await openInbox(await startFilled());
    await rowCount(page, 4);
    await rows(page).nth(1).click();
    await pane(page).getByRole('heading', { name: 'POST /SMSApi/report/day' }).waitFor();
    const text = await pane(page).innerText();
    expect(text).toMatch(/HTTP 404/);
    expect(text).toMatch(/uuid\s+12/);
    expect(text).toMatch(/password\s+masked/);
    expect(text).not.toContain('secret-word');
    expect(await page.getByRole('tablist').count()).toBe(0);

    await rows(page).nth(2).click();
    await pane(page).getByRole('heading', { name: 'Login' }).waitFor();
    await pane(page).getByText('The password is wrong.').first().waitFor();
    await pane(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await rowCount(page, 3);
  });
});
