import { NUMBER, send, start } from '../simulator/client.js';
import { openInbox, pane, rows } from './open-inbox.js';

async function startFilled() {
  const gateway = await start();
  await send(gateway, { msg: 'The first one' });
  await send(gateway, { msg: 'To two', mobile: `447700900123,${NUMBER}` });
  await send(gateway, { msg: 'To someone else', mobile: '14155550123' });
  return gateway;
}

type Page = Awaited<ReturnType<typeof openInbox>>;

/** Expects the page to list what was sent to the number, and nothing else. */
async function expectFound(page: Page): Promise<void> {
  await rows(page).filter({ hasText: 'To someone else' }).waitFor({ state: 'detached' });
  await rows(page).filter({ hasText: 'The first one' }).waitFor();
  await rows(page).filter({ hasText: 'To two' }).waitFor();
  expect(await page.locator('#search').inputValue()).toBe(`to:${NUMBER}`);
}

describe('everything that was sent to a number is found', () => {
  it('with a click on one of several numbers; back undoes it', async () => {
    const page = await openInbox(await startFilled());
    await rows(page).filter({ hasText: 'To two' }).click();
    const recipients = pane(page).getByRole('list', { name: 'Recipients' });
    await recipients.waitFor();
    expect(await pane(page).getByText('All to this number').count()).toBe(0);
    await recipients.getByText('+91').click();
    await expectFound(page);
    expect(new URL(page.url()).searchParams.get('search')).toBe(`to:${NUMBER}`);
    await page.goBack();
    await rows(page).filter({ hasText: 'To someone else' }).waitFor();
  });

  it('with the button of a message to one number', async () => {
    const page = await openInbox(await startFilled());
    await rows(page).filter({ hasText: 'The first one' }).click();
    await pane(page).getByRole('button', { name: 'All to this number' }).click();
    await expectFound(page);
  });

  it('with the key t', async () => {
    const page = await openInbox(await startFilled());
    await rows(page).filter({ hasText: 'The first one' }).waitFor();
    await page.keyboard.press('G');
    await page.locator('.row.at-cursor').waitFor();
    await page.keyboard.press('t');
    await expectFound(page);
  });
});
