// Builds the docs as a site and opens it in a browser. The build takes a minute, so only `.ci/run`
// runs it: jest --testMatch '**/test/docs/site.ci.ts'
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../scripts/chromium.mjs';
import { tableRows } from './markdown.js';
import { run } from './terminal.js';

const ROOT = process.cwd();
const SITE = join(ROOT, 'docs/.vitepress/dist');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};
const MAIN_PAGES = [
  '/',
  '/readme.html',
  '/start-here.html',
  '/guides/a-one-time-password.html',
  '/guides/unknown.html',
  '/reliability.html',
  '/options.html',
  '/reference/',
  '/reference/nestjs-sms-gateway/queue/',
  '/reference/nestjs-sms-gateway/interfaces/SmsGatewayOptions.html',
];

/** Browsers on other machines draw letters a little differently. */
const MOST_DIFFERENT = 0.02;

let server: Server;
let browser: Browser;
let origin: string;
const troubles: string[] = [];

beforeAll(async () => {
  await run('npm run --silent docs:build', ROOT);
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const file = fileOf(pathname);
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    response.setHeader('Content-Type', type);
    readFile(file).then(
      (content) => response.end(content),
      () => response.writeHead(404).end(),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  origin = `http://127.0.0.1:${address.port}`;
  browser = await launchBrowser();
}, 600_000);

afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
  // In every test: no request to another host, no error.
  if (troubles.length > 0) throw new Error(troubles.splice(0).join('\n'));
});

afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});

