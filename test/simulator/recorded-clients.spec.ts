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
