// `npm run bench:startup`: what the package adds to the start of an app. Each run is a process of its
// own: import Nest, import the package, boot an app with one account, send one message.
//
//   --rounds N   default 9
//   --vs DIR     also measures the package built in another checkout, in turn, and prints ratios
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { argumentsOf } from './arguments.mjs';
import { median, spread, table } from './figures.mjs';
import { startServer } from './gateway.mjs';
import { describe, machine } from './machine.mjs';

const values = argumentsOf(import.meta.url, {
  rounds: { type: 'string', default: '9' },
  vs: { type: 'string' },
});
const rounds = Number(values.rounds);
if (!(Number.isInteger(rounds) && rounds > 0)) throw new Error('--rounds must be a whole number');

const PROGRAM = `
const times = [performance.now()];
const { NestFactory } = await import('@nestjs/core');
await import('@nestjs/common');
times.push(performance.now());
const { SmsGatewayModule, SmsService } = await import('nestjs-sms-gateway');
times.push(performance.now());
const account = SmsGatewayModule.forRoot({
  baseUrl: process.env.GATEWAY,
  auth: { method: 'token', userId: 'u', password: 'p', timeZone: 'UTC' },
});
const app = await NestFactory.createApplicationContext(account, { logger: false, abortOnError: false });
times.push(performance.now());
await app.get(SmsService).send({ to: '919876543210', text: 'Your code is 482913' });
times.push(performance.now());
await app.close();
console.log(JSON.stringify(times));
`;
const STEPS = ['import of Nest', 'import of the package', 'boot', 'first send'];

async function measure(cwd, url) {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', PROGRAM],
    { cwd, env: { ...process.env, GATEWAY: url } },
  );
  const times = JSON.parse(stdout);
  return STEPS.map((_, step) => times[step + 1] - times[step]);
}

const added = (run) => run[1] + run[2] + run[3];

function report(name, runs) {
  const rows = STEPS.map((step, index) => [step, spread(runs.map((run) => run[index]))]);
  rows.push(['import, boot and first send together', spread(runs.map(added))]);
  const ratio = spread(
    runs.map((run) => run[1] / run[0]),
    2,
  );
  return `${name}\n\n${table(['ms, median (least–most)', 'ms'], rows)}\n\nImport of the package / import of Nest: ${ratio} (goal: at most 0.45)\n`;
}

const about = machine('bench:startup');
const server = await startServer();
const here = fileURLToPath(new URL('..', import.meta.url));
const ours = [];
const theirs = [];
await measure(here, server.url);
for (let round = 0; round < rounds; round += 1) {
  ours.push(await measure(here, server.url));
  if (values.vs) theirs.push(await measure(values.vs, server.url));
}
server.stop();
process.stdout.write(`${describe(about)}\n${rounds} rounds\n\n${report('This checkout', ours)}`);
if (values.vs) {
  const ratios = ours.map((run, round) => added(run) / added(theirs[round]));
  process.stdout.write(
    `\n${report('The other checkout', theirs)}\nTogether, this checkout / the other: ${median(ratios).toFixed(2)}\n`,
  );
}
