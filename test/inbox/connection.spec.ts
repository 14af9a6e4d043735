import { send, start } from '../simulator/client.js';
import { banner, bubble, live, openInbox, rowCount, rows, search } from './open-inbox.js';
import { ShakyLine } from './shaky-line.js';

describe('the connection', () => {
  it('comes back by itself after it was cut, and nothing is lost', async () => {
    const gateway = await start();
    for (const msg of ['Stays', 'Goes meanwhile']) await send(gateway, { msg });
    const line = await ShakyLine.to(gateway.port);
    try {
      const page = await openInbox(gateway, { origin: line.origin });
      await rowCount(page, 2);
      line.cut();
      await page.getByText('Reconnecting').waitFor();
      for (const msg of ['Missed one', 'Missed two']) await send(gateway, { msg });
      const gone = gateway.messages.find(({ text }) => text === 'Goes meanwhile');
      await fetch(`${gateway.origin}/api/messages/${gone?.id}`, { method: 'DELETE' });
      gateway.faults.next('429');
      line.mend();
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
    } finally {
      line.close();
    }
  });

  it('reads everything again where more was missed than is told', async () => {
    const gateway = await start({ keep: 2_000 });
    await send(gateway, { msg: 'Before' });
    const line = await ShakyLine.to(gateway.port);
    try {
      const page = await openInbox(gateway, { origin: line.origin });
      await rowCount(page, 1);
      line.cut();
      await page.getByText('Reconnecting').waitFor();
      for (let i = 0; i < 30; i += 1) await send(gateway, { msg: `${i}. `.padEnd(30_000, 'x') });
      line.mend();
      await page.getByText('31 messages').waitFor();
      await rows(page).filter({ hasText: '29. ' }).waitFor();
      await page.getByText('31 unread').waitFor();
      await send(gateway, { msg: 'After' });
      await rows(page).filter({ hasText: 'After' }).waitFor();
      await page.getByText('32 messages').waitFor();
      expect(await rows(page).first().textContent()).toContain('After');
    } finally {
      line.close();
    }
  }, 60_000);

  it('comes back after the simulator was started anew, with what came before it noticed', async () => {
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
    await page.getByText('This message is no longer kept.').waitFor();
    await page.getByText(`${second.origin}/v2`, { exact: true }).waitFor();
    expect(await banner(page).textContent()).toBe('');
  }, 60_000);

  it('keeps the search over a restart', async () => {
    const first = await start();
    const page = await openInbox(first);
    await search(page).fill('is:otp');
    await page.getByText('Nothing fits this search.').waitFor();
    await first.close();
    await page.getByText('Reconnecting').waitFor();
    const second = await start({ port: first.port });
    await send(second, { msg: 'Hello' });
    await send(second, { msg: 'Code 4321' });
    await rows(page).filter({ hasText: 'Code 4321' }).waitFor();
    await rowCount(page, 1);
    expect(await search(page).inputValue()).toBe('is:otp');
  }, 60_000);

  it('asks for the inbox password, and works with it', async () => {
    const gateway = await start({ inboxPassword: 'hush' });
    const page = await openInbox(gateway, {
      httpCredentials: { username: 'any', password: 'hush' },
      refusal: 401,
    });
    await send(gateway, { msg: 'Hello' });
    await rows(page).filter({ hasText: 'Hello' }).click();
    await bubble(page).filter({ hasText: 'Hello' }).waitFor();
    expect(gateway.messages[0]?.read).toBe(true);
  });
});
