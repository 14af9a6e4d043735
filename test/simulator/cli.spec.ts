import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { nameFlags, readCommandLine } from '../../lib/simulator/cli/cli-flags.js';
import { start as startSimulator } from './client.js';

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

/** Starts the command line on a free port and waits until it has said its last word. */
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

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'serves until %s, then ends by itself',
    async (signal) => {
      const { child, url } = await start(cli, {});
      const stream = await fetch(`${url}/api/events`);
      const exit = once(child, 'exit');
      child.kill(signal);
      expect(await exit).toEqual([0, null]);
      await stream.text().catch(() => '');
    },
  );

  it('prints a curl that works as it stands', async () => {
    const { text, url } = await start(cli, {});
    const curl = /^ {2}(curl [\s\S]*?)\n\n/m.exec(text)?.[1] ?? '';
    const answer = await new Promise<string>((resolve) => {
      execFile('sh', ['-c', `${curl} --silent`], (_error, stdout) => resolve(stdout));
    });
    expect(JSON.parse(answer)).toMatchObject({ status: 'success' });
    const list = await fetch(`${url}/api/messages`);
    expect(await list.json()).toMatchObject({ total: 1, messages: [{ otp: '482913', notes: [] }] });
  });

  it('takes its options from flags before the environment, and prints no secret that it was given', async () => {
    const env = { SMS_SIMULATOR_USER_ID: 'env-user', SMS_SIMULATOR_PASSWORD: 'env-secret' };
    const { text, url } = await start(cli, env, '--user-id', 'flag-user', '--api-key=key-secret');
    expect(text).toContain('flag-user');
    expect(text).not.toMatch(/env-user|env-secret|key-secret/);
    const Authorization = `Basic ${Buffer.from('flag-user:env-secret').toString('base64')}`;
    const answer = await fetch(`${url}/me/`, { method: 'POST', headers: { Authorization } });
    expect(await answer.json()).toMatchObject({ status: 'success' });
  });

  it('--help names every option and --version the version of the package', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    expect(await run(cli, '--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
    const { stdout } = await run(cli, '-h');
    for (const flag of [
      'port',
      'host',
      'user-id',
      'password',
      'api-key',
      'token-ttl',
      'time-zone',
    ]) {
      expect(stdout).toContain(`--${flag} <`);
    }
  });

  it('says what is wrong with an option and exits with 1', async () => {
    const zone = await run(cli, '--time-zone', 'Mars');
    expect(zone).toMatchObject({ code: 1, stdout: '' });
    expect(zone.stderr).toMatch(/--time-zone "Mars" is no IANA time zone; give one such as/);
    const taken = await startSimulator();
    const port = await run(cli, '--port', String(taken.port));
    expect(port).toMatchObject({ code: 1, stderr: expect.stringContaining('is in use') });
  });
});

describe('a command line', () => {
  it.each([
    [['--prot', '1'], /'--prot'.*--help/],
    [['serve'], /serve.*--help/],
    [['--port'], /--port.*--help/],
  ])('%j is refused with a hint', (args, message) => {
    expect(() => readCommandLine(args, {})).toThrow(message);
  });

  it.each([[''], ['x'], ['4010x'], ['0x10']])('does not take %j for a port', (port) => {
    expect(readCommandLine([`--port=${port}`], {})).toEqual({
      do: 'start',
      options: { port: Number.NaN },
    });
  });

  it('takes a flag more than once where that makes sense', () => {
    const args = ['--sender-id', 'A', '--sender-id', 'B', '--token-ttl', '0.5'];
    expect(readCommandLine(args, { SMS_SIMULATOR_ALLOWED_HOST: 'a.test, b.test' })).toEqual({
      do: 'start',
      options: {
        port: 4010,
        senderIds: ['A', 'B'],
        tokenTtl: 0.5,
        allowedHosts: ['a.test', 'b.test'],
      },
    });
  });

  it('is told of errors in its own words', () => {
    const message =
      'GatewaySimulator.start: tokenTtl must be x; host a is b, so inboxPassword must be c.';
    expect(nameFlags(message)).toBe(
      '--token-ttl must be x; --host a is b, so --inbox-password must be c.',
    );
  });
});
