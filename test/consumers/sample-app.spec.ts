import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { promisify } from 'node:util';

const NEST = 'node_modules/@nestjs/cli/bin/nest.js';
let running: ChildProcess | undefined;

// As `npm start` does it, on the built package.
beforeAll(() => promisify(execFile)(process.execPath, [NEST, 'build']), 120_000);

// A test that failed leaves nothing behind.
afterEach(() => running?.kill('SIGKILL'));

/** Starts the built sample app, with no settings but its port. */
function start(port: number): { app: ChildProcess; said: () => string } {
  const settings = Object.entries(process.env).filter(([name]) => !name.startsWith('SMS_'));
  const env = { ...Object.fromEntries(settings), NODE_OPTIONS: '', PORT: String(port) };
  const app = spawn(process.execPath, ['sample-app/dist/main.js'], { env });
  running = app;
  let said = '';
  app.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  app.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return { app, said: () => said };
}

async function untilSaid(app: ChildProcess, said: () => string, text: string): Promise<void> {
  let ended = false;
  const end = once(app, 'close').then(() => (ended = true));
  while (!said().includes(text)) {
    if (ended) throw new Error(`The app ended: ${said()}`);
    await Promise.race([once(app.stdout!, 'data'), end]);
  }
}

function addressIn(said: string, label: string): string {
  return new RegExp(`${label} +(http://\\S+)`).exec(said)?.[1] ?? '';
}

it.each(['SIGTERM', 'SIGINT'] as const)(
  'says where it is, sends what is posted, and ends by itself on %s',
  async (signal) => {
    const { app, said } = start(0);
    await untilSaid(app, said, 'Ctrl-C ends it.');
    const answer = await fetch(`${addressIn(said(), 'App')}/sms`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{ "to": "+91 98765 43210", "text": "Your code is 482913" }',
    });
    const inbox = await fetch(addressIn(said(), 'Messages'));

    expect(answer.status).toBe(201);
    expect(await inbox.text()).toContain('Your code is 482913');
    expect((await fetch(addressIn(said(), 'Swagger'))).status).toBe(200);

    app.kill(signal);
    // Nest ends the process with the signal it got, once everything is closed.
    expect(await once(app, 'exit')).toEqual([null, signal]);
  },
  60_000,
);

it('says what to do where its port is in use, and ends', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  const { app, said } = start(port);
  const [code] = await once(app, 'close');
  holder.close();

  expect(code).toBe(1);
  expect(said()).toContain(`Port ${port} is in use. Give another one: PORT=${port + 1} npm start`);
}, 60_000);
