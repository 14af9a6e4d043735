import type { Page } from 'playwright-core';
import { send, start } from '../simulator/client.js';
import { bubble, live, openInbox, rows, until } from './open-inbox.js';

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly click: () => void;
}

interface Stage {
  shown: Shown[];
  answer: string;
  looking: boolean;
}

/** Stands in for the notifications of the browser, which one without windows does not show. */
function standIn(): void {
  const stage: Stage = { shown: [], answer: 'granted', looking: true };
  class FakeNotification extends EventTarget {
    static permission = 'default';
    static requestPermission() {
      FakeNotification.permission = stage.answer;
      return Promise.resolve(stage.answer);
    }
    constructor(title: string, { body, tag }: { body: string; tag: string }) {
      super();
      stage.shown.push({ title, body, tag, click: () => this.dispatchEvent(new Event('click')) });
    }
    close(): void {}
  }
  Object.assign(globalThis, { Notification: FakeNotification, stage });
  document.hasFocus = () => stage.looking;
}

async function openWithStandIn() {
  const gateway = await start({ senderIds: ['ACMECO'] });
  const page = await openInbox(gateway);
  await page.addInitScript(standIn);
  await page.reload();
  await live(page).waitFor({ state: 'attached' });
  return { gateway, page };
}

const bell = (page: Page) => page.getByRole('button', { name: 'Notifications' });
const shown = (page: Page) =>
  page.evaluate(() =>
    (globalThis as unknown as { stage: Stage }).stage.shown.map(({ title, body }) => [title, body]),
  );
const look = (page: Page, looking: boolean) =>
  page.evaluate((now) => {
    (globalThis as unknown as { stage: Stage }).stage.looking = now;
    dispatchEvent(new Event(now ? 'focus' : 'blur'));
  }, looking);

describe('desktop notifications', () => {
  it('are off until the bell is pressed, and tell what comes while the reader looks elsewhere', async () => {
    const { gateway, page } = await openWithStandIn();
    expect(await bell(page).getAttribute('aria-pressed')).toBe('false');
    await look(page, false);
    await send(gateway, { msg: 'Before' });
    await rows(page).filter({ hasText: 'Before' }).waitFor();
    await bell(page).click();
    await page.getByRole('status', { name: 'Done' }).getByText('Notifications are on.').waitFor();
    expect(await bell(page).getAttribute('aria-pressed')).toBe('true');
    await send(gateway, { msg: 'Your code is 482913.' });
    await until(async () => (await shown(page)).length === 1);
    expect(await shown(page)).toEqual([['ACMECO to +91 98765 43210', 'Your code is 482913.']]);
    await look(page, true);
    await send(gateway, { msg: 'Seen at once' });
    await rows(page).filter({ hasText: 'Seen at once' }).waitFor();
    await look(page, false);
    await send(gateway, { msg: 'Not allowed', senderid: 'OTHER' });
    await until(async () => (await shown(page)).length === 2);
    expect((await shown(page))[1]).toEqual(['Refused: OTHER to +91 98765 43210', 'Not allowed']);
    await page.evaluate(() => (globalThis as unknown as { stage: Stage }).stage.shown[0]?.click());
    await bubble(page).filter({ hasText: 'Your code is 482913.' }).waitFor();
    await bell(page).click();
    await page.getByRole('status', { name: 'Done' }).getByText('Notifications are off.').waitFor();
  });

  it('come to a hidden tab, which keeps its connection, and several messages are one', async () => {
    const { gateway, page } = await openWithStandIn();
    await bell(page).click();
    await page.clock.install();
    await look(page, false);
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await page.clock.fastForward(20_000);
    for (let index = 0; index < 5; index += 1) await send(gateway, { msg: `Text ${index}` });
    await until(async () => {
      await page.clock.fastForward(300);
      return (await shown(page)).at(-1)?.[0] === '5 new messages';
    });
    expect((await shown(page)).at(-1)?.[1]).toBe('Text 4');
    const tags = await page.evaluate(() =>
      (globalThis as unknown as { stage: Stage }).stage.shown.map(({ tag }) => tag),
    );
    expect(new Set(tags).size).toBe(1);
  });

  it('stay off if the browser refuses them, and the page says so', async () => {
    const { page } = await openWithStandIn();
    await page.evaluate(() => {
      (globalThis as unknown as { stage: Stage }).stage.answer = 'denied';
    });
    await bell(page).click();
    await page.getByRole('alert').getByText('does not allow notifications').waitFor();
    expect(await bell(page).getAttribute('aria-pressed')).toBe('false');
  });

  it('have no button where the browser has none', async () => {
    const gateway = await start();
    const page = await openInbox(gateway);
    await page.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'Notification');
    });
    await page.reload();
    await live(page).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Faults', exact: true }).waitFor();
    expect(await bell(page).count()).toBe(0);
  });
});
