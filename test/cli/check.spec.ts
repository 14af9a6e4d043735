import { Logger } from '@nestjs/common';
import { runCommand } from '../../cli/run-command.js';
import { GatewaySimulator, type GatewaySimulatorOptions } from '../../simulator/index.js';
import { VERSION } from '../../lib/core/common/version.js';
import { afterThisTest } from '../support/clean-up.js';
import { eventually } from '../support/eventually.js';
import { rejection, type Script, ScriptedGateway, token } from '../support/scripted-gateway.js';
import { argvOf, run, TestTerminal } from './terminal.js';

const PASSWORD = 'p@ss word+1';
const API_KEY = 'key-4711-abc';
const TO = '919876543210';

beforeAll(() => Logger.overrideLogger(false));

const forUrl = (url: string, args: readonly string[] = []) => [
  'check',
  '--base-url',
  url,
  '--user-id',
  'acme',
  ...args,
];

async function start(options: GatewaySimulatorOptions = {}): Promise<GatewaySimulator> {
  const account = { userId: 'acme', password: PASSWORD, apiKey: API_KEY };
  const gateway = await GatewaySimulator.start({ ...account, ...options });
  afterThisTest(() => gateway.close());
  return gateway;
}

const withPassword = { SMS_PASSWORD: PASSWORD };

