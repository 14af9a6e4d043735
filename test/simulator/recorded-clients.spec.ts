import { ACCOUNT, NUMBER, fields, getToken, raw, sendJson, start } from './client.js';
import { defineTemplate } from '../../lib/extras/templates/define-template.js';
import { messageIdOf } from '../../simulator/common/message-id.js';
import type { GatewaySimulator } from '../../simulator/index.js';
import { newYear } from './questions.js';

/** Sends a request as a client wrote it to its socket, and returns the JSON of the answer. */
async function replay(
  gateway: GatewaySimulator,
  lines: readonly string[],
  body = '',
): Promise<unknown> {
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  const head = [...lines, `Host: 127.0.0.1:${gateway.port}`, ...length, 'Connection: close'];
  const answer = await raw(gateway.port, `${head.join('\r\n')}\r\n\r\n${body}`);
  return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
}

const { userId: userid, password, apiKey } = ACCOUNT;
const text = 'Your code is 482913.';
const account = { userid, password, senderid: 'ACMECO' };
const common = { msgType: 'text', duplicatecheck: 'true', sendMethod: 'quick' };
const form = (given: Readonly<Record<string, string>>) => String(new URLSearchParams(given));

const TEMPLATE = defineTemplate({
  text: 'Your code is {#var#}.',
  dltTemplateId: '1107161234567890123',
  senderId: 'ACMECO',
  category: 'transactional',
});

const BOUNDARY = '----------------------------735323031399963166993862';
const parts = fields().map(
  ([name, value]) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
);

