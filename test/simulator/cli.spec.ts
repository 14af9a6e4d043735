import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FLAGS, readCommandLine } from '../../lib/simulator/cli/cli-flags.js';
import { resolveOptions } from '../../lib/simulator/simulator.options.js';
import { FORM, start as startSimulator } from './client.js';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

const children: ChildProcess[] = [];
const builds = ['dist/esm/simulator/cli.js', 'dist/cjs/simulator/cli.js'];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

function run(cli: string, ...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [cli, ...args], (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

/** Starts the command line on a free port and waits for the last line of its output. */
async function start(cli: string, env: NodeJS.ProcessEnv, ...args: string[]) {
  const child = spawn(process.execPath, [cli, '--port', '0', ...args], {
    env: { ...process.env, ...env },
  });
  children.push(child);
  let text = '';
  for await (const chunk of child.stdout) {
    text += String(chunk);
    if (text.includes('Ctrl-C')) break;
  }
  return { child, text, url: /http:\/\/\S+/.exec(text)?.[0] ?? '' };
}

describe.each(builds)('the command line in %s', (cli) => {
  it('is built', () => {
    expect(existsSync(cli)).toBe(true);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('runs until %s, then exits by itself', async (signal) => {
    const { child, url } = await start(cli, {});
    const stream = await fetch(`${url}/api/events`);
    const exit = once(child, 'exit');
    child.kill(signal);
    expect(await exit).toEqual([0, null]);
    await stream.text().catch(() => '');
  });

  it('prints a curl command that works unchanged', async () => {
    const { text, url } = await start(cli, {});
    const curl = /^ {2}(curl [\s\S]*?)\n\n/m.exec(text)?.[1] ?? '';
    const answer = await new Promise<string>((resolve) => {
      execFile('sh', ['-c', `${curl} --silent`], (_error, stdout) => resolve(stdout));
    });
    expect(JSON.parse(answer)).toMatchObject({ status: 'success' });
    const list = await fetch(`${url}/api/messages`);
    expect(await list.json()).toMatchObject({ total: 1, messages: [{ otp: '482913', notes: [] }] });
  });

  it('prefers flags to the environment, and does not print secrets', async () => {
    const env = { SMS_SIMULATOR_USER_ID: 'env-user', SMS_SIMULATOR_PASSWORD: 'env-secret' };
    const { text, url } = await start(cli, env, '--user-id', 'flag-user', '--api-key=key-secret');
    expect(text).toContain('flag-user');
    expect(text).not.toMatch(/env-user|env-secret|key-secret/);
    const Authorization = `Basic ${Buffer.from('flag-user:env-secret').toString('base64')}`;
    const answer = await fetch(`${url}/me/`, { method: 'POST', headers: { Authorization } });
    expect(await answer.json()).toMatchObject({ status: 'success' });
  });

  it('reads its file again after it was killed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sms-cli-'));
    try {
      const file = join(folder, 'inbox.json');
      const first = await start(cli, {}, '--file', file);
      const form = { ...FORM, userid: 'demo', msg: 'before the end' };
      await fetch(`${first.url}/SMSApi/send`, {
        method: 'POST',
        headers: { apikey: 'demo-api-key' },
        body: new URLSearchParams(form),
      });
      while (!(await readFile(file, 'utf8')).includes('before the end')) await nextTurn();
      const exit = once(first.child, 'exit');
      first.child.kill('SIGKILL');
      await exit;
      const second = await start(cli, { SMS_SIMULATOR_FILE: file });
      expect(second.text).toMatch(/inbox\.json {3}\(1 message read/);
      const list = await fetch(`${second.url}/api/messages`);
      expect(await list.json()).toMatchObject({ total: 1, messages: [{ text: form.msg }] });
      const third = await run(cli, '--port', '0', '--file', file);
      expect(third).toMatchObject({ code: 1, stderr: expect.stringContaining('is in use by') });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('reports on stderr that its file can no longer be written, and keeps running', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sms-cli-'));
    const { child, url } = await start(cli, {}, '--file', join(folder, 'inbox.json'));
    const warning = once(child.stderr, 'data');
    await rm(folder, { recursive: true });
    const answer = await fetch(`${url}/SMSApi/send`);
    expect(answer.status).toBe(200);
    expect(String(await warning)).toMatch(
      /^sms-gateway-simulator: The file .* can no longer be written \(ENOENT\)/,
    );
    expect((await fetch(`${url}/health`)).status).toBe(200);
  });

  it('--help lists every option and --version prints the version of the package', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    expect(await run(cli, '--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
    const { stdout } = await run(cli, '-h');
    for (const flag of Object.keys(FLAGS)) expect(stdout).toContain(`\n  --${flag} <`);
    expect(stdout.split('\n').filter((line) => line.length > 100)).toEqual([]);
  });

  it('explains an invalid option and exits with 1', async () => {
    const zone = await run(cli, '--time-zone', 'Mars');
    expect(zone).toMatchObject({ code: 1, stdout: '' });
    expect(zone.stderr).toMatch(/--time-zone must be an IANA time zone such as/);
    const taken = await startSimulator();
    const port = await run(cli, '--port', String(taken.port));
    expect(port).toMatchObject({ code: 1, stderr: expect.stringContaining('is in use') });
  });
});

describe('a command line', () => {
  it.each([
    [['--prot', '1'], "There is no option '--prot'; did you mean --port? "],
    [['--userId', 'u'], "There is no option '--userId'; did you mean --user-id? "],
    [['-p', '1'], "There is no option '-p'; did you mean --port or --password? "],
    [['--colour'], "There is no option '--colour'. "],
    [['serve'], "'serve' is not an option. Options start with two dashes. "],
    [['--port'], '--port needs a value. '],
  ])('%j is rejected with a hint', (args, message) => {
    expect(() => readCommandLine(args, {})).toThrow(`${message}--help lists the options.`);
  });

  it.each([[''], ['x'], ['4010x'], ['0x10']])('%j is not a port', (port) => {
    expect(readCommandLine([`--port=${port}`], {})).toMatchObject({
      options: { port: Number.NaN },
    });
  });

  it('repeats flags that are lists, and reads lists from the environment', () => {
    const args = ['--sender-id', 'A', '--sender-id', 'B', '--token-ttl', '0.5'];
    expect(readCommandLine(args, { SMS_SIMULATOR_ALLOWED_HOST: 'a.test, b.test' })).toEqual({
      do: 'start',
      options: {
        port: 4010,
        senderIds: ['A', 'B'],
        tokenTtl: 0.5,
        allowedHosts: ['a.test', 'b.test'],
      },
      nameOf: expect.any(Function),
    });
  });

  it('has a flag for every option that can be written as text', () => {
    const {
      now: _now,
      onWarning: _onWarning,
      expiredToken: _expired,
      ...options
    } = resolveOptions();
    const { maxBodyBytes: _maxBodyBytes, ...carried } = options;
    const flags = Object.values(FLAGS).map(({ option }) => option);
    expect(flags).toEqual(expect.arrayContaining(Object.keys(carried)));
    expect(new Set(flags).size).toBe(flags.length);
  });

  it.each([
    [{ port: Number.NaN }, '--port must be a whole number'],
    [{ senderIds: [''] }, '--sender-id.0 must be a sender identifier'],
    [{ host: '0.0.0.0' }, '--host 0.0.0.0 can be reached'],
    [{ host: '0.0.0.0' }, 'Set --inbox-password'],
  ])('names the flag in errors such as that of %j', (options, message) => {
    const request = readCommandLine([], {});
    if (request.do !== 'start') throw new Error('It does not start.');
    expect(() => resolveOptions(options, request.nameOf)).toThrow(message);
  });

  it('names the variable if its value came from the environment', () => {
    const request = readCommandLine([], { SMS_SIMULATOR_PORT: 'tcp://10.0.0.1:80' });
    if (request.do !== 'start') throw new Error('It does not start.');
    const { options, nameOf } = request;
    expect(() => resolveOptions(options, nameOf)).toThrow('SMS_SIMULATOR_PORT must be a whole');
  });
});
