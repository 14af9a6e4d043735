import { readFile } from 'node:fs/promises';
import {
  FLAGS,
  readCommandLine,
  variableOf,
  warningsAbout,
} from '../../cli/simulator/cli-flags.js';
import { resolveOptions } from '../../simulator/options/check-options.js';

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