async function open(path: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !url.startsWith('data:')) troubles.push(`request to ${url}`);
  });
  page.on('pageerror', (error) => troubles.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()}`);
  });
  await page.goto(origin + path, { waitUntil: 'networkidle' });
  return page;
}

/** The file that a static host serves for a path. */
function fileOf(pathname: string): string {
  const path = decodeURIComponent(pathname);
  return join(SITE, path.endsWith('/') ? `${path}index.html` : path);
}

describe('the site', () => {
  it('has every page of the docs, and leads to it from every page', () => {
    const pages = ['docs', 'docs/guides'].flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.md'))
        .map((name) => `/${join(folder, name)}`.replace('/docs/', '/').replace(/md$/, 'html')),
    );
    expect(pages.length).toBeGreaterThan(10);
    const navigation = valuesOf(readFileSync(fileOf('/queue.html'), 'utf8'), 'href');
    expect(pages.filter((path) => !existsSync(fileOf(path)))).toEqual([]);
    expect(pages.filter((path) => !navigation.has(path.replace(/index\.html$/, '')))).toEqual([]);
  });

  it('opens with the promise, a way to start and the code, all above the fold, and then what else', async () => {
    const page = await open('/');
    await page.setViewportSize({ width: 1280, height: 800 });
    const front = page.locator('.front');
    for (const part of [
      front.getByText('Nothing is silently sent twice'),
      front.getByRole('link', { name: 'Get started' }),
      front.getByText('SmsGatewayModule'),
      front.getByText('SmsService'),
    ]) {
      const box = await part.boundingBox();
      expect((box?.y ?? NaN) + (box?.height ?? NaN)).toBeLessThan(800);
    }
    // No line of the code is cut off.
    const cut = await front
      .locator('pre')
      .evaluateAll((all) => all.filter((it) => it.scrollWidth > it.clientWidth).length);
    expect(cut).toBe(0);
    await page.locator('.VPHome img[src*="inbox-message"]').waitFor();
    await page.locator('.VPHome img[src*="architecture"]').waitFor();
    expect(await page.locator('.features li').count()).toBe(6);
    await page.getByRole('heading', { name: 'What it does not do' }).waitFor();
    await front.getByRole('link', { name: 'Get started' }).click();
    await page.getByRole('heading', { name: 'Start here' }).waitFor();
  });

  it.each(MAIN_PAGES)('has its logo on %s', (path) => {
    expect(readFileSync(fileOf(path), 'utf8')).toMatch(/<img class="VPImage logo"/);
  });

  it('calls each page in the sidebar what its heading says', async () => {
    const titles: [string, string][] = [];
    for (const path of ['/queue.html', '/reference/']) {
      const links = (await open(path)).locator('.VPSidebar a.link');
      titles.push(
        ...(await links.evaluateAll((all) =>
          all.map((a): [string, string] => [a.getAttribute('href') ?? '', a.textContent ?? '']),
        )),
      );
    }
    expect(titles.length).toBeGreaterThan(100);
    expect(titles).toEqual(titles.map(([path]) => [path, headingOf(path)]));
  });

  it('has a page of the reference for each export of each entry, services and options first', () => {
    const { name, exports } = JSON.parse(readFileSync('package.json', 'utf8'));
    const entries = Object.keys(exports).filter((path) => path !== './package.json');
    expect(entries).toContain('./queue');
    const folders = entries.map((path) => `/reference/${name}${path.slice(1)}/`);
    expect(folders.filter((folder) => !existsSync(fileOf(folder)))).toEqual([]);
    const main = readFileSync(fileOf(`/reference/${name}/`), 'utf8');
    const groups = [...main.matchAll(/<h2 id[^>]*>([^<]*)<a/g)].map(([, group = '']) =>
      group.trim(),
    );
    expect(groups.slice(0, 2)).toEqual(['Services and modules', 'Options']);
    const pages = readdirSync(fileOf(`/reference/${name}/`).replace('index.html', ''), {
      recursive: true,
      encoding: 'utf8',
    });
    for (const exported of ['SmsService', 'SmsGatewayOptions', 'SmsQueue', 'SmsErrorCode', 'OnSms'])
      expect(pages.some((path) => path.endsWith(`/${exported}.html`))).toBe(true);

    // Its index has a sentence for each of them.
    const rows = tableRows(readFileSync('docs/reference/index.md', 'utf8'));
    const listed = rows.map(([link = '']) => /\]\((.*)\.md\)$/.exec(link)?.[1] ?? link);
    const all = pages.filter((path) => path.endsWith('.html') && !path.endsWith('index.html'));
    expect(listed.toSorted()).toEqual(
      all.map((path) => `${name}/${path.replace(/\.html$/, '')}`).toSorted(),
    );
    const wordless = rows.filter(([, sentence = '']) => !/^\S.{8,}\.$/.test(sentence));
    expect(wordless).toEqual([]);
  });

  it('gives the meaning of options the widest column, and no table an empty head', async () => {
    const page = await open('/options.html');
    await page.setViewportSize({ width: 1440, height: 900 });
    const table = page.locator('table').filter({ hasText: 'allowInsecure' });
    const widths = await table
      .locator('th')
      .evaluateAll((all) => all.map((th) => [th.textContent ?? '', th.clientWidth] as const));
    const [widest] = widths.toSorted(([, one], [, other]) => other - one);
    expect(widest?.[0]).toBe('meaning');
    const heads = await page.locator('.vp-doc thead').allTextContents();
    expect(heads.length).toBeGreaterThan(0);
    expect(heads.filter((text) => text.trim() === '')).toEqual([]);
  });

  it('cuts off no column on a phone', async () => {
    const page = await open('/');
    await page.setViewportSize({ width: 390, height: 800 });
    const wide: string[] = [];
    for (const path of [...MAIN_PAGES, '/comparison.html', '/simulator.html', '/queue.html']) {
      await page.goto(origin + path);
      const found = await page.evaluate<string[]>(WIDER_THAN_THE_PAGE);
      wide.push(...found.map((text) => `${path}: ${text}`));
    }
    expect(wide).toEqual([]);
  });

  it('has no dead link, not even in its navigation', () => {
    const pages = new Map(
      readdirSync(SITE, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.html'))
        .map((file) => [`/${file}`, readFileSync(join(SITE, file), 'utf8')]),
    );
    const ids = new Map([...pages].map(([path, html]) => [path, valuesOf(html, 'id')]));
    const dead = [...pages].flatMap(([path, html]) =>
      [...valuesOf(html, 'href'), ...valuesOf(html, 'src')].filter((link) => {
        const { host, pathname, hash } = new URL(link, `http://site${path}`);
        if (host !== 'site') return false;
        const target = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
        if (!existsSync(fileOf(target))) return true;
        return hash !== '' && !ids.get(target)?.has(decodeURIComponent(hash.slice(1)));
      }),
    );
    expect([...new Set(dead)]).toEqual([]);
  });

  it('answers a search with what is meant, among the first three and with context', async () => {
    const page = await open('/reference/');
    await page.getByRole('button', { name: 'Search' }).click();
    const results = page.locator('.VPLocalSearchBox .result');
    for (const [words, answer] of [
      ['delivery report', 'Delivery reports and replies'],
      ['webhook', 'Receive delivery reports by webhook'],
      ['retry', 'Retry rules'],
      ['lambda', 'A function on AWS Lambda'],
      ['kubernetes', 'Kubernetes'],
      ['k8s', 'Kubernetes'],
      ['opt-out', 'Opt-out'],
      ['unsubscribe', 'Opt-out'],
    ] as const) {
      await page.getByRole('combobox').fill('');
      await results.first().waitFor({ state: 'detached' });
      await page.getByRole('combobox').fill(words);
      const found = results.filter({ has: page.locator('.title', { hasText: answer }) }).first();
      await found.locator('.excerpt').waitFor();
      const titles = await results.locator('.titles').allTextContents();
      const isAmong = titles.slice(0, 3).some((title) => title.includes(answer));
      expect([words, isAmong]).toEqual([words, true]);
    }
  }, 120_000);

  it('leads from a search to a page that has all of its words', async () => {
    const page = await open('/reference/');
    for (const words of ['unknown', 'rate limit', '401']) {
      // A page without these words.
      await page.goto(`${origin}/reference/`);
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('combobox').fill(words);
      await page.locator('.VPLocalSearchBox .result').first().click();
      for (const word of words.split(' ')) {
        await page.locator('main').filter({ hasText: word }).waitFor();
      }
    }
  }, 120_000);

  it('has no findings of axe, light and dark', async () => {
    const page = await open('/');
    for (const path of MAIN_PAGES) {
      await page.goto(origin + path, { waitUntil: 'networkidle' });
      expect([path, await findings(page)]).toEqual([path, []]);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.locator('html.dark').waitFor({ state: 'attached' });
      expect([path, await findings(page, OF_COLOURS)]).toEqual([path, []]);
      await page.emulateMedia({ colorScheme: 'light' });
    }
  }, 300_000);

  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
  ] as const)(
    'has no findings of axe in its search dialog, %s at %d px',
    async (colours, width) => {
      const page = await open('/', colours);
      await page.setViewportSize({ width, height: 800 });
      await page.getByRole('button', { name: 'Search' }).click();
      expect(await findings(page)).toEqual([]);
      await page.getByRole('combobox').fill('unknown');
      const first = page.getByRole('option', { selected: true });
      await first.waitFor();
      expect(await findings(page)).toEqual([]);
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.waitForURL(({ pathname }) => pathname !== '/');
    },
    60_000,
  );
});

