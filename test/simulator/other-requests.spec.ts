import { ACCOUNT, basic, login, multipart, send, start } from './client.js';
import type { GatewaySimulator } from '../../simulator/index.js';
import { GATEWAY_PATHS } from '../../simulator/gateway/gateway-paths.js';
import type { MessageList } from '../../simulator/api/message-routes.js';

const REPORT = '/SMSApi/report/day';

const list = async ({ origin }: GatewaySimulator, query = ''): Promise<MessageList> =>
  (await (await fetch(`${origin}/api/messages${query}`)).json()) as MessageList;

const askReport = (gateway: GatewaySimulator, body: string) =>
  fetch(gateway.url + REPORT, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body,
  });

describe('a login', () => {
  it('is listed with its result, and with what was wrong, without its secrets', async () => {
    const gateway = await start();
    const good = (await (await login(gateway)).json()) as { token: string };
    await login(gateway, { password: 'not-it-4711' });
    const [first, second] = gateway.others;
    expect(first).toMatchObject({
      kind: 'login',
      status: 'accepted',
      account: ACCOUNT.userId,
      auth: 'password',
      method: 'POST',
      path: '/me/',
      read: true,
      answer: { status: 200, body: expect.stringContaining('"token":"<masked>"') },
      headers: { authorization: 'Basic <masked>' },
    });
    expect(second).toMatchObject({
      kind: 'login',
      status: 'refused',
      refusal: { statusCode: '216', reason: 'The password is wrong.' },
      answer: { status: 200, body: expect.stringContaining('Invalid credentials') },
    });
    expect(second?.timeline.map(({ event }) => event)).toEqual(['received', 'refused', 'answered']);
    const shown = JSON.stringify(gateway.others);
    const hidden = [good.token, 'not-it-4711', basic(ACCOUNT.userId, ACCOUNT.password).slice(6)];
    expect(hidden.filter((secret) => shown.includes(secret))).toEqual([]);
  });

  it('with the secret in place of the name does not show it', async () => {
    const gateway = await start();
    await login(gateway, { userId: ACCOUNT.password, password: ACCOUNT.userId });
    expect(JSON.stringify(gateway.others)).not.toContain(ACCOUNT.password);
  });

  it('for which a fault was used names the fault', async () => {
    const gateway = await start();
    gateway.faults.next('500', { on: 'login' });
    await login(gateway);
    expect(gateway.others).toMatchObject([
      { kind: 'login', status: 'refused', fault: '500', answer: { status: 500 } },
    ]);
  });
});

