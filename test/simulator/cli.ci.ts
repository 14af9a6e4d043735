import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PassThrough } from 'node:stream';
import { runCommand } from '../../cli/run-command.js';
import { FLAGS } from '../../cli/simulator/cli-flags.js';
import { run as runToEnd, Running } from '../docs/terminal.js';
import { afterThisTest } from '../support/clean-up.js';
import { FORM, multipart, start as startSimulator } from './client.js';
import { makePath, until } from './inbox-files.js';

const CLI = 'dist/esm/cli/sms-gateway.js';
/** Runs a command line that does not start a simulator, in this process. */
async function run(...args: string[]) {
  const argv = [process.execPath, CLI, 'simulator', ...args];
  const stdin = new PassThrough();
  const stdout = new PassThrough({ encoding: 'utf8' });
  const stderr = new PassThrough({ encoding: 'utf8' });
  const code = await runCommand({ argv, env: {}, stdin, stdout, stderr });
  return { code, stdout: String(stdout.read() ?? ''), stderr: String(stderr.read() ?? '') };
}

/** Starts a process on a free port and waits for the last line of its output. */
async function start(env: Readonly<Record<string, string>> = {}, args = '', cli = CLI) {
  const command = `exec node ${cli} simulator --port 0 ${args}`;
  const running = Running.start(command, process.cwd(), env);
  afterThisTest(() => running.stop('SIGKILL'));
  await running.untilPrinted(/Ctrl-C/);
  return { running, url: await running.untilPrinted(/(http:\/\/\S+)/) };
}

it.each([[['--help']], [['simulator', '--help']]])(
  '%j survives a reader that ends early',
  async (args) => {
    const child = spawn(process.execPath, [CLI, ...args]);
    afterThisTest(() => child.kill('SIGKILL'));
    child.stdout.destroy();
    let errors = '';
    child.stderr.on('data', (chunk) => (errors += String(chunk)));
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(errors).toBe('');
  },
);

describe('the command line', () => {
  it('prints a curl command that works unchanged, and exits by itself on SIGINT', async () => {
    const { running, url } = await start({}, '--sender-id ACMECO');
    const curl = await running.untilPrinted(/^ {2}(curl [\s\S]*?)\n\n/m);
    const answer = await runToEnd(`${curl} --silent`, process.cwd());
    expect(JSON.parse(answer)).toMatchObject({ status: 'success' });
    const list = await fetch(`${url}/api/messages`);
    expect(await list.json()).toMatchObject({ total: 1, messages: [{ otp: '482913', notes: [] }] });
    const stream = await fetch(`${url}/api/events`);
    expect(await running.stop('SIGINT')).toEqual([0, null]);
    await stream.text().catch(() => '');
  });

  it('prefers flags to the environment, prints no secrets, and exits on SIGTERM', async () => {
    const env = {
      SMS_SIMULATOR_USER_ID: 'env-user',
      SMS_SIMULATOR_USERID: 'env-user',
      SMS_SIMULATOR_PASSWORD: 'env-secret',
    };
    const { running, url } = await start(env, '--user-id flag-user --api-key=key-secret');
    expect(running.output).toContain('flag-user');
    expect(running.output).not.toMatch(/env-user|env-secret|key-secret/);
    expect(running.output).toContain(
      'There is no option for SMS_SIMULATOR_USERID, so it is ignored',
    );
    const Authorization = `Basic ${Buffer.from('flag-user:env-secret').toString('base64')}`;
    const answer = await fetch(`${url}/me/`, { method: 'POST', headers: { Authorization } });
    expect(await answer.json()).toMatchObject({ status: 'success' });
    expect(await running.stop()).toEqual([0, null]);
  });

  it('saves the inbox and exits on SIGHUP, as when its terminal closes', async () => {
    const file = await makePath();
    const { running, url } = await start({}, `--file ${file}`);
    await fetch(`${url}/SMSApi/send`, {
      method: 'POST',
      headers: { apikey: 'demo-api-key' },
      body: multipart({ userid: 'demo', msg: 'Saved' }),
    });
    expect(await running.stop('SIGHUP')).toEqual([0, null]);
    expect(await readFile(file, 'utf8')).toContain('Saved');
    expect(await readdir(dirname(file))).toEqual(['inbox.json']);
  });

  it.each(['flag', 'variable'])('prints a line for each send, with the %s', async (how) => {
    const { running, url } = await start(
      how === 'variable' ? { SMS_SIMULATOR_LOG: 'true' } : {},
      how === 'flag' ? '--log' : '',
    );
    const body = multipart({ userid: 'demo' });
    await fetch(`${url}/SMSApi/send`, {
      method: 'POST',
      headers: { apikey: 'demo-api-key' },
      body,
    });
    const line = await running.untilPrinted(/^(SMS (?!gateway).*)\n/m);
    expect(line).toBe('SMS accepted to 91••••••3210: code 482913');
  });

  it('also runs as CommonJS', async () => {
    const { running, url } = await start({}, '', 'dist/cjs/cli/sms-gateway.js');
    expect((await fetch(`${url}/health`)).status).toBe(200);
    expect(await running.stop()).toEqual([0, null]);
  });

  it('reads its file after it was killed, and keeps running when that can no longer be written', async () => {
    const file = await makePath();
    const first = await start({}, `--file ${file}`);
    const form = { ...FORM, userid: 'demo', msg: 'before the end' };
    await fetch(`${first.url}/SMSApi/send`, {
      method: 'POST',
      headers: { apikey: 'demo-api-key' },
      body: new URLSearchParams(form),
    });
    await until(file, (text) => text.includes('before the end'));
    await first.running.stop('SIGKILL');
    const { running, url } = await start({ SMS_SIMULATOR_FILE: file });
    expect(running.output).toMatch(/inbox\.json {3}\(1 message read/);
    const list = await fetch(`${url}/api/messages`);
    expect(await list.json()).toMatchObject({ total: 1, messages: [{ text: form.msg }] });
    await rm(dirname(file), { recursive: true });
    expect((await fetch(`${url}/SMSApi/send`)).status).toBe(200);
    await running.untilPrinted(
      /^sms-gateway simulator: The file .* can no longer be written \(ENOENT\)/m,
    );
    expect((await fetch(`${url}/health`)).status).toBe(200);
  });

  it('--help lists every option and --version prints the version of the package', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    expect(await run('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
    const { stdout } = await run('-h');
    for (const [flag, { value }] of Object.entries(FLAGS)) {
      expect(stdout).toContain(`\n  --${flag} ${value === '' ? '' : '<'}`);
    }
    expect(stdout.split('\n').filter((line) => line.length > 100)).toEqual([]);
  });

  it('names the package in every npx command, because npx would run another package outside a project', async () => {
    for (const args of [['--help'], ['simulator', '--help'], ['check', '--help']]) {
      const text = await runToEnd(`node ${CLI} ${args.join(' ')}`, process.cwd());
      expect(text).toContain('npx -p nestjs-sms-gateway sms-gateway');
      expect(text).not.toContain('npx sms-gateway');
    }
  });

  it('explains an invalid option and exits with 2, and with 1 if it cannot listen', async () => {
    const running = Running.start(`node ${CLI} simulator --time-zone Mars`, process.cwd());
    expect(await running.untilEnded()).toEqual([2, null]);
    expect(running.output).toMatch(/--time-zone is not valid. Provide an IANA time zone/);
    const { port } = await startSimulator();
    expect(await run('--port', String(port))).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('is in use'),
    });
  });
});
