import { Logger } from '@nestjs/common';
import { showServed } from '../../cli/check/what-is-served.js';
import { Deadline } from '../../lib/core/deadline/deadline.js';
import { SmsTransportError } from '../../lib/core/errors/index.js';
import { checkOptions } from '../../lib/core/options/check-options.js';
import { createConnection } from '../../lib/core/account/create-account.js';
import { type Answer, rejection, ScriptedGateway } from '../support/scripted-gateway.js';
import { run } from './terminal.js';

const PASSWORD = 'p@ss/"word"+1 é';
const API_KEY = 'key-4711-abc';
const PATHS = {
  senders: '/SMSApi/senderid/read',
  profile: '/SMSApi/account/readprofile',
  sends: '/SMSApi/info/responsecodes',
  reports: '/SMSApi/info/deliverycodes',
};
const NONE =
  '? This gateway does not show: sender ids, time zone of the profile (a hint), codes of sends, codes of reports.';

beforeAll(() => Logger.overrideLogger(false));

/** An answer to any call but a send: wrapped, and with a code. */
const wrapped = (members: object, status = 'success', code = '200'): Answer => ({
  body: { response: { api: 'x', action: 'read', status, msg: status, code, ...members } },
});

const refusal = wrapped({ msg: 'Invalid credentials' }, 'error', '216');

/** The only way to authenticate that works is the password or key in each send. */
async function listen(answers: Readonly<Record<string, Answer>>, others: Answer = refusal) {
  return ScriptedGateway.listen({
    login: () => ({ status: 404, body: 'not here' }),
    send: ({ fields, headers, path }) => {
      if (!path.endsWith('/send')) return answers[path] ?? others;
      const isRight =
        fields['password'] === encodeURIComponent(PASSWORD) || headers['apikey'] === API_KEY;
      return isRight ? rejection('213', 'mobile is missing') : rejection('216');
    },
  });
}

async function check(gateway: ScriptedGateway, secret: object = { SMS_PASSWORD: PASSWORD }) {
  const args = ['check', '--base-url', gateway.url, '--user-id', 'acme'];
  const found = await run(args, secret);
  return { ...found, lines: found.shown.split('\n') };
}

