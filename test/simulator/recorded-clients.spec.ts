import { ACCOUNT, NUMBER, fields, getToken, raw, sendJson, start } from './client.js';
import type { GatewaySimulator } from '../../simulator/index.js';

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
    ['/SMSApi/apikey/read', { api: 'apikey', action: 'read', apikey_readList: [] }],
    ['/SMSApi/senderid/read', { senderid_readList: [{ senderid: { senderId: 'ACMECO' } }] }],
    ['/SMSApi/group/read', { api: 'group', group_readList: [] }],
    ['/SMSApi/schedule/read', { api: 'schedule', schedule_readList: [] }],
    ['/SMSApi/webhook/create', { api: 'webhook', action: 'create' }],
    ['/SMSApi/profile', { api: 'profile', profile: { userName: ACCOUNT.userId } }],
  ])('that calls %s finds the response that it reads, and is kept', async (path, expected) => {
    const gateway = await start({ senderIds: ['ACMECO'] });
    const usual = { status: 'success', msg: 'success', code: '200' };
    const query = form({ userid, password, output: 'json' });
    const lines = [`GET ${path}?${query} HTTP/1.1`, 'Accept: application/json'];
    expect(await replay(gateway, lines)).toMatchObject({ response: { ...usual, ...expected } });
    const type = 'content-type: application/x-www-form-urlencoded';
    const byKey = [`POST ${path} HTTP/1.1`, `apikey: ${apiKey}`, type];
    expect(await replay(gateway, byKey, form({ userid }))).toMatchObject({ response: usual });
    const wrong = [`POST ${path} HTTP/1.1`, 'apikey: wrong', type];
    expect(await replay(gateway, wrong, form({ userid }))).toMatchObject({ statusCode: '216' });
    expect(gateway.others.map((each) => [each.path, each.status])).toEqual([
      [path, 'accepted'],
      [path, 'accepted'],
      [path, 'refused'],
    ]);
  });

  it.each([
    ['a group', { sendMethod: 'group', group: 'customers' }, undefined],
    [
      'a group and a number',
      { sendMethod: 'group', group: 'customers', mobile: NUMBER },
      undefined,
    ],
    ['a bulk upload', { sendMethod: 'bulkupload' }, 'numbers.csv'],
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
    expect(gateway.messages).toMatchObject([{ to: [], text, deliveries: [] }]);
    expect(gateway.messages[0]?.notes).toContain(note);
    await expect(gateway.waitFor({ timeout: 0 })).rejects.toThrow('to no known number');
    await expect(gateway.otp({ timeout: 0 })).rejects.toThrow('No one-time password');
    expect((await fetch(`${gateway.origin}/api/messages/latest`)).status).toBe(404);
  });

  it('of a GET that asks for the report of a send', async () => {
    const gateway = await start();
    const { transactionId: uuid } = await sendJson(gateway);
    const url = `${gateway.origin}/api/messages/${gateway.messages[0]?.id}/delivery`;
    await fetch(url, { method: 'PUT', body: '{"status":"failed","code":"17"}' });
    const query = form({ userid, password, uuid: String(uuid), output: 'json' });
    const lines = [`GET /SMSApi/report/status?${query} HTTP/1.1`, 'Accept: application/json'];
    const entry = { status: { uuId: uuid, mobileNo: NUMBER, Status: 'FAILED', Cause: '17' } };
    expect(await replay(gateway, lines)).toMatchObject({
      response: { status: 'success', code: '200', count: 1, report_statusList: [entry] },
    });
    expect(gateway.others).toMatchObject([{ method: 'GET', path: '/SMSApi/report/status' }]);
  });
});