describe('sms-gateway check', () => {
  it('says that the login works, prints the options to copy, and sends nothing', async () => {
    const gateway = await start({ timeZone: 'Asia/Kolkata' });
    const { code, shown } = await run(forUrl(gateway.url), withPassword);
    expect(shown).toContain('✓ Login: the gateway gave an access token.');
    expect(shown).toContain(
      '✓ Token without a word before it (no scheme): accepted. A made-up one was refused.',
    );
    expect(shown).toContain(`
  SmsGatewayModule.forRoot({
    baseUrl: '${gateway.url}',
    auth: {
      method: 'token',
      userId: 'acme',
      password: process.env.SMS_PASSWORD!,
      timeZone: 'Asia/Kolkata'
    }
  })
`);
    expect(shown).toContain('Nothing was sent.');
    expect(code).toBe(0);
    expect(gateway.messages).toEqual([]);
  });

  it('lists the time zones that expires_after fits, the one with the most usual lifetime first', async () => {
    const gateway = await start({ timeZone: 'Asia/Kolkata' });
    const { shown } = await run(forUrl(gateway.url), withPassword);
    expect(shown).toMatch(/A token lasts\n +1 h +Asia\/Kolkata, .*\n(?: +.+\n)*? +\(and \d+ more/);
  });

  it.each([
    ['Asia/Kolkata', '✓ Time zone: Asia/Kolkata fits best. A token lasts 1 h there.'],
    ['Asia/Calcutta', '✓ Time zone: Asia/Calcutta fits best. A token lasts 1 h there.'],
    [
      'Europe/Berlin',
      /\? Time zone: Europe\/Berlin is possible, but a token would last \d+ min there\. Asia\/Kolkata fits better, with 1 h\./,
    ],
  ])('compares the time zone %s with the one that fits best', async (zone, finding) => {
    const gateway = await start({ timeZone: 'Asia/Kolkata' });
    const flag = ['--time-zone', zone];
    for (const { code, shown } of [
      await run(forUrl(gateway.url, flag), withPassword),
      await run(forUrl(gateway.url), { ...withPassword, SMS_TIME_ZONE: zone }),
      await run(forUrl(gateway.url, flag), { ...withPassword, SMS_TIME_ZONE: 'Asia/Tokyo' }),
    ]) {
      expect(shown).toMatch(finding);
      expect(shown.match(/^. Time zone: /gm)).toHaveLength(1);
      expect(shown).toContain(`timeZone: '${zone}'`);
      expect(code).toBe(0);
    }
  });

  it('treats an empty SMS_TIME_ZONE as not set', async () => {
    const gateway = await start({ timeZone: 'Asia/Kolkata' });
    const { shown } = await run(forUrl(gateway.url), { ...withPassword, SMS_TIME_ZONE: '' });
    expect(shown).toContain("timeZone: 'Asia/Kolkata'");
    expect(shown).not.toMatch(/^. Time zone: (?!expires_after is)/m);
  });

  describe('in a wrong set-up', () => {
    it('says of a wrong password that all three ways are refused, and what to check', async () => {
      const gateway = await start();
      const { code, shown } = await run(forUrl(gateway.url), { SMS_PASSWORD: 'wrong-one' });
      expect(shown).toContain('✗ Login for a token: The gateway refused the login (216:');
      expect(shown).toContain('✗ Password in each send: refused (216: Invalid credentials).');
      expect(shown).toContain('✗ API key in the header apikey: refused');
      expect(shown).toContain('No way to authenticate was accepted. Check:');
      expect(code).toBe(1);
    });

    it('says of a wrong time zone that tokens would have expired, and which zone to use', async () => {
      const gateway = await start();
      const { code, shown } = await run(
        forUrl(gateway.url, ['--time-zone', 'Asia/Tokyo']),
        withPassword,
      );
      expect(shown).toContain('✗ Time zone: not Asia/Tokyo:');
      expect(shown).toContain("timeZone: 'UTC'");
      expect(code).toBe(0);
    });

    it('finds out that a scheme is needed', async () => {
      const gateway = await start({ tokenScheme: 'Bearer' });
      const { code, shown } = await run(forUrl(gateway.url), withPassword);
      expect(shown).toContain('✓ Token after Bearer: accepted.');
      expect(shown).toContain("scheme: 'Bearer'");
      expect(code).toBe(0);
    });

    it('says of a wrong path what the base address is', async () => {
      const gateway = await start({ basePath: '/rest' });
      const { code, shown } = await run(forUrl(new URL(gateway.url).origin), withPassword);
      expect(shown).toContain('✗ There is no /SMSApi/send at this address (HTTP 404).');
      expect(shown).toContain('Change --base-url to what comes before /me/');
      expect(shown).not.toContain('API key in the header');
      expect(code).toBe(1);
    });

    it('refuses http to another machine unless it is allowed, and says how', async () => {
      const { code, shown } = await run(forUrl('http://sms.example.com'), withPassword);
      expect(shown).toContain('--base-url is http to another machine');
      expect(shown).toContain('Use an https address, or add --allow-insecure.');
      expect(code).toBe(2);
    });

    it('says of https to a gateway that speaks http to check that', async () => {
      const gateway = await start();
      const url = gateway.url.replace('http:', 'https:');
      const { code, shown } = await run(forUrl(url), withPassword);
      expect(shown).toContain('✗ No connection to the gateway could be made');
      expect(shown).toContain('http or https');
      expect(code).toBe(1);
    });

    it.each([
      ['SMS_PASSWORD', API_KEY, 'What you gave as the password is the API key', 'SMS_API_KEY!'],
      ['SMS_API_KEY', PASSWORD, 'What you gave as the API key is the password', 'SMS_PASSWORD!'],
    ])('recognises the wrong kind of secret in %s', async (name, secret, says, variable) => {
      const gateway = await start();
      const { code, shown } = await run(forUrl(gateway.url), { [name]: secret });
      expect(shown).toContain(says);
      expect(shown).toContain(`process.env.${variable}`);
      expect(code).toBe(0);
    });
  });

  it('says which way works if there is no login', async () => {
    const gateway = await ScriptedGateway.listen({
      login: () => ({ status: 404, body: 'not here' }),
      send: ({ fields }) =>
        fields['password'] === PASSWORD
          ? rejection('213', `mobile of ${PASSWORD}`)
          : rejection('216', 'No.'),
    });
    const { code, shown } = await run(forUrl(gateway.url), withPassword);
    expect(shown).toContain(
      '? Login for a token: not known (HTTP 404: the host may not serve /me/).',
    );
    expect(shown).toContain('✓ Password in each send, not URL-encoded: accepted.');
    expect(shown).toContain("passwordEncoding: 'none'");
    expect(shown).not.toContain('✗ Login');
    expect(code).toBe(0);
  });

  it.each([
    ['HTTP 500', { status: 500, body: 'error' }],
    ['a web page', { body: '<html>Welcome</html>' }],
    ['the HTTP 403 of a firewall', { status: 403, body: '<!doctype html><h1>Forbidden</h1>' }],
  ])('does not say that the secret is wrong if all answers are %s', async (_what, answer) => {
    const { status = 200 } = answer as { status?: number };
    const gateway = await ScriptedGateway.listen({ login: () => answer, send: () => answer });
    const { code, shown } = await run(forUrl(gateway.url), withPassword);
    expect(shown).toContain('? No answer shows whether the password or key is right.');
    expect(shown).not.toContain('No way to authenticate');
    // HTTP 500 is a failed login.
    expect(shown.includes('✗')).toBe(status === 500);
    expect(code).toBe(1);
  });

  describe('where the answers prove nothing', () => {
    const script: Script = {
      send: () => rejection('213', `mobile is missing: ${PASSWORD} ${API_KEY}`),
    };

    it('says that a made-up token gets the same answer', async () => {
      const gateway = await ScriptedGateway.listen(script);
      const { code, shown } = await run(forUrl(gateway.url), withPassword);
      expect(shown).toContain('? Token without a word before it (no scheme): not known.');
      expect(shown).toContain('mobile is missing');
      expect(code).toBe(0);
    });

    it('does not claim that a key works', async () => {
      const gateway = await ScriptedGateway.listen(script);
      const { code, shown } = await run(forUrl(gateway.url), { SMS_API_KEY: API_KEY });
      expect(shown).toContain('? API key in the header apikey: not known.');
      expect(code).toBe(1);
    });

    it('says that no time zone fits an expires_after that cannot be read', async () => {
      const gateway = await ScriptedGateway.listen({ ...script, login: () => token('t1', 'soon') });
      const { shown } = await run(forUrl(gateway.url), withPassword);
      expect(shown).toContain('? Time zone: no zone fits expires_after');
      expect(shown).not.toContain('timeZone:');
    });
  });

  it.each([[{ SMS_PASSWORD: PASSWORD }], [{ SMS_API_KEY: API_KEY }]])(
    'shows the balance: %#',
    async (secret) => {
      const gateway = await start({ balance: 1234 });
      const { code, shown } = await run(forUrl(gateway.url), secret);
      expect(shown).toContain('✓ Balance: 1234');
      expect(code).toBe(0);
    },
  );

  it.each([
    [
      'a password in a URL-encoded form, and no token',
      { response: { status: 'success', smsBalance: 7 } },
    ],
    ['an answer without an envelope', { status: 'success', account: { smsBalance: '7' } }],
  ])('shows a balance that an app would get: %s', async (_what, body) => {
    const gateway = await ScriptedGateway.listen({
      send: ({ path, fields, headers }) => {
        if (path.endsWith('/send')) return rejection('213', 'mobile is missing');
        const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
        return isForm && fields['password'] === PASSWORD ? { body } : rejection('216', 'No.');
      },
    });
    const { shown } = await run(forUrl(gateway.url), withPassword);
    expect(shown).toContain('✓ Balance: 7');
  });

  describe('with --to', () => {
    const SEND = ['--to', `+${TO}`, '--sender-id', 'MYSHOP', '--dlt-template-id', '4711'];

    it('sends one message with --yes', async () => {
      const gateway = await start();
      const args = forUrl(gateway.url, [...SEND, '--yes', '--text', 'Hello']);
      const { code, shown } = await run(args, withPassword);
      expect(gateway.messages).toMatchObject([{ to: [TO], text: 'Hello', senderId: 'MYSHOP' }]);
      expect(gateway.messages[0]?.fields).toMatchObject({ dltTemplateId: '4711' });
      const id = gateway.messages[0]?.transactionId;
      expect(shown).toContain(`✓ Message: accepted, with the transaction ${id}.`);
      expect(code).toBe(0);
    });

    it.each([
      ['y', 1],
      ['', 0],
      ['no', 0],
    ])('asks first, and after the answer %j sends %d', async (answer, count) => {
      const gateway = await start();
      const terminal = new TestTerminal(argvOf(forUrl(gateway.url, SEND)), withPassword);
      terminal.stdin.isTTY = true;
      const running = runCommand(terminal);
      await terminal.type('Send one real message to', answer);
      expect(await running).toBe(0);
      expect(gateway.messages).toHaveLength(count);
      expect(terminal.shown).toContain(count === 0 ? 'Nothing was sent.' : 'accepted, with');
    });

    it('explains an unknown outcome', async () => {
      const gateway = await start();
      const terminal = new TestTerminal(argvOf(forUrl(gateway.url, SEND)), withPassword);
      terminal.stdin.isTTY = true;
      const running = runCommand(terminal);
      await eventually(() => terminal.shown.includes('[y/N]'));
      gateway.faults.next('accept-then-drop');
      await terminal.type('[y/N]', 'y');
      expect(await running).toBe(1);
      expect(terminal.shown).toContain('? Message: unknown.');
      expect(terminal.shown).toContain("In your app this is the outcome 'unknown'.");
      expect(gateway.messages).toHaveLength(1);
    });

    it('says what a refused message needs', async () => {
      const gateway = await start({ senderIds: ['OTHERS'] });
      const { code, shown } = await run(forUrl(gateway.url, [...SEND, '--yes']), withPassword);
      expect(shown).toContain('203');
      expect(shown).toContain('Check the number and the sender: --sender-id');
      expect(code).toBe(1);
    });
  });

  it('asks for the secret, and does not show what is typed', async () => {
    const gateway = await start();
    const terminal = new TestTerminal(argvOf(forUrl(gateway.url)), {});
    const shownBefore: string[] = [];
    const setRawMode = (): number => shownBefore.push(terminal.shown);
    Object.assign(terminal.stdin, { isTTY: true, setRawMode });
    const running = runCommand(terminal);
    await terminal.type('Password or API key of acme (it is not shown): ', PASSWORD);
    expect(await running).toBe(0);
    expect(terminal.shown).toContain('✓ Login');
    expect(terminal.shown).not.toContain(PASSWORD);
    // The terminal stops showing what is typed before the question appears.
    expect(shownBefore[0]).toBe('');
  });
});

describe('wrong usage of sms-gateway check', () => {
  const URL = 'https://sms.example.com';
  const HOW = 'set SMS_PASSWORD or SMS_API_KEY';

  it.each([
    [[], '--base-url is missing'],
    [['--base-url', URL], '--user-id is missing'],
    [['--base-url', 'sms.example.com', '--user-id', 'u'], '--base-url is not an absolute http(s)'],
    [['--base-url', 'https://u:hunter2@x.test', '--user-id', 'u'], '--base-url contains creden'],
    [forUrl(URL, ['--password', 'hunter2']).slice(1), HOW],
    [forUrl(URL, ['--password=hunter2']).slice(1), HOW],
    [forUrl(URL, ['-p', 'hunter2']).slice(1), HOW],
    [forUrl(URL, ['--api-key', 'hunter2']).slice(1), HOW],
    [['hunter2'], 'without an option before it'],
    [['--bse-url', 'hunter2'], "Unknown option '--bse-url'. --help lists the options."],
    [['--base-url'], "Option '--base-url <value>' argument missing. --help"],
    [forUrl(URL, ['--yes=no']).slice(1), "Option '--yes' does not take an argument. --help"],
    [forUrl(URL, ['--time-zone', 'Mars']).slice(1), '--time-zone is not an IANA time zone'],
    [forUrl(URL, ['--api-key-header', 'a b']).slice(1), '--api-key-header is not valid'],
    [forUrl(URL, ['--to', TO]).slice(1), '--to also needs --yes'],
    [forUrl(URL, ['--yes', '--to', '123']).slice(1), '--to has 3 digits'],
  ])('%j is named, without its value', async (args, says) => {
    const { code, shown } = await run(['check', ...args], withPassword);
    expect(shown).toContain(says);
    expect(shown).not.toContain('hunter2');
    expect(code).toBe(2);
  });

  it('is an SMS_TIME_ZONE that is not a time zone', async () => {
    const { code, shown } = await run(forUrl(URL), { ...withPassword, SMS_TIME_ZONE: 'Mars' });
    expect(shown).toContain('SMS_TIME_ZONE is not an IANA time zone');
    expect(code).toBe(2);
  });

  it('is a missing secret where nobody can be asked', async () => {
    const { code, shown } = await run(forUrl(URL));
    expect(shown).toContain('Set SMS_PASSWORD or SMS_API_KEY: there is no terminal to ask for it.');
    expect(code).toBe(2);
  });
});

describe('sms-gateway', () => {
  it('reads the address and the user from the environment', async () => {
    const gateway = await start();
    const env = { SMS_BASE_URL: gateway.url, SMS_USER_ID: 'acme', ...withPassword };
    expect(await run(['check'], env)).toMatchObject({ code: 0 });
  });

  it.each([
    [['--help'], 0, 'simulator   start a local gateway'],
    [[], 2, 'Usage: npx'],
    [['chek'], 2, "Unknown command 'chek'.\n\n"],
    [['chek'], 2, 'Usage: npx'],
    [['--version'], 0, `${VERSION}\n`],
    [['check', '--version'], 0, `${VERSION}\n`],
    [['simulator', '-v'], 0, `${VERSION}\n`],
    [['check', '--help'], 0, '--base-url <url>'],
    [['simulator', '--help'], 0, '--port <port>'],
    [['simulator', '--prot', '1'], 2, 'did you mean --port?'],
  ])('%j exits with %d', async (args, expected, says) => {
    const { code, shown } = await run(args);
    expect(shown).toContain(says);
    expect(code).toBe(expected);
  });
});
