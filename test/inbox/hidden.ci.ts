import type { Page } from 'playwright-core';
import { ACCOUNT, send, start } from '../simulator/client.js';
import { bubble, openInbox, pane, rows } from './open-inbox.js';

const OVERRIDE = '\u202e';

const left = async (page: Page, selector: string) =>
  (await page.locator(selector).first().boundingBox())?.x ?? NaN;
const notice = (page: Page) => page.getByRole('note', { name: 'Hidden characters' });
const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

describe('a direction character', () => {
  it('in a sender, a text or a field changes nothing around it, and shows as its code', async () => {
    const gateway = await start({ accounts: [{ userId: 'other', password: 'other' }] });
    await send(gateway, {
      senderid: `${OVERRIDE}evil`,
      msg: `pay ${OVERRIDE}0001$ now`,
      mobile: `14155550123,${OVERRIDE}21`,
      note: `x${OVERRIDE}y`,
    });
    const page = await openInbox(gateway);
    // The account would be on the left of the sender, and be read from right to left.
    expect(await rows(page).locator('.from').innerText()).toBe(`U+202Eevil ${ACCOUNT.userId}`);
    expect(await left(page, '.from bdi')).toBeLessThan(await left(page, '.account'));
    expect(await rows(page).locator('.start').innerText()).toBe('pay U+202E0001$ now');
    await rows(page).locator('.badge', { hasText: 'hidden characters' }).waitFor();
    await rows(page).click();
    await page.locator('.facts', { hasText: 'U+202Eevil' }).waitFor();
    await page.locator('.struck', { hasText: 'U+202E21' }).waitFor();
    for (const name of ['Request', 'Answer', 'Timeline']) {
      await tab(page, name);
      const panel = page.getByRole('tabpanel', { name });
      if (name === 'Request') await panel.getByText('xU+202Ey').waitFor();
      expect(await panel.textContent()).not.toContain(OVERRIDE);
    }
  });

  it('has a warning above the message, and its name among the segments', async () => {
    const gateway = await start();
    await send(gateway, {
      senderid: `${OVERRIDE}evil`,
      msg: `pay\u200b ${OVERRIDE}0001$`,
      note: '\u2066',
    });
    await send(gateway, { msg: 'Nothing to hide “here” 👩🏽‍💻' });
    const page = await openInbox(gateway);
    await rows(page).first().click();
    await bubble(page).filter({ hasText: 'Nothing' }).waitFor();
    expect(await notice(page).count()).toBe(0);
    await rows(page).last().click();
    await notice(page)
      .getByText('This message contains invisible or direction characters')
      .waitFor();
    expect(await notice(page).innerText()).toContain('(text, sender id, field note)');
    // On a phone it looks as it was meant to.
    expect(await bubble(page).textContent()).toContain(OVERRIDE);
    await notice(page).getByRole('button', { name: 'Show' }).click();
    const found = page.getByRole('table', { name: 'Invisible and direction characters' });
    expect(await found.locator('tbody tr').allInnerTexts()).toEqual([
      'ZERO WIDTH SPACE\tU+200B\ttext\t1',
      'RIGHT-TO-LEFT OVERRIDE\tU+202E\ttext\t1',
      'RIGHT-TO-LEFT OVERRIDE\tU+202E\tsender id\t1',
      'LEFT-TO-RIGHT ISOLATE\tU+2066\tfield note\t1',
    ]);
    expect(await page.locator('.segment-text').innerText()).toBe('payU+200B U+202E0001$');
  });
});

describe('the characters that forced UCS-2', () => {
  it('can be left out, except for a joiner that an emoji or a script needs', async () => {
    const gateway = await start();
    await send(gateway, { msg: 'می\u200cخواهم क्\u200dष 👨\u200d👩\u200d👧 a\u200db\u200d' });
    const page = await openInbox(gateway);
    await rows(page).click();
    await tab(page, 'Segments');
    const joiners = page.locator('.specials tbody tr', { hasText: /U\+200[CD]/ });
    await joiners.first().waitFor();
    expect(await joiners.allInnerTexts()).toEqual([
      '␣\tU+200C\t1\t1 unit\t–',
      '␣\tU+200D\t3\t1 unit\t–',
      '␣\tU+200D\t2\t1 unit\tleave out',
    ]);
  });
});

describe('a text of a megabyte', () => {
  it('shows its first 50 segments, then all', async () => {
    const gateway = await start({ maxBodyBytes: 2 ** 22 });
    await send(gateway, { msg: 'Text. '.repeat(170_000) });
    const page = await openInbox(gateway);
    await page.getByText('6,667 segments').waitFor();
    await rows(page).click();
    await bubble(page).waitFor();
    expect(await bubble(page).locator('.segment').count()).toBe(50);
    await pane(page).getByRole('button', { name: 'Show all 6,667 segments' }).click();
    await bubble(page).locator('.segment').nth(6_666).waitFor();
    await tab(page, 'Segments');
    await page.locator('.segment-box').first().waitFor();
    expect(await page.locator('.segment-box').count()).toBe(50);
    await pane(page).getByRole('button', { name: 'Show all 6,667 segments' }).click();
    await page.locator('.segment-box').nth(6_666).waitFor();
    await tab(page, 'Request');
    const field = page.locator('.pairs dd', { hasText: 'Text. Text.' });
    await field.waitFor();
    expect((await field.innerText()).length).toBeLessThan(10_000);
    await field.getByRole('button', { name: 'Show all 1,020,000 characters' }).click();
    expect((await field.innerText()).length).toBeGreaterThanOrEqual(1_019_999);
  }, 120_000);
});
