import { jest } from '@jest/globals';
import { afterThisTest } from '../support/clean-up.js';
import { login, send, start } from './client.js';
import { baseUrlProblem } from '../../lib/core/options/base-url.js';
import { curlFor, type Repeatable } from '../../simulator/page/client/logic/curl.js';
import { fillIn } from '../../simulator/page/client/logic/format.js';
import { sampleNest } from '../../simulator/page/sample-send.js';

function keepOutput(): string[] {
  const lines: string[] = [];
  const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    lines.push(String(text));
    return true;
  });
  afterThisTest(() => write.mockRestore());
  return lines;
}

describe('the option log', () => {
  it('prints one line for each send: outcome, masked number, and code or start of the text', async () => {
    const gateway = await start({ log: true, senderIds: ['ACMECO'] });
    const lines = keepOutput();
    await login(gateway);
    await send(gateway);
    await send(gateway, { msg: 'Hello', mobile: '14155550123,919876543210,12' });
    await send(gateway, { msg: `${'A long text. '.repeat(9)}`, senderid: 'OTHER' });
    await send(gateway, { msg: 'Too many', mobile: '99900000429' });
    gateway.faults.next('accept-then-drop');
    await send(gateway, { msg: 'Lost', mobile: undefined }).catch(() => undefined);
    expect(lines).toEqual([
      'SMS accepted to 91••••••3210: code 482913\n',
      'SMS accepted to 14•••••0123 and 2 more: Hello\n',
      'SMS refused (203) to 91••••••3210: A long text. A long text. A long text. A…\n',
      'SMS refused (fault 429) to 99•••••0429: Too many\n',
      'SMS refused (213, fault accept-then-drop): Lost\n',
    ]);
  });

  it('prints a line as one, whatever is in the text', async () => {
    const gateway = await start({ log: true });
    const lines = keepOutput();
    await send(gateway, { msg: 'a\r\nSMS accepted\u001b[2J\u202e\u2028\u009b' });
    await send(gateway, { msg: `${'x'.repeat(39)}🎉🎉` });
    expect(lines).toEqual([
      String.raw`SMS accepted to 91••••••3210: a\u{d}\u{a}SMS accepted\u{1b}[2J\u{202e}\u{2028}\u{9b}` +
        '\n',
      `SMS accepted to 91••••••3210: ${'x'.repeat(39)}🎉…\n`,
    ]);
  });

  it('prints nothing by default', async () => {
    const gateway = await start();
    const lines = keepOutput();
    await send(gateway);
    expect(lines).toEqual([]);
  });
});

const ORIGIN = 'http://127.0.0.1:4010';

describe('the Nest code on the empty page', () => {
  it.each([
    ORIGIN,
    'http://localhost',
    'http://sms.localhost:4010',
    'http://[::1]:4010',
    'https://sms.test',
    'http://sms.test:4010',
    'http://192.168.0.4:4010',
    'http://127.0.0.1.sms.test',
    'http://localhost.sms.test',
  ])('sets allowInsecure exactly if the package needs it: %s', (origin) => {
    const known = {
      basePath: '',
      userId: 'u',
      apiKey: 'k',
      apiKeyHeader: 'apikey',
      senderIds: undefined,
    };
    const lines = fillIn(sampleNest(known), origin);
    const allowed = baseUrlProblem(origin, false) === undefined;
    const leave = allowed ? '' : '\n  allowInsecure: true,';
    expect(lines).toContain(`baseUrl: '${origin}',${leave}\n  auth: {`);
  });
});

describe('the curl command of a message', () => {
  const message: Repeatable = {
    method: 'POST',
    path: '/SMSApi/send',
    encoding: 'query',
    fields: {
      userid: 'u',
      mobile: '919876543210',
      msg: 'Write <masked> here',
      password: '<masked>',
    },
    headers: {},
    account: 'u',
    auth: 'password',
  };

  it('stays a POST if its fields are in the query', () => {
    expect(curlFor(message, ORIGIN)).toContain('-X POST');
    expect(curlFor({ ...message, method: 'GET' }, ORIGIN)).not.toContain('-X');
  });

  it('does not change the text, whatever it contains', () => {
    const curl = curlFor(message, ORIGIN);
    expect(curl).toContain("'msg=Write <masked> here'");
    expect(curl).toContain("'password=YOUR_PASSWORD'");
  });
});