describe('sms-gateway check, of what a host serves', () => {
  it('prints the sender ids with their state, the time zone, and both tables of codes as they came', async () => {
    const senders = [
      { senderid: { sId: '1', senderName: 'ACMEIN', isEnabled: 'Active' } },
      { senderid: { sId: '2', senderName: 'ACMEOU', isEnabled: 'Inactive' } },
    ];
    const profile = { userName: 'acme', email: 'owner@acme.example', userTimezone: 'Asia/Kolkata' };
    const codes = '{"response":{"status":"success","codes":{ "200": "Success" ,"1701":"x"}}}';
    const gateway = await listen({
      [PATHS.senders]: wrapped({ senderidList: senders }),
      [PATHS.profile]: wrapped({ profile }),
      [PATHS.sends]: { headers: { 'Content-Type': 'text/html' }, body: codes },
      [PATHS.reports]: { body: '[\n  { "code": "000" },\n\n  { "code": "001" }\n]' },
    });
    const { code, lines, shown } = await check(gateway);
    expect(lines).toEqual(
      expect.arrayContaining([
        '✓ Sender ids: ACMEIN (Active), ACMEOU (Inactive)',
        '✓ Time zone of the profile (a hint): Asia/Kolkata',
        `✓ Codes of sends: ${codes}`,
        '✓ Codes of reports: [',
        '    { "code": "000" },',
        '    { "code": "001" }',
        '  ]',
      ]),
    );
    expect(shown).not.toContain('owner@');
    expect(shown).not.toContain('This gateway does not show');
    expect(code).toBe(0);
  });

  it('asks last, once for each, as an app asks for its balance', async () => {
    const gateway = await listen({});
    await check(gateway);
    const last = gateway.sends.slice(-5);
    expect(last.map(({ path }) => path)).toEqual([
      '/SMSApi/account/readstatus',
      ...Object.values(PATHS),
    ]);
    const [balance] = last;
    for (const { fields, headers } of last) {
      expect(fields).toEqual({ userid: 'acme', password: PASSWORD, output: 'json' });
      expect(headers['content-type']).toBe(balance?.headers['content-type']);
    }
  });

  it('names what is missing if a host serves a part', async () => {
    const gateway = await listen({
      [PATHS.senders]: wrapped({ senderidList: [] }),
      [PATHS.reports]: wrapped({ codes: [] }),
    });
    const { lines } = await check(gateway);
    expect(lines).toContain('✓ Sender ids: none found');
    expect(lines).toContain(
      '? This gateway does not show: time zone of the profile (a hint), codes of sends.',
    );
  });

  it('does not show an answer about something else as an empty one', async () => {
    const gateway = await listen({
      [PATHS.senders]: wrapped({ message: 'Not found' }),
      [PATHS.profile]: wrapped({ userName: 'acme' }),
      [PATHS.reports]: wrapped({ codes: [] }),
    });
    const { lines } = await check(gateway);
    expect(lines).toContain(
      '? This gateway does not show: sender ids, time zone of the profile (a hint), codes of sends.',
    );
  });

  it('takes one sender in place of a list, and one whose state is not in the answer', async () => {
    const senderidList = { senderid: { senderName: 'ACMEIN' } };
    const gateway = await listen({ [PATHS.senders]: wrapped({ senderidList }) });
    const { lines } = await check(gateway);
    expect(lines).toContain('✓ Sender ids: ACMEIN');
  });

  it.each<[string, Answer]>([
    ['a refusal', refusal],
    ['a refusal without an envelope', rejection('216', 'Invalid credentials')],
    ['HTTP 404', { status: 404, body: { response: { codes: [] } } }],
    ['HTTP 500', { status: 500, body: '[]' }],
    ['a web page', { body: '<html>Welcome</html>' }],
    ['nothing', { body: '' }],
  ])('says in one line that a host serves none of it: %s', async (_what, answer) => {
    const gateway = await listen({}, answer);
    const { code, lines } = await check(gateway);
    expect(lines.filter((line) => line.includes('codes of'))).toEqual([NONE]);
    expect(code).toBe(0);
  });

  it('shows no secret, whatever form it has in an answer', async () => {
    const php = JSON.stringify(PASSWORD).slice(1, -1).replaceAll('/', '\\/');
    const inUrl = encodeURIComponent(PASSWORD);
    const forms = [inUrl, inUrl.toLowerCase(), inUrl.replaceAll('%20', '+'), php];
    const body = `[${[JSON.stringify(PASSWORD), ...forms.map((form) => `"${form}"`)].join()}]`;
    const senderidList = [{ senderid: { senderName: PASSWORD, isEnabled: PASSWORD } }];
    const gateway = await listen({
      [PATHS.sends]: { body },
      [PATHS.senders]: wrapped({ senderidList }),
      [PATHS.profile]: wrapped({ userTimezone: PASSWORD.toUpperCase() }),
    });
    const { lines } = await check(gateway);
    expect(lines).toContain('✓ Sender ids: •••••• (••••••)');
    expect(lines).toContain('✓ Codes of sends: ["••••••","••••••","••••••","••••••","••••••"]');
    expect(lines.join()).toContain('Time zone of the profile (a hint): ••••••');
  });

  it('shows control characters as codes, and keeps the lines of an answer within its own', async () => {
    const senderName = 'A\u001b[2J\u202eB\n✓ Message: accepted';
    const gateway = await listen({
      [PATHS.senders]: wrapped({ senderidList: [{ senderid: { senderName } }] }),
    });
    const { lines, shown } = await check(gateway);
    expect(lines).toContain('✓ Sender ids: A\\u{1b}[2J\\u{202e}B');
    expect(shown).toContain('\n  ✓ Message: accepted');
    expect(shown).not.toContain('\u001b');
    expect(shown).not.toContain('\u202e');
  });

  it('cuts a table that is too long, and says so', async () => {
    const gateway = await listen({ [PATHS.sends]: { body: JSON.stringify(['x'.repeat(20_000)]) } });
    const { shown } = await check(gateway);
    expect(shown).toContain('xxx… (and 10004 characters more)');
    expect(shown.length).toBeLessThan(13_000);
  });

  it('asks with a key, and says that it may be refused here or for the whole account', async () => {
    const gateway = await listen({});
    const { code, shown } = await check(gateway, { SMS_API_KEY: API_KEY });
    const { fields, headers } = gateway.sends.at(-1) ?? {};
    expect(fields).toEqual({ userid: 'acme', output: 'json' });
    expect(headers?.['apikey']).toBe(API_KEY);
    expect(shown).toContain(
      `${NONE} A key may be refused for these, or for the whole account: try the password.`,
    );
    expect(code).toBe(0);
  });

  it('says of a key that is refused everywhere that the account may not have the use of keys', async () => {
    const gateway = await listen({});
    const { code, shown } = await check(gateway, { SMS_API_KEY: 'another' });
    expect(shown).toContain('some gateways refuse the keys of whole accounts. Try the password.');
    expect(code).toBe(1);
  });

  it('stops asking a host that does not answer in time', async () => {
    const auth = { method: 'password', userId: 'acme', password: PASSWORD } as const;
    const connection = createConnection(checkOptions({ baseUrl: 'https://x.test', auth }));
    const asked: string[] = [];
    const said: string[] = [];
    const deadline = new Deadline({ total: 60_000, attempt: 15_000 });
    const answers = ['connection-lost', 'timeout'] as const;
    const transport = {
      ...connection.transport,
      post: ({ path }: { path: string }) => {
        const code = answers[asked.push(path) - 1] ?? 'timeout';
        return Promise.resolve(new SmsTransportError(code, 'No answer.', { outcome: 'unknown' }));
      },
    };
    await showServed({ ...connection, transport }, deadline, auth, PASSWORD, (...line) => {
      said.push(line.join(' '));
    });
    deadline.dispose();
    await connection.transport.close();
    expect(asked).toEqual([PATHS.senders, PATHS.profile]);
    expect(said).toEqual([NONE]);
  });
});