describe('a request that the gateway does not serve', () => {
  it('is listed with its fields and its answer, secrets masked', async () => {
    const gateway = await start();
    const answer = await askReport(gateway, `userid=acme&password=other-secret&uuid=12`);
    expect(answer.status).toBe(404);
    const [kept] = gateway.others;
    expect(kept).toMatchObject({
      kind: 'other',
      status: 'refused',
      refusal: { statusCode: '404', reason: 'Not served' },
      method: 'POST',
      path: REPORT,
      encoding: 'urlencoded',
      account: 'acme',
      fields: { userid: 'acme', password: '<masked>', uuid: '12' },
      answer: { status: 404, body: await answer.text() },
    });
    expect(JSON.stringify(kept)).not.toContain('other-secret');
  });

  it('shows no webhook address, which carries a secret', async () => {
    const gateway = await start();
    const smswebhook = 'https://user:pass-4711@app.test/reports?key=hush-4711';
    const body = new URLSearchParams({
      userid: ACCOUNT.userId,
      password: ACCOUNT.password,
      smswebhook,
      smswebhookrate: '10',
    });
    await fetch(`${gateway.url}/SMSApi/webhook/create`, { method: 'POST', body });
    expect(gateway.others[0]?.fields).toMatchObject({ smswebhook: '<masked>' });
    expect(JSON.stringify(gateway.others)).not.toMatch(/pass-4711|hush-4711/);
  });

  it.each([
    ['a GET with a query', 'GET', '/SMSApi/other?a=1', undefined, 'query', 404],
    ['one without anything', 'DELETE', '/nothing', undefined, 'none', 404],
    ['a body that nothing can read', 'PUT', '/SMSApi/other', '<xml/>', 'unreadable', 404],
    ['another method of a served path', 'GET', '/me/', undefined, 'none', 405],
    ['a base path that is not set', 'POST', '/rest/v2/SMSApi/send', 'x', 'unreadable', 404],
  ])('%s is listed', async (_name, method, path, body, encoding, status) => {
    const gateway = await start();
    const answer = await fetch(gateway.origin + path, { method, ...(body && { body }) });
    expect(answer.status).toBe(status);
    expect(gateway.others).toMatchObject([
      { kind: 'other', method, path: path.split('?')[0], encoding, answer: { status } },
    ]);
  });

  it.each(['', '/rest/v2'])(
    'is answered as the gateway does, with the base path %j',
    async (basePath) => {
      const gateway = await start(basePath === '' ? {} : { basePath });
      for (const path of ['/SMSApi/report/day', '/SMSApi/']) {
        const answer = await fetch(gateway.url + path, { method: 'POST' });
        expect(answer.status).toBe(404);
        const served = Object.keys(GATEWAY_PATHS).map((each) => basePath + each);
        expect(await answer.json()).toEqual({
          response: {
            status: 'error',
            code: '404',
            msg: `POST ${basePath}${path} is not served. These paths are: ${served.join(', ')}.`,
          },
        });
      }
      expect(await (await fetch(`${gateway.origin}/SMSApis`)).json()).toHaveProperty('error.code');
    },
  );

  it('is not one of the page, of the API or of a browser', async () => {
    const gateway = await start();
    const paths = ['/', '/inbox.js', '/inbox.json', '/api/messages', '/api/none'];
    for (const path of [...paths, '/health']) await fetch(gateway.origin + path);
    const browser = { 'Sec-Fetch-Site': 'same-origin' };
    await fetch(`${gateway.origin}/favicon.ico`, { headers: browser });
    const site = { 'Sec-Fetch-Site': 'cross-site' };
    await fetch(`${gateway.origin}/SMSApi/other`, { method: 'POST', headers: site });
    expect(gateway.others).toEqual([]);
  });

  it.each([
    ['/SMSApi/rest/send', "belongs to the vendor's older interface"],
    ['/library/api/self/SMSSend/', "belongs to the vendor's older interface"],
    ['/SMSApi/otp', 'Here the app makes them'],
  ])('%s is answered with why', async (path, why) => {
    const gateway = await start();
    const answer = await fetch(gateway.url + path, { method: 'POST' });
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain(why);
    expect(gateway.others).toMatchObject([{ path, refusal: { reason: 'Not served' } }]);
  });
});

describe("a call of a browser's page on another site", () => {
  it.each([
    [{ 'Sec-Fetch-Site': 'cross-site' }, 'Pages of other sites must not use the simulator.'],
    [{ Origin: 'http://shop.test' }, expect.stringContaining('Pages of other sites')],
  ])('with %j leaves a row without its fields', async (headers, reason) => {
    const gateway = await start();
    const init = { method: 'POST', headers, body: multipart({ msg: 'planted' }) };
    const answer = await fetch(`${gateway.url}/SMSApi/send`, init);
    expect(answer.status).toBe(403);
    const refusal = { statusCode: '403', reason };
    const path = '/SMSApi/send';
    expect(gateway.others).toMatchObject([
      { kind: 'other', status: 'refused', path, encoding: 'none', refusal, account: '' },
    ]);
    expect(JSON.stringify(gateway.others)).not.toContain('planted');
    expect([...gateway.messages, ...gateway.refused]).toEqual([]);
  });
});

