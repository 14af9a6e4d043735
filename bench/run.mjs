// `npm run bench`: every variant in fresh processes, shuffled each round, against servers in processes
// of their own. Ratios are made within a round, where the machine is the same.
//
//   --rounds N   default 7        --quick   one short round        --json FILE   the raw figures too
import { execFile, fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { median, spread, table } from './figures.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const rounds = values.quick ? 1 : Number(values.rounds);
const size = values.quick ? 0.1 : 1;

const VARIANTS = {
  'undici-dispatch': 'undici `dispatch`, by hand',
  'undici-request': 'undici `request`, by hand',
  ours: '**`SmsService.send`**',
  'ours-interceptors': '**`SmsService.send`**, own `HttpService` with interceptors',
  'node-http': 'node:http, by hand',
  'fetch-form-data': '`fetch` + `FormData`',
  'axios-form-data': 'axios + form-data, by hand',
  'http-service-form-data': '`HttpService` + form-data, by hand',
  twilio: "twilio-node's `messages.create`",
};

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

function startServer(...args) {
  return new Promise((resolve, reject) => {
    const server = fork(here('server.mjs'), args);
    server.once('message', (url) => resolve({ url, stop: () => server.disconnect() }));
    server.once('error', reject);
  });
}

// Anything would do; with a seed that is printed an order can be had again.
function shuffled(items, random) {
  const left = [...items];
  return items.map(() => left.splice(Math.floor(random() * left.length), 1)[0]);
}

function randomOf(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}

const [plain, tls, slow] = await Promise.all([
  startServer(),
  startServer('--tls'),
  startServer('--delay', '20'),
]);
const cases = [
  { name: 'plain, 1 at a time', url: plain.url, concurrency: 1, sends: 2000 },
  { name: 'plain, 10 at a time', url: plain.url, concurrency: 10, sends: 6000 },
  { name: 'plain, 50 at a time', url: plain.url, concurrency: 50, sends: 8000 },
  { name: 'TLS, 50 at a time', url: tls.url, concurrency: 50, sends: 6000 },
  { name: 'a server that takes 20 ms, 50 at a time', url: slow.url, concurrency: 50, sends: 4000 },
].map((one) => ({ ...one, sends: Math.ceil(one.sends * size) }));

const env = {
  ...process.env,
  NODE_EXTRA_CA_CERTS: fileURLToPath(new URL('../test/faults/tls/cert.pem', import.meta.url)),
};
const figures = Object.fromEntries(Object.keys(VARIANTS).map((variant) => [variant, []]));
const random = randomOf(Number(values.seed));
for (let round = 1; round <= rounds; round += 1) {
  process.stderr.write(`round ${round} of ${rounds}\n`);
  for (const variant of shuffled(Object.keys(VARIANTS), random)) {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [here('client.mjs'), JSON.stringify({ variant, cases })],
      { env, maxBuffer: 1 << 24 },
    );
    figures[variant].push(JSON.parse(stdout));
  }
}
for (const server of [plain, tls, slow]) server.stop();

const of = (variant, index, key) => figures[variant].map((round) => round[index][key]);
const ratios = (variant, base, index) =>
  of(variant, index, 'cpu').map((cpu, round) => cpu / of(base, index, 'cpu')[round]);

const print = (text) => process.stdout.write(`${text}\n`);
print(`${cpus()[0].model}, ${cpus().length} cores, Node.js ${process.version}`);
print(
  `npm run bench: ${rounds} round(s), seed ${values.seed}; medians, with the least and the most.`,
);
cases.forEach(({ name }, index) => {
  const rows = Object.entries(VARIANTS).map(([variant, title]) => [
    title,
    spread(of(variant, index, 'cpu')),
    `${median(ratios(variant, 'ours', index)).toFixed(2)} ×`,
    spread(of(variant, index, 'rate')),
    median(of(variant, index, 'p50')).toFixed(2),
    median(of(variant, index, 'p99')).toFixed(2),
  ]);
  print(`\n### ${name}\n`);
  print(
    table(['', 'CPU per send, µs', 'against ours', 'sends per second', 'p50, ms', 'p99, ms'], rows),
  );
});

const AT_50 = 2;
const goals = [
  [
    'ours / undici request',
    median(ratios('ours', 'undici-request', AT_50)),
    (ratio) => ratio <= 1.5,
    'at most 1.5',
  ],
  [
    'HttpService + form-data / ours',
    median(ratios('http-service-form-data', 'ours', AT_50)),
    (ratio) => ratio >= 3.5,
    'at least 3.5',
  ],
  [
    'twilio-node / ours',
    median(ratios('twilio', 'ours', AT_50)),
    (ratio) => ratio >= 2.5,
    'at least 2.5',
  ],
];
print('\n### Goals, CPU per send, plain, 50 at a time\n');
for (const [name, ratio, holds, goal] of goals) {
  print(`- ${name}: ${ratio.toFixed(2)} (${goal}): ${holds(ratio) ? 'holds' : 'MISSED'}`);
}
if (values.json) writeFileSync(values.json, JSON.stringify({ cases, figures }, undefined, 2));
