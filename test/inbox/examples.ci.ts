import { readFile } from 'node:fs/promises';
import { runInNewContext } from 'node:vm';
import type { Locator, Page } from 'playwright-core';
import type { GatewaySimulator } from '../../simulator/index.js';
import { NUMBER, send, start } from '../simulator/client.js';
import { openInbox } from './open-inbox.js';

const APP = 'http://app.test';
const form = (action: string, label: string) =>
  `<form method="post" action="${action}"><label>${label} <input name="${label.toLowerCase()}"></label></form>`;

/** A page of an app that sends a code, and of which the simulator already has an older one. */
async function openApp() {
  const gateway = await start();
  await send(gateway, { msg: 'Your code is 111111.' });
  const inbox = await openInbox(gateway, { baseURL: APP });
  const page = await inbox.context().newPage();
  await page.route(`${APP}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const data = route.request().postData() ?? '';
    if (pathname === '/code') await send(gateway, { mobile: NUMBER });
    const answers: Readonly<Record<string, string>> = {
      '/sign-in': form('/code', 'Number'),
      '/code': form('/done', 'Code'),
      '/done': data === 'code=482913' ? 'Welcome' : 'Wrong',
    };
    await route.fulfill({ contentType: 'text/html', body: answers[pathname] ?? '' });
  });
  return { gateway, page };
}

/** Runs an example of the docs with what its test runner would give it. */
async function runExample(name: string, { origin }: GatewaySimulator, given: object) {
  const code = await readFile(`test/inbox/examples/${name}`, 'utf8');
  const here = code.replace(/^import .*$/m, '').replace('http://127.0.0.1:4010', origin);
  runInNewContext(here, given);
}

it('a test of Playwright gets the code of its own sign-in', async () => {
  const { gateway, page } = await openApp();
  let done: Promise<void> | undefined;
  await runExample('sign-in.playwright.mjs', gateway, {
    test(_name: string, body: (fixtures: object) => Promise<void>) {
      done = body({ page, request: page.request });
    },
    expect: (locator: Locator) => ({ toBeVisible: () => locator.waitFor() }),
  });
  await done;
  expect(await page.textContent('body')).toBe('Welcome');
});

it('a test of Cypress gets the code of its own sign-in', async () => {
  const { gateway, page } = await openApp();
  const { cy, run } = makeCypress(page);
  await runExample('sign-in.cypress.mjs', gateway, {
    cy,
    it: (_name: string, body: () => void) => body(),
  });
  await run();
  expect(await page.textContent('body')).toBe('Welcome');
});

type Command = (subject: unknown) => unknown;

/** As much of Cypress as the example uses: commands wait in a queue, and those inside `then` come first. */
function makeCypress(page: Page) {
  const queue: Command[] = [];
  let next = 0;
  const commands = new Map<unknown, (given: never) => Command>([
    ['visit', (path: string) => () => page.goto(path)],
    ['get', (selector: string) => () => page.locator(selector)],
    [
      'type',
      (text: string) => async (field) => {
        await (field as Locator).fill(text.replace('{enter}', ''));
        await (field as Locator).press('Enter');
      },
    ],
    [
      'request',
      ({ url, qs }: { url: string; qs: Record<string, string> }) =>
        async () => ({ body: await (await page.request.get(url, { params: qs })).json() }),
    ],
    [
      'its',
      (path: string) => (value) =>
        path.split('.').reduce((each, name) => Reflect.get(each as object, name), value),
    ],
    ['then', (act: (value: unknown) => unknown) => (value) => void act(value)],
    ['contains', (text: string) => () => page.getByText(text).waitFor()],
  ]);
  const cy: object = new Proxy(
    {},
    {
      get: (_target, name) => (given: never) => {
        queue.splice(next, 0, commands.get(name)?.(given) ?? (() => undefined));
        next += 1;
        return cy;
      },
    },
  );
  return {
    cy,
    async run() {
      let subject: unknown;
      for (let command = queue.shift(); command !== undefined; command = queue.shift()) {
        next = 0;
        subject = await command(subject);
      }
    },
  };
}
