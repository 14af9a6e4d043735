import type { Page } from 'playwright-core';
import { send, start } from '../simulator/client.js';
import { banner, bubble, live, openInbox, rowCount, rows, search, until } from './open-inbox.js';
import { whileCut } from './shaky-line.js';

/** Hides a tab or shows it again, for some time. In a browser without windows all tabs are visible. */
async function show(page: Page, seen: boolean, during = 0): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, !seen);
  await page.clock.fastForward(during);
}

describe('the connection', () => {
  it('reads everything again if too much was missed', async () => {
    const gateway = await start({ keep: 2_000 });
    await send(gateway, { msg: 'Before' });
    await whileCut(gateway, 1, async (page, line) => {
      for (let i = 0; i < 30; i += 1) {
        await send(gateway, { msg: `Message ${i}. `.padEnd(30_000, 'x') });
      }
      line.fix();
      await page.getByText('31 messages').waitFor();
      await rows(page).filter({ hasText: 'Message 29. ' }).waitFor();
      await page.getByText('31 unread').waitFor();
      await send(gateway, { msg: 'After' });
      await rows(page).filter({ hasText: 'After' }).waitFor();
      await page.getByText('32 messages').waitFor();
      expect(await rows(page).first().textContent()).toContain('After');
    });
  }, 120_000);

  it('reads again what could not be read while it was cut', async () => {
    const gateway = await start();
    for (const msg of ['Code 4321', 'Hello']) await send(gateway, { msg });
    await whileCut(gateway, 2, async (page, line) => {
      await search(page).fill('is:otp');
      await page.getByRole('alert').getByText('The simulator does not answer.').waitFor();
      await rows(page).filter({ hasText: 'Hello' }).click();
      await until(() => new URL(page.url()).searchParams.has('message'));
      line.fix();
      await live(page).waitFor();
      await bubble(page).filter({ hasText: 'Hello' }).waitFor();
      await page.getByText('1 match').waitFor();
      expect(await rows(page).locator('.start').allTextContents()).toEqual(['Code 4321']);
      await until(() => gateway.messages[1]?.read === true);
      expect(gateway.messages[0]?.read).toBe(false);
    });
  });

  it('is closed by hidden tabs, so that a browser can open a seventh', async () => {
    const gateway = await start();
    await send(gateway, { msg: 'Before' });
    const first = await openInbox(gateway);
    await first.clock.install();
    await show(first, false, 5_000);
    for (let index = 0; index < 5; index += 1) {
      const tab = await openInbox(gateway, { sameContextAs: first });
      await tab.clock.install();
      await show(tab, false, 5_000);
    }
    const seventh = await openInbox(gateway, { sameContextAs: first });
    await rows(seventh).filter({ hasText: 'Before' }).click();
    await bubble(seventh).filter({ hasText: 'Before' }).waitFor();
    for (const msg of ['One', 'Two']) await send(gateway, { msg });
    await rows(seventh).filter({ hasText: 'Two' }).waitFor();
    await first.clock.fastForward(5_000);
    await until(async () => (await first.title()) === '(2) SMS inbox');
    expect(await first.getByText('Reconnecting').count()).toBe(0);
    await show(first, true);
    await live(first).waitFor();
    await rows(first).filter({ hasText: 'Two' }).waitFor();
    await rowCount(first, 3);
  });

  it('is restored at the same place of the list, however much came in the meantime', async () => {
    const gateway = await start();
    for (let index = 0; index < 40; index += 1) await send(gateway, { msg: `Text ${index}` });
    const page = await openInbox(gateway);
    await rows(page).first().waitFor();
    await page.getByRole('grid').evaluate((element) => element.scrollTo(0, 500));
    const row = rows(page).filter({ hasText: 'Text 28' });
    await row.waitFor();
    const before = await row.boundingBox();
    await page.clock.install();
    await show(page, false, 5_000);
    for (let index = 0; index < 250; index += 1) await send(gateway, { msg: 'Meanwhile' });
    await show(page, true);
    await page.getByRole('button', { name: '250 new messages' }).waitFor();
    await row.waitFor();
    expect(await row.boundingBox()).toEqual(before);
  });

  it('survives a short time in the background', async () => {
    const gateway = await start();
    const page = await openInbox(gateway);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.clock.install();
    await show(page, false, 4_000);
    await show(page, true, 10_000);
    await send(gateway, { msg: 'Hello' });
    await rows(page).filter({ hasText: 'Hello' }).waitFor();
    expect(asked).not.toContain('/api/events');
  });

  it('is restored after the simulator was restarted', async () => {
    const first = await start();
    await send(first, { msg: 'From before' });
    await send(first, { msg: 'Open when it ended' });
    const page = await openInbox(first, { refusal: 404 });
    await rows(page).first().click();
    await bubble(page).filter({ hasText: 'Open when it ended' }).waitFor();
    first.faults.next('429');
    await banner(page).getByText('429').waitFor();
    await first.close();
    await page.getByText('Reconnecting').waitFor();
    const second = await start({ port: first.port, basePath: '/v2' });
    await send(second, { msg: 'While it was away' });
    await live(page).waitFor();
    await rows(page).filter({ hasText: 'While it was away' }).waitFor();
    await send(second, { msg: 'And after' });
    await rows(page).filter({ hasText: 'And after' }).waitFor();
    await rowCount(page, 2);
    await page.getByText('This message is no longer in the inbox.').waitFor();
    await page.getByText(`${second.origin}/v2`, { exact: true }).waitFor();
    expect(await banner(page).textContent()).toBe('');
  }, 120_000);

  it('keeps the search over a restart', async () => {
    const first = await start();
    const page = await openInbox(first);
    await search(page).fill('is:otp');
    await page.getByText('No matches.').waitFor();
    await first.close();
    await page.getByText('Reconnecting').waitFor();
    const second = await start({ port: first.port });
    await send(second, { msg: 'Hello' });
    await send(second, { msg: 'Code 4321' });
    await rows(page).filter({ hasText: 'Code 4321' }).waitFor();
    await rowCount(page, 1);
    expect(await search(page).inputValue()).toBe('is:otp');
  }, 120_000);

  it('asks for the inbox password, and works with it', async () => {
    const gateway = await start({ inboxPassword: 'hush' });
    const page = await openInbox(gateway, {
      httpCredentials: { username: 'any', password: 'hush' },
      refusal: 401,
    });
    await send(gateway, { msg: 'Hello' });
    await rows(page).filter({ hasText: 'Hello' }).click();
    await bubble(page).filter({ hasText: 'Hello' }).waitFor();
    await until(() => gateway.messages[0]?.read === true);
  });
});
