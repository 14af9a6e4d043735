import { ACCOUNT, EMPTY, getToken, login, send, sendJson, start, basic } from './client.js';

describe('a login at the simulator', () => {
  it.each(['/me/', '/me'])('returns a token as in the specification at %s', async (path) => {
    const now = Date.parse('2026-03-01T10:00:00.900Z');
    const gateway = await start({ tokenTtl: 90, timeZone: 'Asia/Kolkata', now: () => now });
    const headers = { Authorization: basic(ACCOUNT.userId, ACCOUNT.password) };
    const answer = await fetch(gateway.url + path, { method: 'POST', headers });
    expect(await answer.json()).toEqual({
      status: 'success',
      token: expect.stringMatching(/^\S{16,}$/),
      expires_after: '2026-03-01 15:31:30',
      statusCode: '200',
      reason: 'success',
    });
    expect(answer.headers.get('date')).toBe('Sun, 01 Mar 2026 10:00:00 GMT');
  });

  it.each([
    ['a wrong password', basic(ACCOUNT.userId, 'wrong')],
    ['an unknown user', basic('other', ACCOUNT.password)],
    ['no colon', `Basic ${Buffer.from('acme').toString('base64')}`],
    ['another scheme', 'Bearer abc'],
    ['nothing', undefined],
  ])('is refused as by real gateways, with %s', async (_what, authorization) => {
    const gateway = await start();
    const answer = await fetch(`${gateway.url}/me/`, {
      method: 'POST',
      headers: authorization === undefined ? {} : { Authorization: authorization },
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      status: 'error',
      statusCode: '216',
      reason: 'Invalid credentials',
    });
    expect(gateway.loginLog).toMatchObject([{ status: 'refused', notes: [expect.any(String)] }]);
  });

  it('works with a user name and password that are not ASCII, and with colons in the password', async () => {
    const account = { userId: 'ünïté', password: 'pä:ss:wörd€' };
    const gateway = await start(account);
    expect(await (await login(gateway, account)).json()).toMatchObject({ status: 'success' });
  });

  it('is counted, refused or not', async () => {
    const gateway = await start();
    await login(gateway);
    await login(gateway, { password: 'wrong' });
    expect(gateway.logins).toBe(2);
  });
});

describe('a token of the simulator', () => {
  it('is valid until it expires and refused from then on', async () => {
    let now = Date.parse('2026-03-01T00:00:00Z');
    const gateway = await start({ tokenTtl: 0.5, now: () => now });
    const headers = { Authorization: await getToken(gateway) };
    now += 499;
    expect(await sendJson(gateway, {}, headers)).toMatchObject({ status: 'success' });
    now += 1;
    expect(await sendJson(gateway, {}, headers)).toEqual({
      status: 'error',
      statusCode: '216',
      reason: 'Invalid credentials',
      ...EMPTY,
    });
    expect(gateway.refused[0]?.notes).toContain('The token has expired.');
  });

  it('is refused as the options say after it has expired', async () => {
    const gateway = await start({ expiredToken: { httpStatus: 401, statusCode: '999' } });
    const headers = { Authorization: await getToken(gateway) };
    gateway.expireTokens();
    const answer = await send(gateway, {}, headers);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ statusCode: '999', reason: 'Invalid credentials' });
  });

  it.each<
    [how: string, tokenScheme: string | undefined, written: string, code: string, note: RegExp]
  >([
    ['is valid, also when a newer one is issued', undefined, '{}', '200', /^$/],
    ['is accepted after the word Bearer, with a note', undefined, 'Bearer {}', '200', /Bearer/],
    ['is refused after any other word', undefined, 'Token {}', '216', /./],
    ['is accepted after the scheme of the options', 'Bearer', 'bearer {}', '200', /^$/],
    [
      'is refused without it',
      'Bearer',
      '{}',
      '216',
      /The word Bearer must come before the token\./,
    ],
  ])('%s', async (_how, tokenScheme, written, statusCode, note) => {
    const gateway = await start(tokenScheme === undefined ? {} : { tokenScheme });
    const Authorization = written.replace('{}', await getToken(gateway));
    await getToken(gateway);
    expect(await sendJson(gateway, {}, { Authorization })).toMatchObject({ statusCode });
    const [message] = [...gateway.messages, ...gateway.refused];
    expect(message?.notes.join()).toMatch(note);
  });

  it('is refused for another userid', async () => {
    const gateway = await start();
    const headers = { Authorization: await getToken(gateway) };
    expect(await sendJson(gateway, { userid: 'other' }, headers)).toMatchObject({
      statusCode: '216',
    });
    expect(gateway.refused[0]?.notes).toContain('The token belongs to another userid.');
  });
});
