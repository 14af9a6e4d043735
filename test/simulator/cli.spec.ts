import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PassThrough } from 'node:stream';
import { runCommand } from '../../cli/run-command.js';
import {
  FLAGS,
  readCommandLine,
  variableOf,
  warningsAbout,
} from '../../cli/simulator/cli-flags.js';
import { resolveOptions } from '../../simulator/options/check-options.js';
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
    ['typeCheck', ['--type-check', 'ascii'], { SMS_SIMULATOR_TYPE_CHECK: 'ascii' }, 'ascii'],
    ['webhooks', ['--webhooks'], { SMS_SIMULATOR_WEBHOOKS: 'true' }, true],
  ])('has %s', (option, args, environment, value) => {
    const expected = { options: { [option]: value } };
    expect(readCommandLine(args, {})).toMatchObject(expected);
    expect(readCommandLine([], environment)).toMatchObject(expected);
  });

  it('has accounts and switches', () => {
    const args = ['--account', 'shop:p', '--accept-any', '--account=alerts::key'];
    const environment = {
      SMS_SIMULATOR_ACCOUNT: 'a:b:c:d, e:f',
      SMS_SIMULATOR_ACCEPT_ANY: 'false',
    };
    const accounts = [
      { userId: 'shop', password: 'p' },
      { userId: 'alerts', apiKey: 'key' },
    ];
    expect(readCommandLine(args, {})).toMatchObject({ options: { accounts, acceptAny: true } });
    expect(readCommandLine([], environment)).toMatchObject({
      options: {
        accounts: [
          { userId: 'a', password: 'b', apiKey: 'c:d' },
          { userId: 'e', password: 'f' },
        ],
        acceptAny: false,
      },
    });
  });

  it('has templates, which may contain commas', () => {
    const templates = ['Dear {#var#}, hi', 'Bye, {#var#}'];
    const args = templates.map((text) => `--template=${text}`);
    expect(readCommandLine(args, {})).toMatchObject({ options: { templates } });
    const environment = { SMS_SIMULATOR_TEMPLATE: templates.join('\n') };
    expect(readCommandLine([], environment)).toMatchObject({ options: { templates } });
  });

  it('has the fields, states and headers of delivery reports', () => {
    const args = ['--report-fields', 'transactionId=Transactionid, recipient=mobileNo'];
    args.push('--report-states=delivered=DELIVRD', '--report-header', 'X-Key: a:b, c');
    args.push('--report-codes', 'delivered=0,failed=1');
    expect(readCommandLine(args, {})).toMatchObject({
      options: {
        reportFields: { transactionId: 'Transactionid', recipient: 'mobileNo' },
        reportStates: { delivered: 'DELIVRD' },
        reportCodes: { delivered: '0', failed: '1' },
        reportHeaders: { 'X-Key': 'a:b, c' },
      },
    });
    const environment = {
      SMS_SIMULATOR_REPORT_FIELDS: 'uuId',
      SMS_SIMULATOR_REPORT_HEADER: 'X-Key: a,b\nX-Other: c',
    };
    expect(readCommandLine([], environment)).toMatchObject({
      options: { reportFields: 'uuId', reportHeaders: { 'X-Key': 'a,b', 'X-Other': 'c' } },
    });
  });

  it.each(['shop', 'shop:', ':p', '::key', ''])('says how to write the account %j', (account) => {
    const how = '--account must be user:password or user:password:key.';
    expect(() => readCommandLine([`--account=${account}`], {})).toThrow(how);
  });

  it.each([
    [
      ['--report-codes', '0'],
      {},
      '--report-codes is not valid. Provide codes like delivered=0,failed=1.',
    ],
    [['--report-header', 'X'], {}, "--report-header is not valid. Provide a header like 'X-Key: s"],
    [
      [],
      { SMS_SIMULATOR_REPORT_STATES: 'OK' },
      'SMS_SIMULATOR_REPORT_STATES is not valid. Provide words like ',
    ],
  ])('says how to write %j %j', (args, environment, how) => {
    expect(() => readCommandLine(args, environment)).toThrow(how);
  });

  it('warns of a variable that no option reads, except for those of Kubernetes', () => {
    const environment = {
      SMS_SIMULATOR_PRTO: '1',
      SMS_SIMULATOR_COLOUR: 'red',
      SMS_SIMULATOR_PORT: '4010',
      SMS_SIMULATOR_PORT_4010_TCP_ADDR: '10.0.0.1',
      SMS_SIMULATOR_SERVICE_HOST: '10.0.0.1',
      SMS_PASSWORD: 'secret',
    };
    expect(warningsAbout(environment)).toEqual([
      'There is no option for SMS_SIMULATOR_PRTO, so it is ignored; did you mean SMS_SIMULATOR_PORT?',
      'There is no option for SMS_SIMULATOR_COLOUR, so it is ignored.',
    ]);
  });

  it('has the port that the health check of the image asks', async () => {
    const dockerfile = await readFile('docker/Dockerfile', 'utf8');
    const { SMS_SIMULATOR_PORT: port } = Object.fromEntries(
      [...dockerfile.matchAll(/(SMS_\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
    );
    expect(dockerfile).toContain(`EXPOSE ${port}\n`);
    expect(/^HEALTHCHECK .*\n.*$/m.exec(dockerfile)?.[0]).toContain(
      "'http://127.0.0.1:' + process.env.SMS_SIMULATOR_PORT + '/health'",
    );
  });

  it('knows every variable of the Dockerfile and the compose file', async () => {
    const known = Object.keys(FLAGS).map(variableOf);
    for (const file of ['docker/Dockerfile', 'docker/compose.yml']) {
      const used = (await readFile(file, 'utf8')).match(/SMS_SIMULATOR_[A-Z_]+/g);
      expect(known).toEqual(expect.arrayContaining(used ?? ['no variable']));
    }
  });

  it.each([
    [{ port: Number.NaN }, '--port is not valid. Provide a whole number'],
    [{ senderIds: [''] }, '--sender-id[0] is empty. Provide a sender identifier'],
    [{ host: '999.1.1.1' }, '--host is not valid. Provide a host name or address like 127.0.0.1'],
    [{ host: '0.0.0.0' }, '--host 0.0.0.0 can be reached'],
    [{ host: '0.0.0.0' }, 'Set --inbox-password'],
    [{ accounts: [{ userId: 'a' }] }, '--account[0] has neither a password nor an apiKey'],
    [{ accounts: [{ userId: 'demo', apiKey: 'k' }] }, '--account repeats a user id'],
  ])('names the flag in errors like that of %j', (options, message) => {
    const request = readCommandLine([], {});
    if (request === 'help') throw new Error('It does not start.');
    expect(() => resolveOptions(options, request.nameOf)).toThrow(message);
  });

  it('names the variable if its value came from the environment', () => {
    const request = readCommandLine([], { SMS_SIMULATOR_PORT: 'tcp://10.0.0.1:80' });
    if (request === 'help') throw new Error('It does not start.');
    const { options, nameOf } = request;
    expect(() => resolveOptions(options, nameOf)).toThrow(
      'SMS_SIMULATOR_PORT is not valid. Provide a whole',
    );
  });
});
