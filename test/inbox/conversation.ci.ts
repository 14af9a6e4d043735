import { NUMBER, send, start } from '../simulator/client.js';
import { bubble, openInbox, pane, rows, until } from './open-inbox.js';
import { seriousFindings } from './findings.js';

const LONGER = `${NUMBER}1`;

async function startFilled() {
  const gateway = await start({ senderIds: ['ACMECO', 'BANKCO'] });
  await send(gateway, { msg: 'The first one' });
  await send(gateway, {
    msg: 'From the bank',
    senderid: 'BANKCO',
    mobile: `447700900123,${NUMBER}`,
  });
  await send(gateway, { msg: 'Not allowed', senderid: 'NOBODY' });
  await send(gateway, { msg: 'To a longer number', mobile: LONGER });
  await send(gateway, { msg: 'To someone else', mobile: '14155550123' });
  return gateway;
}

const thread = (page: Awaited<ReturnType<typeof openInbox>>) =>
  page.getByRole('region', { name: 'Messages to +91 98765 43210', exact: true });
const texts = (page: Awaited<ReturnType<typeof openInbox>>) =>
  thread(page).locator('.entry-text').allTextContents();

describe('a conversation', () => {
  it('has all messages of exactly one number, oldest first, and what happened to each', async () => {
    const gateway = await startFilled();
    const page = await openInbox(gateway);
    await rows(page).filter({ hasText: 'From the bank' }).click();
    // From any of its recipients.
    await pane(page).getByRole('list', { name: 'Recipients' }).getByText('+91').click();
    await thread(page).getByText('The first one').waitFor();
    expect(new URL(page.url()).search).toBe(`?to=${NUMBER}`);
    expect(await texts(page)).toEqual(['The first one', 'From the bank', 'Not allowed']);
    expect(await thread(page).locator('.entry-from').allTextContents()).toEqual([
      'ACMECO',
      'BANKCO',
      'NOBODY',
    ]);
    await send(gateway, { msg: 'pay \u202e0001$', senderid: 'ACMECO' });
    // A hidden character shows as its code, as everywhere on the page.
    await thread(page).getByText('pay U+202E0001$').waitFor();
    await thread(page).getByText('refused: 203 Sender id is invalid').waitFor();
    expect(await thread(page).getByText('pending').count()).toBe(3);
    // It was seen on the page, so it is read.
    await until(() => gateway.messages.filter(({ read }) => !read).length === 2);
    await page.getByText('2 unread').waitFor();
    await thread(page).getByRole('button', { name: 'Details' }).first().click();
    await bubble(page).filter({ hasText: 'The first one' }).waitFor();
    await pane(page).getByRole('button', { name: 'Conversation' }).click();
    await thread(page).getByText('From the bank').waitFor();
    await page.goBack();
    await bubble(page).filter({ hasText: 'The first one' }).waitFor();
    await page.goBack();
    await thread(page).getByText('From the bank').waitFor();
  });

  it('is a link, stays at the newest message, and changes as messages do', async () => {
    const gateway = await startFilled();
    for (let index = 0; index < 30; index += 1) await send(gateway, { msg: `Text ${index}` });
    const page = await openInbox(gateway, { path: `/?to=%2B91+98765+43210` });
    await thread(page).getByText('Text 29').waitFor();
    const left = () =>
      thread(page).evaluate((it) => it.scrollHeight - it.clientHeight - it.scrollTop);
    expect(await left()).toBeLessThan(2);
    await send(gateway, { msg: 'While it is open' });
    await thread(page).getByText('While it is open').waitFor();
    expect(await left()).toBeLessThan(2);
    await thread(page).evaluate((it) => it.scrollTo(0, 100));
    await until(async () => (await left()) > 100);
    await send(gateway, { msg: 'While reading above' });
    await thread(page).getByText('While reading above').waitFor();
    expect(await thread(page).evaluate((it) => it.scrollTop)).toBe(100);
    const [first] = gateway.messages;
    await fetch(`${gateway.origin}/api/messages/${first?.id}/delivery`, {
      method: 'PUT',
      body: JSON.stringify({ status: 'failed' }),
    });
    await thread(page).locator('.entry').first().getByText('failed').waitFor();
    await fetch(`${gateway.origin}/api/messages/${first?.id}`, { method: 'DELETE' });
    await thread(page).getByText('The first one').waitFor({ state: 'detached' });
    await fetch(`${gateway.origin}/api/messages`, { method: 'DELETE' });
    await thread(page).getByText('No messages.').waitFor();
  });

  it('shows earlier messages without moving those in sight', async () => {
    const gateway = await start();
    for (let index = 0; index < 120; index += 1) await send(gateway, { msg: `Text ${index}.` });
    const page = await openInbox(gateway, { path: `/?to=${NUMBER}` });
    await thread(page).getByText('Text 119.').waitFor();
    expect(await texts(page)).toHaveLength(100);
    await thread(page).evaluate((it) => it.scrollTo(0, 0));
    const row = thread(page).getByText('Text 20.');
    await row.waitFor();
    const before = await row.boundingBox();
    await thread(page).getByRole('button', { name: 'Show earlier messages' }).click();
    await thread(page).getByText('Text 0.').waitFor();
    expect(await texts(page)).toHaveLength(120);
    const moved = Math.abs(((await row.boundingBox())?.y ?? NaN) - (before?.y ?? NaN));
    // By the height of the button, which is gone.
    expect(moved).toBeLessThan(60);
    expect(await page.getByRole('button', { name: 'Show earlier messages' }).count()).toBe(0);
  });

  it('opens with t, has the focus, and Esc closes it', async () => {
    const page = await openInbox(await startFilled());
    await rows(page).filter({ hasText: 'Not allowed' }).waitFor();
    await page.keyboard.press('G');
    await page.locator('.row.at-cursor').waitFor();
    await page.keyboard.press('t');
    await thread(page).getByText('Not allowed').waitFor();
    await page.locator('#pane-title:focus').waitFor();
    expect(await page.locator('#pane-title').textContent()).toContain('+91 98765 43210');
    await page.keyboard.press('Escape');
    await page.getByText('Select a message.').waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  it.each([
    ['wide and light', {}],
    ['narrow and dark', { viewport: { width: 375, height: 700 }, colorScheme: 'dark' }],
  ] as const)('has no serious findings of axe, %s', async (_name, how) => {
    const page = await openInbox(await startFilled(), { ...how, path: `/?to=${NUMBER}` });
    await thread(page).getByText('Not allowed').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0);
  });
});
