import { NUMBER, send, start } from '../simulator/client.js';
import { openInbox, pane, rowCount, rows, search } from './open-inbox.js';

const ELSEWHERE = { timezoneId: 'America/New_York', locale: 'en-GB' };

async function startInIndia() {
  let time = Date.parse('2026-03-17T14:00:00.000Z');
  const gateway = await start({ timeZone: 'Asia/Kolkata', now: () => time });
  await send(gateway, { msg: 'In the evening' });
  // The next day there, and the same day for the reader and in UTC.
  time = Date.parse('2026-03-17T20:00:00.000Z');
  await send(gateway, { msg: 'After midnight', scheduleTime: '2026-03-18 09:15:00' });
  return gateway;
}

describe('the times on the page', () => {
  it('are all in the zone of the simulator, which is named, wherever the reader is', async () => {
    const page = await openInbox(await startInIndia(), ELSEWHERE);
    await page.getByText('Times are in Asia/Kolkata').waitFor();
    await rowCount(page, 2);
    expect(await rows(page).locator('time').allTextContents()).toEqual(['18 Mar', '17 Mar']);
    const night = rows(page).filter({ hasText: 'After midnight' });
    expect(await night.locator('time').getAttribute('title')).toBe(
      '18 Mar 2026, 01:30:00 Asia/Kolkata',
    );
    await night.click();
    await pane(page).getByText('18 Mar 2026, 01:30:00 Asia/Kolkata').waitFor();
    await pane(page).getByText('18 Mar 2026, 09:15:00 Asia/Kolkata').waitFor();
    await page.getByRole('button', { name: 'delivered', exact: true }).click();
    await pane(page).locator('.delivery').getByText('01:30:00.000').waitFor();
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await pane(page).locator('.timeline').getByText('01:30:00.000').first().waitFor();
  });

  it('are those of before: and after: in the search, on the page and in the API', async () => {
    const gateway = await startInIndia();
    const page = await openInbox(gateway, ELSEWHERE);
    for (const [term, text] of [
      ['after:2026-03-18', 'After midnight'],
      ['before:2026-03-18', 'In the evening'],
      ['after:2026-03-18T01:30', 'After midnight'],
      ['before:2026-03-17T20:00:00Z', 'In the evening'],
    ] as const) {
      await search(page).fill(term);
      await rows(page).filter({ hasText: text }).waitFor();
      await page.getByText('1 match').waitFor();
      await rowCount(page, 1);
      expect(await gateway.waitFor({ search: term })).toMatchObject({ text });
      const found = await fetch(`${gateway.origin}/api/messages?search=${term}`);
      expect(await found.json()).toMatchObject({ total: 1, messages: [{ text }] });
    }
    // The page itself decides for what comes while it is open.
    await search(page).fill('after:2026-03-18');
    await rows(page).filter({ hasText: 'After midnight' }).waitFor();
    await send(gateway, { msg: 'Live', mobile: NUMBER });
    await rows(page).filter({ hasText: 'Live' }).waitFor();
    await search(page).fill('after:09:15');
    await page.locator('#search-problem').getByText('for example after:2026-03-17').waitFor();
  });
});