describe('a request for index.php, which hosts have that do not rewrite paths', () => {
  it.each(['', '/rest/v2'])(
    'is one for the path in url, with the base path %j',
    async (basePath) => {
      const gateway = await start({ basePath });
      const init = { method: 'POST', headers: { apikey: ACCOUNT.apiKey }, body: multipart() };
      const sent = await fetch(`${gateway.url}/index.php?url=SMSApi/send`, init);
      expect(await sent.json()).toMatchObject({ status: 'success' });
      expect(gateway.messages).toMatchObject([{ path: `${basePath}/SMSApi/send`, notes: [] }]);
      const { userId: userid, password } = ACCOUNT;
      const query = new URLSearchParams({ url: 'SMSApi/group/read', userid, password });
      const read = await fetch(`${gateway.url}/index.php?${query}`);
      expect(await read.json()).toMatchObject({ response: { api: 'group', status: 'success' } });
    },
  );

  it.each(['', '?url=', '?url=other', '?url=SMSApi/other', '?url=../api/messages'])(
    'is answered as the gateway does if %j names none that is served',
    async (query) => {
      const gateway = await start();
      const answer = await fetch(`${gateway.url}/index.php${query}`);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ response: { status: 'error', code: '404' } });
      expect(gateway.others).toMatchObject([{ kind: 'other', status: 'refused' }]);
    },
  );
});

/** One send, one login, and one call of a path that is not served. */
async function startFilled() {
  const gateway = await start();
  await send(gateway);
  await login(gateway);
  await askReport(gateway, 'userid=other-account');
  return gateway;
}

describe('logins and other requests', () => {
  it('are in no list and no count of messages, unless the search asks for them', async () => {
    const gateway = await startFilled();
    const { messages, total, unread, others, accounts } = await list(gateway);
    expect(messages.map(({ kind }) => kind)).toEqual(['send']);
    expect([total, unread, others, accounts]).toEqual([1, 1, 0, [ACCOUNT.userId]]);
    expect([gateway.messages.length, gateway.refused.length, gateway.logins]).toEqual([1, 0, 1]);
    const kinds = async (search: string) =>
      (await list(gateway, `?search=${search}`)).messages.map(({ kind }) => kind);
    expect(await kinds('is:login')).toEqual(['login']);
    expect(await kinds('is:other')).toEqual(['other']);
    expect(await kinds('is:other report')).toEqual(['other']);
    expect(await kinds('is:other is:accepted')).toEqual([]);
    expect(await kinds('-is:login')).toEqual(['send']);
    expect(await kinds('is:send')).toEqual(['send']);
    expect(await kinds('is:accepted')).toEqual(['send']);
    const csv = await (await fetch(`${gateway.origin}/api/messages/export?format=csv`)).text();
    expect(csv.trim().split('\r\n')).toHaveLength(2);
  });

  it('are listed among the messages on request, and counted apart', async () => {
    const gateway = await startFilled();
    const { messages, total, others, next } = await list(gateway, '?others=true&limit=2');
    expect(messages.map(({ kind }) => kind)).toEqual(['other', 'login']);
    expect([total, others]).toEqual([1, 2]);
    const rest = await list(gateway, `?others=true&before=${next}`);
    expect(rest.messages.map(({ kind }) => kind)).toEqual(['send']);
  });

  it('are read and deleted by their id, and never unread', async () => {
    const gateway = await startFilled();
    const url = `${gateway.origin}/api/messages/${gateway.others[0]?.id}`;
    const body = '{"read":false}';
    const marked = await fetch(`${url}/read`, { method: 'POST', body });
    expect(await marked.json()).toMatchObject({ kind: 'login', read: true });
    expect(await (await fetch(url, { method: 'DELETE' })).json()).toEqual({ deleted: 1 });
    expect(gateway.others).toHaveLength(1);
  });

  it('are no answer to a wait, even if its search asks for them', async () => {
    const gateway = await start();
    await login(gateway);
    for (const search of ['', 'is:login']) {
      await expect(gateway.waitFor({ search, timeout: 0 })).rejects.toThrow('No message');
      const latest = await fetch(`${gateway.origin}/api/messages/latest?search=${search}`);
      expect(latest.status).toBe(404);
    }
  });

  it('push no message out, and 200 of them are kept', async () => {
    const gateway = await start({ keep: 1 });
    await send(gateway);
    for (let count = 0; count < 203; count += 1) await fetch(`${gateway.origin}/none/${count}`);
    expect(gateway.messages).toHaveLength(1);
    expect(gateway.others).toHaveLength(200);
    expect(gateway.others[0]?.path).toBe('/none/3');
    gateway.reset();
    expect(gateway.others).toEqual([]);
  });
});
