import { once } from 'node:events';
import { connect } from 'node:net';
import type { GatewaySimulator } from '../../simulator/index.js';
import { ACCOUNT, NUMBER, getToken, sendJson, start } from './client.js';

/** Sends a request as a client wrote it to its socket, and returns the JSON of the answer. */
async function replay(
  { port }: GatewaySimulator,
  lines: readonly string[],
  body = '',
): Promise<unknown> {
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  const head = [...lines, `Host: 127.0.0.1:${port}`, ...length, 'Connection: close', '', ''];
  const socket = connect(port, '127.0.0.1');
  socket.end(head.join('\r\n') + body);
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    answer += chunk;
  });
  await once(socket, 'close');
  return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
}

const text = 'Your code is 482913.';
const form = (fields: Readonly<Record<string, string>>) => String(new URLSearchParams(fields));
const success = { status: 'success', mobile: NUMBER, statusCode: '200' };
const seen = { to: [NUMBER], text, otp: '482913', status: 'accepted' };

describe('a recorded client', () => {
  it('of the token flow, with multipart as in the specification', async () => {
    const gateway = await start();
    const token = await getToken(gateway);
    const fields = {
      userid: ACCOUNT.userId,
      mobile: NUMBER,
      senderid: 'ACMECO',
      dltEntityId: '1201159100000000001',
      msg: text,
      sendMethod: 'quick',
      msgType: 'text',
      output: 'json',
      duplicatecheck: 'true',
    };
    const boundary = '----------------------------735323031399963166993862';
    const parts = Object.entries(fields).map(
      ([name, value]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const lines = [
      'POST /SMSApi/send HTTP/1.1',
      `Authorization: ${token}`,
      `Content-Type: multipart/form-data; boundary=${boundary}`,
    ];
    const body = `${parts.join('')}--${boundary}--\r\n`;
    expect(await replay(gateway, lines, body)).toMatchObject(success);
    expect(gateway.messages).toMatchObject([{ ...seen, auth: 'token', notes: [], notSent: [] }]);
  });

  it('of a password in the form', async () => {
    const gateway = await start();
    const { userId: userid, password } = ACCOUNT;
    const given = {
      userid,
      password,
      mobile: NUMBER,
      senderid: 'ACMECO',
      msg: text,
      sendMethod: 'quick',
      msgType: 'text',
      output: 'json',
      duplicatecheck: 'true',
    };
    const lines = [
      'POST /SMSApi/send HTTP/1.1',
      'Content-Type: application/x-www-form-urlencoded',
      'User-Agent: python-requests/2.32.3',
      'Accept: */*',
    ];
    expect(await replay(gateway, lines, form(given))).toMatchObject(success);
    expect(gateway.messages).toMatchObject([{ ...seen, auth: 'password', encoding: 'urlencoded' }]);
  });

  it('of a key, whose header has capital letters', async () => {
    const gateway = await start();
    const given = {
      userid: ACCOUNT.userId,
      mobile: NUMBER,
      msg: text,
      senderid: 'ACMECO',
      output: 'json',
    };
    const lines = [
      'POST /SMSApi/send HTTP/1.1',
      `ApiKey: ${ACCOUNT.apiKey}`,
      'cache-control: no-cache',
      'content-type: application/x-www-form-urlencoded',
    ];
    expect(await replay(gateway, lines, form(given))).toMatchObject(success);
    expect(gateway.messages).toMatchObject([{ ...seen, auth: 'apiKey' }]);
  });

  it('of JSON with several texts', async () => {
    const gateway = await start();
    const { userId: userid, password } = ACCOUNT;
    const sms = [{ mobile: [NUMBER], msg: text }];
    const given = {
      userid,
      password,
      senderid: 'ACMECO',
      msgType: 'text',
      duplicatecheck: 'true',
      sendMethod: 'quick',
      sms,
    };
    const lines = ['POST /SMSApi/send HTTP/1.1', 'Content-Type: application/json;charset=UTF-8'];
    expect(await replay(gateway, lines, JSON.stringify(given))).toMatchObject(success);
    expect(gateway.messages).toMatchObject([{ ...seen, auth: 'password', encoding: 'json' }]);
  });

  it('of a GET that asks for the report of a send', async () => {
    const gateway = await start();
    const { transactionId: uuid } = await sendJson(gateway);
    const [{ id } = { id: '' }] = gateway.messages;
    const change = JSON.stringify({ status: 'failed', code: '17' });
    const url = `${gateway.origin}/api/messages/${id}/delivery`;
    await fetch(url, { method: 'PUT', body: change });
    const { userId: userid, password } = ACCOUNT;
    const query = form({ userid, password, uuid: String(uuid), output: 'json' });
    const lines = [`GET /SMSApi/report/status?${query} HTTP/1.1`, 'Accept: application/json'];
    const entry = { status: { uuId: uuid, mobileNo: NUMBER, Status: 'FAILED', Cause: '17' } };
    expect(await replay(gateway, lines)).toMatchObject({
      response: { status: 'success', code: '200', count: 1, report_statusList: [entry] },
    });
    expect(gateway.others).toMatchObject([{ method: 'GET', path: '/SMSApi/report/status' }]);
  });
});
