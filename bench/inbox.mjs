// `npm run bench:inbox`: how long a message takes from the start of its send until the inbox page has
// painted it, with few and with very many messages kept. Fails if the 95th percentile with the most
// messages is over 100 ms.
//
//   --kept N     messages that are kept; default 10000
//   --sends N    sends that are measured; default 50
import { GatewaySimulator } from '../dist/esm/simulator/index.js';
import { launchBrowser } from '../scripts/chromium.mjs';
import { argumentsOf } from './arguments.mjs';
import { median, table } from './figures.mjs';
import { describe, machine } from './machine.mjs';

const values = argumentsOf(import.meta.url, {
  kept: { type: 'string', default: '10000' },
  sends: { type: 'string', default: '50' },
});
const [kept, sends] = [Number(values.kept), Number(values.sends)];
if (!(kept >= 10 && kept % 10 === 0 && sends > 0)) {
  throw new Error('--kept must be a multiple of 10, and --sends at least 1');
}
const GOAL = 100;
const HEADERS = { apikey: 'demo-api-key', 'Content-Type': 'application/json' };

const about = machine('bench:inbox');
const browser = await launchBrowser();
const rows = [];
let last = 0;
for (const count of [10, kept]) {
  const times = await measure(count);
  const sorted = times.toSorted((one, other) => one - other);
  last = sorted[Math.ceil(sorted.length * 0.95) - 1];
  rows.push([count.toLocaleString('en'), median(times), last, sorted.at(-1)]);
}
await browser.close();
const head = ['messages kept', 'median, ms', '95th percentile, ms', 'most, ms'];
process.stdout.write(
  `${describe(about)}\n\n${table(head, rows)}\n\n` +
    `From send to sight, at most ${GOAL} ms: ${last <= GOAL ? 'pass' : 'FAIL'}\n`,
);
process.exitCode = last <= GOAL ? 0 : 1;

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
  await gateway.close();
  return times;
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
