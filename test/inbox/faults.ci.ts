import type { Page } from 'playwright-core';
import { FAULT_NAMES } from '../../simulator/index.js';
import { send, start } from '../simulator/client.js';
import { banner, clipboard, openInbox, until } from './open-inbox.js';

const faultChoice = (page: Page) => page.getByRole('combobox', { name: 'Fault', exact: true });

describe('the faults', () => {
  it('are shown in a banner while they are on', async () => {
    const gateway = await start();
    const page = await openInbox(gateway);
    const address = page.getByRole('region', { name: 'Gateway' }).getByText(gateway.url);
    await address.waitFor();
    const main = await page.locator('main').boundingBox();
    gateway.faults.next('500', 2);
    await banner(page).getByText('A fault is on').waitFor();
    await banner(page).getByText('500: next 2 sends').waitFor();
    await address.waitFor({ state: 'detached' });
    expect(await page.locator('main').boundingBox()).toEqual(main);
    await send(gateway);
    await banner(page).getByText('500: next 1 send').waitFor();
    await send(gateway);
    await address.waitFor();
    gateway.faults.chance('slow', 0.25, { latency: 1 }).next('drop', { on: 'login' });
    await banner(page).getByText('2 faults are on').waitFor();
    await banner(page).getByText('drop: next 1 login · slow: 25% of sends').waitFor();
    await page.getByRole('button', { name: 'Turn off', exact: true }).click();
    await address.waitFor();
    expect(gateway.faults.state).toMatchObject({ next: [], chance: [] });
  });

  it('can be planned in the panel, for the next sends or at random', async () => {
    const gateway = await start();
    const page = await openInbox(gateway);
    await page.getByRole('button', { name: 'Faults' }).click();
    expect(new URL(page.url()).search).toBe('?show=faults');
    await faultChoice(page).selectOption('slow');
    await page.getByText('answers late').waitFor();
    await page.getByLabel('latency').fill('20');
    await page.getByLabel('account').fill('acme');
    await page.getByLabel('whose sends it affects').fill('+91 98765 43210, 4915112345678');
    await page.getByLabel('How many').fill('3');
    await page.getByRole('button', { name: 'Copy line' }).click();
    await page.getByText('Line copied.').waitFor();
    expect(await clipboard(page)).toBe(
      "gateway.faults.next('slow', { count: 3, latency: 20, account: 'acme', to: ['+91 98765 43210','4915112345678'] });",
    );
    await page.getByRole('button', { name: 'Turn on' }).click();
    await banner(page)
      .getByText('slow: next 3 sends of acme to +91 98765 43210, 4915112345678')
      .waitFor();
    await faultChoice(page).selectOption('refuse');
    await page.getByLabel('reason').fill("It's closed");
    await page.getByLabel('Percent').fill('12.5');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await banner(page).getByText('4915112345678 · refuse: 12.5% of sends').waitFor();
    expect(gateway.faults.state).toMatchObject({
      next: [{ fault: 'slow', count: 3, latency: 20, on: 'send', account: 'acme' }],
      chance: [{ fault: 'refuse', probability: 0.125, reason: "It's closed", statusCode: '203' }],
    });
    await page.getByRole('button', { name: 'Turn off slow' }).click();
    await banner(page).getByText('A fault is on').waitFor();
    expect(gateway.faults.state.next).toEqual([]);
    await page.getByRole('button', { name: 'Turn off', exact: true }).click();
    await page.getByText('every send gets its normal answer').waitFor();
  });

  it('of others stay when one is added or removed on the page', async () => {
    const gateway = await start();
    const page = await openInbox(gateway, { path: '/?show=faults' });
    await faultChoice(page).waitFor();
    gateway.faults.next('drop').chance('slow', 0.1, { latency: 1 });
    await page.getByRole('button', { name: 'Turn off drop' }).waitFor();
    // Only what the page asks for changes: it never writes back the plan that it knew.
    await page.route('**/api/faults', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );
    await page.getByRole('button', { name: 'Turn on' }).click();
    await until(() => gateway.faults.state.next.length === 2);
    await page.getByRole('button', { name: 'Turn off drop' }).click();
    await banner(page).getByText('429: next 1 send · slow: 10% of sends').waitFor();
    // That text is also a part of the banner while drop is still on.
    await until(() => gateway.faults.state.next.length === 1);
    expect(gateway.faults.state.next.map(({ fault }) => fault)).toEqual(['429']);
  });

  it('affect any account and number if the form leaves them empty', async () => {
    const gateway = await start();
    const page = await openInbox(gateway, { path: '/?show=faults' });
    await faultChoice(page).selectOption('delivery-failed');
    const emptyText = (label: string) =>
      page.locator('.field', { hasText: new RegExp(`^${label}`) }).getByRole('textbox');
    expect(await emptyText('Account').getAttribute('placeholder')).toBe('any');
    expect(await emptyText('To').getAttribute('placeholder')).toBe('any');
    expect(await emptyText('Code').getAttribute('placeholder')).toBe('default');
  });

  it('that are on now come first in the panel, and the magic recipients are in sight', async () => {
    const gateway = await start();
    gateway.faults.next('429');
    const page = await openInbox(gateway, {
      path: '/?show=faults',
      viewport: { width: 1440, height: 900 },
    });
    const top = async (name: string) =>
      (await page.getByRole('heading', { name }).boundingBox())?.y ?? NaN;
    await page.getByRole('heading', { name: 'Magic recipients' }).waitFor();
    const form = await faultChoice(page).boundingBox();
    expect(await top('On now')).toBeLessThan(form?.y ?? NaN);
    expect(await top('Magic recipients')).toBeLessThan(800);
  });

  it('can all be turned on with the defaults of the form', async () => {
    const gateway = await start();
    const page = await openInbox(gateway, { path: '/?show=faults' });
    const choice = faultChoice(page);
    await choice.waitFor();
    const names = await choice.locator('option').allTextContents();
    expect(names.toSorted()).toEqual([...FAULT_NAMES].toSorted());
    for (const name of names) {
      await choice.selectOption(name);
      const before = gateway.faults.state.next.length;
      await page.getByRole('button', { name: 'Turn on' }).click();
      await until(() => gateway.faults.state.next.length === before + 1);
      expect(gateway.faults.state.next.at(-1)).toMatchObject({ fault: name, count: 1 });
    }
  });

  it('have their magic recipients in columns, the names below each other', async () => {
    const gateway = await start();
    const page = await openInbox(gateway, { path: '/?show=faults' });
    const names = page.locator('.magic li > span:nth-child(2)');
    await names.first().waitFor();
    const lefts = await names.evaluateAll((all) =>
      all.map((it) => it.getBoundingClientRect().left),
    );
    const columns = await page
      .locator('.magic')
      .evaluate((it) => getComputedStyle(it).gridTemplateColumns.split(' ').length);
    expect(new Set(lefts).size).toBe(columns);
    expect(lefts.length).toBeGreaterThan(columns);
  });

  it('with an invalid option are rejected with the reason, and the plan does not change', async () => {
    const gateway = await start();
    const page = await openInbox(gateway, { path: '/?show=faults', refusal: 400 });
    await faultChoice(page).selectOption('wrong-zone');
    await page.getByLabel('Time zone').fill('Mars/Base');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page
      .getByRole('alert')
      .getByText('timeZone is not valid. Provide an IANA time zone')
      .waitFor();
    expect(gateway.faults.state.next).toEqual([]);
  });

  it.each([1100, 390])('fit into the panel with any options, %i px', async (width) => {
    const gateway = await start();
    const numbers = Array.from({ length: 12 }, (_item, index) => String(919876500000 + index));
    gateway.faults
      .next('refuse', { reason: 'x'.repeat(200) })
      .next('drop')
      .chance('reject-numbers', 0.5, { numbers });
    const page = await openInbox(gateway, {
      path: '/?show=faults',
      viewport: { width, height: 780 },
    });
    await page.getByText(`numbers ${numbers.join(', ')}`).waitFor();
    const items = page.locator('.planned li');
    expect(await items.count()).toBe(3);
    const boxes = await items.evaluateAll((elements) =>
      elements.map((item) => {
        const [text, button] = [...item.children].map((child) => child.getBoundingClientRect());
        const whole = item.getBoundingClientRect();
        return {
          overflow: item.scrollWidth - item.clientWidth,
          beside: text !== undefined && button !== undefined && text.right <= button.left,
          padded: text !== undefined && text.top > whole.top && text.bottom < whole.bottom,
        };
      }),
    );
    for (const box of boxes) expect(box).toEqual({ overflow: 0, beside: true, padded: true });
  });

  it('list magic recipients, and how often each was used', async () => {
    const gateway = await start();
    const page = await openInbox(gateway, { path: '/?show=faults' });
    await page.getByText('+999 00000 429').waitFor();
    await send(gateway, { mobile: '99900000429' });
    await page.getByRole('heading', { name: 'Triggered so far' }).waitFor();
    await page.getByRole('button', { name: 'Copy number 99900000429' }).click();
    await page.getByText('Number 99900000429 copied.').waitFor();
    expect(await clipboard(page)).toBe('99900000429');
  });
});
