// `npm run bench:inbox`: how long a message takes from the start of its send until the inbox page has
// painted it, and how long the page takes from its address until it has painted its first rows, with few and
// with very many messages kept. With the most messages, it fails if the 95th percentile of the first is over
// 100 ms, or the median of the second over 200 ms.
//
//   --kept N     messages that are kept; default 10000
//   --sends N    sends that are measured; default 50
//   --loads N    loads of the page that are measured; default 20
import { GatewaySimulator } from '../dist/esm/simulator/index.js';
import { launchBrowser } from '../scripts/chromium.mjs';
import { argumentsOf } from './arguments.mjs';
import { median, table } from './figures.mjs';
import { describe, machine } from './machine.mjs';

const values = argumentsOf(import.meta.url, {
  kept: { type: 'string', default: '10000' },
  sends: { type: 'string', default: '50' },
  loads: { type: 'string', default: '20' },
});
const [kept, sends, loads] = [values.kept, values.sends, values.loads].map(Number);
if (!(kept >= 10 && kept % 10 === 0 && sends > 0 && loads > 0)) {
  throw new Error('--kept must be a multiple of 10, --sends and --loads at least 1');
}
const GOAL = 100;
const PAINT_GOAL = 200;
const HEADERS = { apikey: 'demo-api-key', 'Content-Type': 'application/json' };

const about = machine('bench:inbox');
const browser = await launchBrowser();
const rows = [];
const paints = [];
let last = 0;
let paint = 0;
for (const count of [10, kept]) {
  const { times, painted } = await measure(count);
  const sorted = times.toSorted((one, other) => one - other);
  last = sorted[Math.ceil(sorted.length * 0.95) - 1];
  rows.push([count.toLocaleString('en'), median(times), last, sorted.at(-1)]);
  paint = median(painted);
  paints.push([count.toLocaleString('en'), paint, Math.max(...painted)]);
}
await browser.close();
const head = ['messages kept', 'median, ms', '95th percentile, ms', 'most, ms'];
const paintHead = ['messages kept', 'first rows painted, median, ms', 'most, ms'];
const passed = last <= GOAL && paint <= PAINT_GOAL;
process.stdout.write(
  `${describe(about)}\n\n${table(head, rows)}\n\n${table(paintHead, paints)}\n\n` +
    `From send to sight, at most ${GOAL} ms: ${last <= GOAL ? 'pass' : 'FAIL'}\n` +
    `First rows painted, at most ${PAINT_GOAL} ms: ${paint <= PAINT_GOAL ? 'pass' : 'FAIL'}\n`,
);
process.exitCode = passed ? 0 : 1;

async function measure(count) {
  const gateway = await GatewaySimulator.start({ keep: count });
  for (let from = 0; from < count; from += 10) {
    await send(
      gateway,
      Array.from({ length: 10 }, (_item, index) => `Message ${from + index}. Your code is 482913.`),
    );
  }
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(gateway.origin);
  await page.getByText(`${count.toLocaleString('en')} messages`).waitFor();
  const times = [];
  for (let index = 0; index < sends; index += 1) {
    const text = `Measured ${index} of ${sends}`;
    const seen = page.evaluate(whenSeen, text);
    const begun = Date.now();
    await send(gateway, [text]);
    times.push((await seen) - begun);
  }
  await page.close();
  const painted = [];
  for (let index = 0; index < loads; index += 1) painted.push(await firstPaint(gateway.origin));
  await gateway.close();
  return { times, painted };
}

/** In a browser without a cache: from the start of the navigation until the first rows have been painted. */
async function firstPaint(address) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(address, { waitUntil: 'commit' });
  const time = await page.evaluate(whenFilled);
  await context.close();
  return time;
}

async function send(gateway, texts) {
  const sms = texts.map((msg) => ({ mobile: ['919876543210'], msg }));
  const body = JSON.stringify({ userid: 'demo', senderid: 'DEMO', sms });
  const answer = await fetch(`${gateway.url}/SMSApi/send`, {
    method: 'POST',
    headers: HEADERS,
    body,
  });
  const { status } = await answer.json();
  if (status !== 'success') throw new Error(`the simulator answered ${status}`);
}

/** In the page: the time at which a text has been painted. */
function whenSeen(text) {
  return new Promise((resolve) => {
    const { document, requestAnimationFrame } = globalThis;
    const look = () => {
      const row = document.querySelector('.start');
      if (!row?.textContent?.startsWith(text)) requestAnimationFrame(look);
      // A frame later it is on the screen.
      else requestAnimationFrame(() => resolve(Date.now()));
    };
    look();
  });
}

/** In the page: how long after the navigation began the first rows were painted. */
function whenFilled() {
  return new Promise((resolve) => {
    const { document, performance, requestAnimationFrame } = globalThis;
    const look = () => {
      if (document.querySelector('.start') === null) requestAnimationFrame(look);
      else requestAnimationFrame(() => resolve(Math.round(performance.now())));
    };
    look();
  });
}