describe('the pictures', () => {
  it('show the inbox as it is now; otherwise run scripts/screenshots.mjs', async () => {
    await run('npm run --silent build', ROOT);
    const folder = await mkdtemp(join(tmpdir(), 'sms-pictures-'));
    await run(`node scripts/screenshots.mjs ${folder}`, ROOT);
    // The drawings, *.svg, are made by hand.
    const names = readdirSync('docs/images').filter((name) => name.endsWith('.png'));
    expect(readdirSync(folder).toSorted()).toEqual(names.toSorted());
    const page = await browser.newPage();
    const changed: string[] = [];
    for (const name of names) {
      const pictures = [folder, 'docs/images'].map((from) =>
        readFileSync(join(from, name), 'base64'),
      );
      const part = await page.evaluate<number>(`(${DIFFERENT_PART})(${JSON.stringify(pictures)})`);
      if (part > MOST_DIFFERENT) changed.push(`${name}: ${part}`);
    }
    await rm(folder, { recursive: true });
    expect(changed).toEqual([]);
  }, 180_000);
});

/** Runs in the browser: which part of the pixels of two pictures differs; 1 if their sizes do. */
const DIFFERENT_PART = `async (pictures) => {
  const [one, other] = await Promise.all(pictures.map(async (base64) => {
    const image = new Image();
    image.src = 'data:image/png;base64,' + base64;
    await image.decode();
    const { width, height } = image;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context.drawImage(image, 0, 0);
    return { width, height, pixels: context.getImageData(0, 0, width, height).data };
  }));
  if (one.width !== other.width || one.height !== other.height) return 1;
  let different = 0;
  for (let at = 0; at < one.pixels.length; at += 4) {
    const isFar = (colour) => Math.abs(one.pixels[at + colour] - other.pixels[at + colour]) > 48;
    if ([0, 1, 2].some(isFar)) different += 1;
  }
  return different / (one.pixels.length / 4);
}`;

/** Runs in the browser: the tables that are wider than their space, and the page if it is. */
const WIDER_THAN_THE_PAGE = `[document.documentElement, ...document.querySelectorAll('.vp-doc table')]
  .filter((each) => each.scrollWidth > each.clientWidth + 1)
  .map((each) => each.textContent.slice(0, 60))`;

/** The first heading of a page of the site. */
function headingOf(path: string): string {
  const [, heading = ''] = /<h1[^>]*>(.*?)<a/s.exec(readFileSync(fileOf(path), 'utf8')) ?? [];
  return heading.replaceAll(/<[^>]*>/g, '').trim();
}

/** The rules of axe that can differ in the dark. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** What axe has to say about a page. */
async function findings(page: Page, runOnly?: readonly string[]): Promise<string[]> {
  await page.evaluate(axe.source);
  const options = JSON.stringify({ resultTypes: ['violations'], runOnly });
  const { violations } = await page.evaluate<{ violations: readonly Finding[] }>(
    `axe.run(${options})`,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} (${nodes.length})`);
}

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** The values of an attribute in a page. */
function valuesOf(html: string, attribute: string): ReadonlySet<string> {
  const found = html.matchAll(new RegExp(`<[^>]* ${attribute}="([^"]*)"`, 'g'));
  return new Set([...found].map(([, value = '']) => value.replaceAll('&amp;', '&')));
}
