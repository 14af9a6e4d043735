import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { promisify } from 'node:util';

let running: ChildProcess | undefined;

// Compiles the package and the app, unless that has been done.
const build = () => promisify(execFile)(process.execPath, ['scripts/build-sample-app.mjs']);
beforeAll(build, 120_000);

// A test that failed leaves nothing behind.
afterEach(() => {
  try {
    if (running?.pid !== undefined) process.kill(-running.pid, 'SIGKILL');
  } catch {
    // Everything has ended.
  }
});

/** Runs `npm start` with no settings but its port, as the leader of its own process group. */
function npmStart(port: number): { npm: ChildProcess; said: () => string } {
  const settings = Object.entries(process.env).filter(([name]) => !name.startsWith('SMS_'));
  const env = { ...Object.fromEntries(settings), NODE_OPTIONS: '', PORT: String(port) };
  const npm = spawn('npm', ['start'], { env, detached: true });
  running = npm;
  let said = '';
  npm.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  npm.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return { npm, said: () => said };
}

async function untilSaid(npm: ChildProcess, said: () => string, text: string): Promise<void> {
  let ended = false;
  const end = once(npm, 'close').then(() => (ended = true));
  while (!said().includes(text)) {
    if (ended) throw new Error(`The app ended: ${said()}`);
    await Promise.race([once(npm.stdout!, 'data'), once(npm.stderr!, 'data'), end]);
  }
}

function addressIn(said: string, label: string): string {
  return new RegExp(`${label} +(http://\\S+)`).exec(said)?.[1] ?? '';
}

it('prints its addresses, sends what is posted, and ends on Ctrl-C', async () => {
  const { npm, said } = npmStart(0);
  await untilSaid(npm, said, 'Ctrl-C ends it.');
  const answer = await fetch(`${addressIn(said(), 'App')}/sms`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{ "to": "+91 98765 43210", "text": "Your code is 482913" }',
  });
  const inbox = await fetch(addressIn(said(), 'Messages'));

  expect(answer.status).toBe(201);
  expect(await inbox.text()).toContain('Your code is 482913');
  expect((await fetch(addressIn(said(), 'Swagger'))).status).toBe(200);

  // A terminal sends it to everything that it runs. `close` comes once nobody holds the output.
  process.kill(-npm.pid!, 'SIGINT');
  expect(await once(npm, 'close')).toEqual([null, 'SIGINT']);
}, 120_000);

it('ends the app if only npm gets SIGTERM', async () => {
  const { npm, said } = npmStart(0);
  await untilSaid(npm, said, 'Ctrl-C ends it.');
  npm.kill('SIGTERM');
  expect(await once(npm, 'close')).toEqual([null, 'SIGTERM']);
}, 120_000);

it('says what it builds before it does so, and ends on SIGTERM meanwhile', async () => {
  rmSync('sample-app/dist/built-from');
  const { npm, said } = npmStart(0);
  await untilSaid(npm, said, 'Building the sample app...');
  npm.kill('SIGTERM');
  expect(await once(npm, 'close')).toEqual([null, 'SIGTERM']);
  expect(said()).not.toContain('Swagger');
}, 120_000);

it('builds nothing if nothing has changed', async () => {
  await build();
  const { stderr } = await build();
  expect(stderr).toBe('');
}, 120_000);

it('says what to do if its port is in use, and ends', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;

  const { npm, said } = npmStart(port);
  expect(await once(npm, 'close')).toEqual([1, null]);
  expect(said()).toContain(`Port ${port} is in use.`);
  expect(said()).toContain(`PORT=${port + 1}`);
  holder.close();
}, 120_000);
