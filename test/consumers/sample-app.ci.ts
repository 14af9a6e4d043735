import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { promisify } from 'node:util';
import { Running } from '../docs/terminal.js';
import { afterThisTest } from '../support/clean-up.js';

// Compiles the package and the app, unless that has been done.
const build = () => promisify(execFile)(process.execPath, ['scripts/build-sample-app.mjs']);
beforeAll(build, 120_000);

/** Runs `npm start` with no settings but its port, as the leader of its own process group. */
function npmStart(port = 0): Running {
  const npm = Running.start('exec npm start', process.cwd(), { PORT: String(port) });
  // A test that failed leaves nothing behind.
  afterThisTest(() => npm.stop('SIGKILL'));
  return npm;
}

it('prints its addresses, sends what is posted, and ends on Ctrl-C', async () => {
  const npm = npmStart();
  await npm.untilPrinted(/Ctrl-C ends it\./);
  const answer = await fetch(`${await npm.untilPrinted(/App +(http:\S+)/)}/sms`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{ "to": "+91 98765 43210", "text": "Your code is 482913" }',
  });
  const inbox = await fetch(await npm.untilPrinted(/Messages +(http:\S+)/));

  expect(answer.status).toBe(201);
  expect(await inbox.text()).toContain('Your code is 482913');
  expect((await fetch(await npm.untilPrinted(/Swagger +(http:\S+)/))).status).toBe(200);
  // A terminal sends it to everything that it runs.
  expect(await npm.stop('SIGINT')).toEqual([null, 'SIGINT']);
}, 120_000);

it('ends the app if only npm gets SIGTERM', async () => {
  const npm = npmStart();
  await npm.untilPrinted(/Ctrl-C ends it\./);
  expect(await npm.kill('SIGTERM')).toEqual([null, 'SIGTERM']);
}, 120_000);

it('says what it builds before it does so, and ends on SIGTERM meanwhile', async () => {
  rmSync('sample-app/dist/built-from');
  const npm = npmStart();
  await npm.untilPrinted(/Building the sample app\.\.\./);
  expect(await npm.kill('SIGTERM')).toEqual([null, 'SIGTERM']);
  expect(npm.output).not.toContain('Swagger');
}, 120_000);

it('builds nothing if nothing has changed', async () => {
  await build();
  const { stderr } = await build();
  expect(stderr).toBe('');
}, 120_000);

it('says what to do if its port is in use, and ends', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  afterThisTest(() => void holder.close());
  const { port } = holder.address() as AddressInfo;

  const npm = npmStart(port);
  expect(await npm.untilEnded()).toEqual([1, null]);
  expect(npm.output).toContain(`Port ${port} is in use.`);
  expect(npm.output).toContain(`PORT=${port + 1}`);
}, 120_000);