describe('a recorded client', () => {
  it.each([
    [
      'of the token flow, with multipart as in the specification',
      ['Authorization: {token}', `Content-Type: multipart/form-data; boundary=${BOUNDARY}`],
      `${parts.join('')}--${BOUNDARY}--\r\n`,
      { auth: 'token', encoding: 'multipart', notes: [], notSent: [] },
    ],
    [
      'of a password in the form',
      [
        'Content-Type: application/x-www-form-urlencoded',
        'User-Agent: python-requests/2.32.3',
        'Accept: */*',
      ],
      form({ ...account, ...common, mobile: NUMBER, msg: text, output: 'json' }),
      { auth: 'password', encoding: 'urlencoded' },
    ],
    [
      'of a key, whose header has capital letters',
      [
        `ApiKey: ${apiKey}`,
        'cache-control: no-cache',
        'content-type: application/x-www-form-urlencoded',
      ],
      form({ userid, mobile: NUMBER, msg: text, senderid: 'ACMECO', output: 'json' }),
      { auth: 'apiKey', encoding: 'urlencoded' },
    ],
    [
      'of JSON with several texts',
      ['Content-Type: application/json;charset=UTF-8'],
      JSON.stringify({ ...account, ...common, sms: [{ mobile: [NUMBER], msg: text }] }),
      { auth: 'password', encoding: 'json' },
    ],
  ])('%s', async (_what, lines, body, expected) => {
    const gateway = await start();
    const token = await getToken(gateway);
    const head = ['POST /SMSApi/send HTTP/1.1', ...lines.map((l) => l.replace('{token}', token))];
    const success = { status: 'success', mobile: NUMBER, statusCode: '200' };
    expect(await replay(gateway, head, body)).toMatchObject(success);
    const seen = { to: [NUMBER], text, otp: '482913', status: 'accepted' };
    expect(gateway.messages).toMatchObject([{ ...seen, ...expected }]);
  });

  it.each([
    ['apikey/read', {}, { apikeyList: { apikey: apiKey } }],
    ['apikey/create', {}, { apikey: apiKey }],
    [
      'senderid/read',
      {},
      {
        senderidList: [
          { senderid: { sId: '1', senderName: 'ACMECO', isEnabled: 'Active' } },
          { senderid: { sId: '2', senderName: 'ACMEOT', isEnabled: 'Active' } },
        ],
      },
    ],
    ['group/read', {}, { groupnameList: [], count: 0 }],
    [
      'template/read',
      {},
      {
        templateList: [
          {
            template: {
              mtId: '1',
              identifier: '',
              template: TEMPLATE.definition.text,
              dltTemplateId: '1107161234567890123',
              dltTemplateType: 'transactional',
              senderIds: 'ACMECO',
              msgType: 'text',
              status: '',
              lastUpdated: '',
            },
          },
          {
            template: expect.objectContaining({
              mtId: '2',
              template: 'नमस्ते {#var#}',
              dltTemplateId: '',
              msgType: 'unicode',
            }),
          },
        ],
      },
    ],
    [
      'account/readcredithistory',
      { fromdate: '2026-01-01', todate: '2026-01-31' },
      {
        historyList: [
          {
            history: {
              id: '1',
              product: '',
              transactionType: '',
              type: 'CREDIT',
              creditsBefore: '0',
              credits: '500',
              creditsAfter: '500',
              creditComments: '',
              addedTime: '2026-01-01 00:00:00',
            },
          },
        ],
      },
    ],
    [
      'info/msg',
      { msg: 'A long one. '.repeat(14) },
      { msgList: { credit: '2', remaining: '138' } },
    ],
    ['webhook/create', { smswebhook: 'https://app.test/sms-reports', smswebhookrate: '10' }, {}],
    ['webhook/update', { smswebhook: 'https://app.test/sms-reports' }, {}],
    [
      'account/readprofile',
      {},
      { count: 3, account: { userid: ACCOUNT.userId, userTimezone: 'UTC', dltEntityId: '' } },
    ],
    [
      'senderid/create',
      { senderid: 'ACMEHQ' },
      { msg: 'Requested: a person at the gateway decides about this sender' },
    ],
    ['schedule/read', {}, { count: 0, scheduleList: [] }],
  ])(
    'that calls %s finds the response that it reads, and is kept',
    async (call, more, expected) => {
      const gateway = await start({
        senderIds: ['ACMECO', 'ACMEOT'],
        templates: [TEMPLATE, 'नमस्ते {#var#}'],
        balance: 500,
        now: newYear,
      });
      const path = `/SMSApi/${call}`;
      const [api, action] = call.split('/');
      const usual = { api, action, status: 'success', msg: 'success', code: '200' };
      const query = form({ userid, password, output: 'json', ...more });
      const lines = [`GET ${path}?${query} HTTP/1.1`, 'Accept: application/json'];
      expect(await replay(gateway, lines)).toEqual({ response: { ...usual, ...expected } });
      const type = 'content-type: application/x-www-form-urlencoded';
      const byKey = [`POST ${path} HTTP/1.1`, `apikey: ${apiKey}`, type];
      const body = form({ userid, ...more });
      expect(await replay(gateway, byKey, body)).toEqual({ response: { ...usual, ...expected } });
      const wrong = [`POST ${path} HTTP/1.1`, 'apikey: wrong', type];
      const refused = { status: 'error', code: '216', msg: 'Invalid credentials' };
      expect(await replay(gateway, wrong, body)).toEqual({ response: { api, action, ...refused } });
      expect(gateway.others.map((each) => [each.path, each.status])).toEqual([
        [path, 'accepted'],
        [path, 'accepted'],
        [path, 'refused'],
      ]);
      expect(JSON.stringify(gateway.others)).not.toContain(apiKey);
    },
  );

  it('that creates the first key of an account can use it', async () => {
    const shop = { userId: 'shop', password: 'shop-password' };
    const gateway = await start({ accounts: [shop] });
    const call = async (path: string) => {
      const query = form({ userid: shop.userId, password: shop.password });
      const lines = [`GET /SMSApi/${path}?${query} HTTP/1.1`, 'Accept: application/json'];
      const { response } = (await replay(gateway, lines)) as { response: Record<string, string> };
      return response;
    };
    const none = { status: 'error', code: '253', msg: 'There is no API key yet' };
    expect(await call('apikey/read')).toEqual({ api: 'apikey', action: 'read', ...none });
    const { apikey = '' } = await call('apikey/create');
    expect(await call('apikey/read')).toMatchObject({ apikeyList: { apikey } });
    const sent = await sendJson(gateway, { userid: shop.userId }, { apikey });
    expect(sent).toMatchObject({ status: 'success' });
    expect(apikey).toMatch(/^\w{32}$/);
    expect(JSON.stringify([gateway.others, gateway.messages])).not.toContain(apikey);
  });

  it('that creates a key for a user id without an account does not find it in the inbox', async () => {
    const gateway = await start({ acceptAny: true });
    const lines = [`GET /SMSApi/apikey/create?${form({ userid: 'new', password })} HTTP/1.1`];
    const { response } = (await replay(gateway, lines)) as { response: { apikey: string } };
    expect(response.apikey).toMatch(/^\w{32}$/);
    expect(JSON.stringify(gateway.others)).not.toContain(response.apikey);
  });

  it('that asks for the sender ids finds one if all are allowed', async () => {
    const gateway = await start();
    const lines = [`GET /SMSApi/senderid/read?${form({ userid, password })} HTTP/1.1`];
    const senderid = { sId: '1', senderName: 'DEMO', isEnabled: 'Active' };
    expect(await replay(gateway, lines)).toMatchObject({
      response: { senderidList: [{ senderid }] },
    });
  });

  it('that asks how many segments a text has must send the text', async () => {
    const gateway = await start();
    const lines = [`GET /SMSApi/info/msg?${form({ userid, password })} HTTP/1.1`];
    const refused = { status: 'error', code: '213', msg: 'The required parameter msg is missing' };
    expect(await replay(gateway, lines)).toMatchObject({ response: refused });
  });

  it.each(['schedule/update', 'webhook/read', 'profile'])(
    'that calls %s, whose answer nobody knows, gets a 404 that it can read',
    async (call) => {
      const gateway = await start();
      const lines = [`GET /SMSApi/${call}?${form({ userid, password })} HTTP/1.1`];
      const refused = { status: 'error', code: '404' };
      expect(await replay(gateway, lines)).toMatchObject({ response: refused });
    },
  );

  it.each([
    ['a group', { sendMethod: 'group', group: 'customers' }, undefined],
    [
      'a group and a number',
      { sendMethod: 'group', group: 'customers', mobile: NUMBER },
      undefined,
    ],
    ['a group by its name alone', { group: 'customers' }, undefined],
    ['a bulk upload', { sendMethod: 'bulkupload' }, 'numbers.csv'],
    ['bulk without a text', { sendMethod: 'bulk', msg: '', mobile: NUMBER }, 'numbers.csv'],
    ['a file in a text field', { sendMethod: 'quick', file: `mobile\n${NUMBER}` }, undefined],
    ['a file', { sendMethod: 'quick' }, 'numbers.xlsx'],
  ])('of %s gets a success, and no wait finds its message', async (_what, given, name) => {
    const gateway = await start();
    const body = new FormData();
    const all = { userid, senderid: 'ACMECO', msg: text, ...given };
    for (const [field, value] of Object.entries(all)) body.append(field, value);
    if (name !== undefined) body.append('file', new Blob([NUMBER]), name);
    const headers = { apikey: apiKey };
    const answer = await fetch(`${gateway.url}/SMSApi/send`, { method: 'POST', headers, body });
    expect(await answer.json()).toMatchObject({ status: 'success', mobile: '', invalidMobile: '' });
    const note = 'Groups and files are not simulated: it has no recipients here.';
    expect(gateway.messages).toMatchObject([{ to: [], text: all.msg, deliveries: [] }]);
    expect(gateway.messages[0]?.notes).toContain(note);
    await expect(gateway.waitFor({ timeout: 0 })).rejects.toThrow('to no known number');
    await expect(gateway.otp({ timeout: 0 })).rejects.toThrow('No one-time password');
    expect((await fetch(`${gateway.origin}/api/messages/latest`)).status).toBe(404);
  });

  it('of a GET that asks for the report of a send, or for those of some days', async () => {
    const gateway = await start({ now: newYear });
    const { transactionId: uuid } = await sendJson(gateway);
    const id = gateway.messages[0]?.id;
    const url = `${gateway.origin}/api/messages/${id}/delivery`;
    await fetch(url, { method: 'PUT', body: '{"status":"failed","code":"17"}' });
    const call = (path: string, given: Readonly<Record<string, string>>) => {
      const query = form({ userid, password, ...given, output: 'json' });
      return replay(gateway, [`GET ${path}?${query} HTTP/1.1`, 'Accept: application/json']);
    };
    const entry = { status: { uuId: uuid, mobileNo: NUMBER, Status: 'FAILED', Cause: '17' } };
    expect(await call('/SMSApi/report/status', { uuid: String(uuid) })).toMatchObject({
      response: { status: 'success', code: '200', count: 1, report_statusList: [entry] },
    });
    const days = { fromDate: '2026-01-01', toDate: '2026-01-01', pageLimit: '500' };
    const list = { method: 'getDlr', mobileNo: NUMBER, ...days };
    expect(await call('/SMSApi/reports/status', list)).toMatchObject({
      response: {
        status: 'success',
        reports_dlrList: [
          {
            msgId: messageIdOf(id ?? '', 0),
            mobileNo: NUMBER,
            status: 'FAILED',
            cause: '17',
            text,
            submitTime: '2026-01-01 00:00:00',
          },
        ],
      },
    });
    expect(gateway.others.map(({ path }) => path)).toEqual([
      '/SMSApi/report/status',
      '/SMSApi/reports/status',
    ]);
  });
});
