import { connect } from 'node:net';
import type { GatewaySimulator } from '../../simulator/index.js';
import { eventually } from '../support/eventually.js';
import { ACCOUNT, EMPTY, FORM, getToken, raw, send, sendJson, start } from './client.js';

const post = (
  gateway: GatewaySimulator,
  type: string | undefined,
  body: NonNullable<RequestInit['body']>,
) =>
  fetch(`${gateway.url}/SMSApi/send`, {
    method: 'POST',
    body,
    headers: { apikey: ACCOUNT.apiKey, ...(type !== undefined && { 'Content-Type': type }) },
  });

const BOUNDARY = '----boundary-of-the-test';
const part = (disposition: string, value = 'x') =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data${disposition}\r\n\r\n${value}\r\n`;
const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
const deep = `{"a":${nested}}`;

describe('the simulator survives', () => {
  it.each([
    ['multipart without boundary', 'multipart/form-data', 'x', 400],
    [
      'multipart that is cut',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="userid"\r\n\r\nac',
      400,
    ],
    ['a body that is not multipart', 'multipart/form-data; boundary=b', 'hello', 400],
    ['a body that is not JSON', 'application/json', '{"userid":', 400],
    ['JSON that is not an object', 'application/json', '[1]', 400],
    ['sms that is not an array', 'application/json', '{"sms":"x"}', 400],
    ['JSON that is nested too deeply', 'application/json', deep, 400],
    ['sms without objects', 'application/json', '{"sms":[1,null]}', 400],
    ['an unknown type', 'text/plain', 'hello', 415],
    ['no type', undefined, new Uint8Array([1, 2]), 415],
  ] as [string, string | undefined, NonNullable<RequestInit['body']>, number][])(
    '%s: a clear failure, kept as refused',
    async (_what, type, body, status) => {
      const gateway = await start();
      const answer = await post(gateway, type, body);
      expect(answer.status).toBe(status);
      expect(await answer.json()).toEqual({
        status: 'error',
        statusCode: String(status),
        reason: expect.stringMatching(/body/),
        ...EMPTY,
      });
      expect(gateway.refused).toMatchObject([{ encoding: 'unreadable', notSent: [] }]);
      expect((await send(gateway)).status).toBe(200);
    },
  );

  it('deeply nested sms: a failure, kept as refused', async () => {
    const gateway = await start();
    const answer = await post(gateway, 'application/json', `{"sms":[{"msg":${deep}}]}`);
    expect(await answer.json()).toMatchObject({ status: 'error', ...EMPTY });
    // Node.js 26 reads JSON of any depth; then it is a send without a user id.
    expect(['400', '216']).toContain(gateway.refused[0]?.refusal?.statusCode);
    expect((await send(gateway)).status).toBe(200);
  });

  it.each([
    ['POST', '/api/faults', `{"fault":${nested}}`],
    ['POST', '/api/faults', `{"fault":"refuse","reason":${nested}}`],
    ['PUT', '/api/faults', `{"next":[{"fault":${nested}}]}`],
    ['PUT', '/api/faults', nested],
    ['POST', '/api/messages/read', `{"search":${nested}}`],
    ['PUT', '/api/messages/1/delivery', `{"status":${nested}}`],
  ])('%s %s with a deeply nested body', async (method, path, body) => {
    const gateway = await start();
    const init: RequestInit = { method, body };
    const answer = await fetch(gateway.origin + path, init);
    expect([400, 404]).toContain(answer.status);
    expect(await answer.json()).toHaveProperty('error.message');
  });

  it('an empty form, an empty array and nulls', async () => {
    const gateway = await start();
    for (const body of ['{}', '{"sms":[]}', '{"sms":null}', '{"userid":null}']) {
      const answer = await post(gateway, 'application/json', body);
      expect(await answer.json()).toMatchObject({ statusCode: '216' });
    }
    const empty = await post(gateway, 'application/json', '{"userid":"acme","sms":[{}]}');
    expect(await empty.json()).toMatchObject({ statusCode: '213' });
    expect(gateway.refused).toHaveLength(5);
  });

  it('a body over the limit: 413, and the next send arrives', async () => {
    const gateway = await start({ maxBodyBytes: 2048 });
    const answer = await post(gateway, 'application/x-www-form-urlencoded', 'a'.repeat(4096));
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({
      statusCode: '413',
      reason: expect.stringContaining('2048'),
    });
    expect((await send(gateway)).status).toBe(200);
  });

  it('a text almost as large as the limit', async () => {
    const gateway = await start();
    const msg = 'x'.repeat(900_000);
    expect(await sendJson(gateway, { msg })).toMatchObject({ status: 'success' });
    expect(gateway.messages[0]?.text).toHaveLength(900_000);
  });

  it('fields with names from the prototype', async () => {
    const gateway = await start();
    await send(gateway, { constructor: 'x', toString: 'y' });
    const body = `{"__proto__":{"polluted":"1"},${JSON.stringify(FORM).slice(1)}`;
    await post(gateway, 'application/json', body);
    expect(gateway.messages).toHaveLength(2);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(gateway.messages[0]?.fields['constructor']).toBe('x');
  });

  it.each(['form-encoded', 'multipart'])(
    'a field that comes twice, %s: the first counts, with a note',
    async (how) => {
      const gateway = await start();
      const form = how === 'multipart' ? new FormData() : new URLSearchParams();
      for (const [name, value] of [...Object.entries(FORM), ['msg', 'second'] as const]) {
        form.append(name, value);
      }
      await post(gateway, undefined, form);
      expect(gateway.messages[0]).toMatchObject({
        text: FORM['msg'],
        notes: expect.arrayContaining([expect.stringContaining('msg came more than once')]),
      });
    },
  );

  it.each([
    ['without a name', '', 400],
    ['with a file name only', '; filename="x.txt"', 400],
    ['with an unquoted name', '; name=odd', 200],
    ['with an empty name', '; name=""', 200],
  ])('multipart with a part %s', async (_what, disposition, status) => {
    const gateway = await start();
    const named = Object.entries(FORM).map(([name, value]) => part(`; name="${name}"`, value));
    const body = `${[part(disposition), ...named].join('')}--${BOUNDARY}--\r\n`;
    const type = `multipart/form-data; boundary="${BOUNDARY}"`;
    expect((await post(gateway, type, body)).status).toBe(status);
    const [kept] = [...gateway.messages, ...gateway.refused];
    expect(kept?.encoding).toBe(status === 200 ? 'multipart' : 'unreadable');
    expect(kept?.notes).toHaveLength(1);
  });

  it('a client that disconnects in the middle of its body, and keeps nothing', async () => {
    const gateway = await start();
    await new Promise<void>((resolve) => {
      const socket = connect(gateway.port, '127.0.0.1', () => {
        socket.write(
          'POST /SMSApi/send HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc',
          () => {
            socket.resetAndDestroy();
            resolve();
          },
        );
      });
    });
    expect((await send(gateway)).status).toBe(200);
    expect(gateway.refused).toEqual([]);
  });

  it('bytes that are not HTTP', async () => {
    const gateway = await start();
    expect(await raw(gateway.port, 'hello\r\n\r\n')).toContain('400 Bad Request');
    expect(
      await raw(gateway.port, 'GET http://[ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
    ).toMatch(/^HTTP\/1\.1 4/);
    expect((await send(gateway)).status).toBe(200);
  });
});

describe('close', () => {
  it('ends every socket: idle, stalled and in the middle of a request', async () => {
    const gateway = await start();
    const open = [
      raw(
        gateway.port,
        'POST /SMSApi/send HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc',
        false,
      ),
      raw(gateway.port, 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n', false),
    ];
    gateway.faults
      .next('stall')
      .next('slow', { latency: 60_000 })
      .next('drip', { interval: 60_000 });
    const sends = [1, 2, 3].map(() =>
      send(gateway)
        .then((answer) => answer.text())
        .catch(() => 'ended'),
    );
    await eventually(() => gateway.messages.length + gateway.refused.length === 3);
    await gateway.close();
    expect(await Promise.all(sends)).toEqual(['ended', 'ended', 'ended']);
    await Promise.all(open);
  });

  it('may be called twice, also at the same time', async () => {
    const gateway = await start();
    await Promise.all([gateway.close(), gateway.close()]);
    await expect(gateway.close()).resolves.toBeUndefined();
  });

  it('frees the port', async () => {
    const gateway = await start();
    await gateway.close();
    const again = await start({ port: gateway.port });
    expect(again.port).toBe(gateway.port);
  });
});

describe('reset', () => {
  it('deletes messages, logins and faults, not tokens', async () => {
    const gateway = await start();
    const headers = { Authorization: await getToken(gateway) };
    await send(gateway);
    await send(gateway, {}, {});
    gateway.faults.next('500');
    gateway.reset();
    expect([gateway.messages, gateway.refused, gateway.logins, gateway.loginLog]).toEqual([
      [],
      [],
      0,
      [],
    ]);
    expect((await send(gateway, {}, headers)).status).toBe(200);
    expect(gateway.messages).toHaveLength(1);
  });
});
