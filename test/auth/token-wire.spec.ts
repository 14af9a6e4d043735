import { message, openAccount, TOKEN_AUTH, errorOf } from '../support/account.js';
import { ScriptedGateway, token, type Answer, rejection } from '../support/scripted-gateway.js';
import { leaksOf } from '../support/leaks.js';
import { eventually, Latch } from '../support/eventually.js';

const basic = (text: string) => `Basic ${Buffer.from(text, 'utf8').toString('base64')}`;

describe('the token flow', () => {
  it('logs in as the gateway specification shows', async () => {
    const gateway = await ScriptedGateway.listen();
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: TOKEN_AUTH });
    await sms.send(message());
    expect(gateway.logins).toHaveLength(1);
    const [login] = gateway.logins;
    expect(login).toMatchObject({ method: 'POST', path: '/me/' });
    expect(login!.headers).toMatchObject({
      authorization: basic('acme:pass word'),
      'content-type': 'application/json',
      'content-length': '0',
    });
    expect(login!.body).toHaveLength(0);
  });

  it.each([
    ['a password beyond ASCII', 'acme', 'pässwörd ✓ पास'],
    ['a user beyond ASCII', 'käse', 'secret'],
    ['colons in the password', 'acme', ':a:b::'],
  ])('carries %s as UTF-8', async (_what, userId, password) => {
    const gateway = await ScriptedGateway.listen();
    const auth = { ...TOKEN_AUTH, userId, password };
    const { sms } = await openAccount({ baseUrl: gateway.url, auth });
    await sms.send(message());
    expect(gateway.logins[0]!.headers['authorization']).toBe(basic(`${userId}:${password}`));
    expect(gateway.sends[0]!.fields['userid']).toBe(userId);
  });

  it('sends with only the token in Authorization, userid in the form, and no password', async () => {
    const gateway = await ScriptedGateway.listen({ login: () => token('a.B-c_1/+==') });
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: TOKEN_AUTH });
    await sms.send(message());
    const [send] = gateway.sends;
    expect(send).toMatchObject({ method: 'POST', path: '/SMSApi/send' });
    expect(send!.headers['authorization']).toBe('a.B-c_1/+==');
    expect(send!.fields).toMatchObject({ userid: 'acme' });
    expect(Object.keys(send!.fields)).not.toContain('password');
    expect(Object.keys(send!.headers)).not.toContain('apikey');
    // The password is for the token endpoint only.
    const wire = `${send!.rawHeaders.join('\n')}\n${send!.body.toString('utf8')}`;
    expect(wire).not.toContain('pass word');
    expect(wire).not.toContain(Buffer.from('acme:pass word').toString('base64'));
  });

  it('puts the scheme before the token if one is set', async () => {
    const gateway = await ScriptedGateway.listen();
    const auth = { ...TOKEN_AUTH, scheme: 'Bearer' };
    const { sms } = await openAccount({ baseUrl: gateway.url, auth });
    await sms.send(message());
    expect(gateway.sends[0]!.headers['authorization']).toBe('Bearer t1');
  });
});

const success = (more: object): Answer => ({
  body: { status: 'success', statusCode: '200', reason: 'success', ...more },
});

describe('a login that returns no usable token', () => {
  it.each<[string, Answer]>([
    ['no token', success({})],
    ['an empty one', token('')],
    ['a number', success({ token: 12_345 })],
    ['a list', success({ token: ['secret-token'] })],
    ['one with a line break', token('secret-token\r\nX-Evil: 1')],
    ['one with a NUL', token('secret-token\0')],
    ['one beyond Latin-1', token('secret-token✓')],
    ['one with a space before it', token(' secret-token')],
    ['a page', { body: '<html>secret-token</html>' }],
    ['a cut body', { body: '{"status":"success","token":"secret-token"' }],
    ['fields that disagree', success({ statusCode: '500', token: 'secret-token' })],
  ])('sends nothing and says why: %s', async (_what, answer) => {
    const gateway = await ScriptedGateway.listen({ login: () => answer });
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: TOKEN_AUTH });
    const error = await errorOf(sms.send(message()));
    expect(error).toMatchObject({
      name: 'SmsAuthenticationError',
      code: 'login-unusable',
      outcome: 'not-sent',
    });
    expect(leaksOf(error, ['secret-token'])).toEqual([]);
    expect(gateway.sends).toHaveLength(0);
  });

  it.each(['a b', 'tøken', 'x'.repeat(4000), '"quoted"'])(
    'does not include an unusual token: %.10s',
    async (value) => {
      const gateway = await ScriptedGateway.listen({ login: () => token(value) });
      const { sms } = await openAccount({ baseUrl: gateway.url, auth: TOKEN_AUTH });
      await sms.send(message());
      expect(gateway.sends[0]!.headers['authorization']).toBe(value);
    },
  );
});

const range = (length: number) => Array.from({ length }, (_, index) => index);

describe('many sends at once', () => {
  it('keep waiting for the login when one caller gives up', async () => {
    const login = new Latch();
    const gateway = await ScriptedGateway.listen({
      login: async () => {
        await login.opened;
        return token('t1');
      },
    });
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: TOKEN_AUTH });
    const caller = new AbortController();
    const givesUp = errorOf(sms.send(message('gives up'), { signal: caller.signal }));
    const waits = sms.send(message('waits'));
    await eventually(() => gateway.logins.length === 1);
    caller.abort(new Error('a reason of the caller'));
    expect(await givesUp).toMatchObject({ code: 'aborted', outcome: 'not-sent' });
    login.open();
    await waits;
    expect(gateway.logins).toHaveLength(1);
    expect(gateway.texts).toEqual(['waits']);
  });

  it.each<[string, Answer, object]>([
    [
      'is refused',
      rejection('216', 'Blocked'),
      { code: 'login-refused', statusCode: '216', reason: 'Blocked', retryable: false },
    ],
    ['has no token', { body: '<html>' }, { code: 'login-unusable', retryable: false }],
    [
      'is throttled',
      { status: 429, headers: { 'Retry-After': '7' } },
      { code: 'throttled', retryAfter: 7000, retryable: true },
    ],
    ['fails', { status: 503 }, { code: 'gateway-failed', retryable: true }],
    ['is redirected', { status: 302 }, { code: 'redirected', retryable: false }],
  ])(
    'fail with an error of their own each, after one login, if that %s',
    async (_what, answer, what) => {
      const gateway = await ScriptedGateway.listen({ login: () => answer });
      const { sms } = await openAccount({ baseUrl: gateway.url, auth: TOKEN_AUTH, name: 'shop' });
      const errors = await Promise.all(range(20).map(() => errorOf(sms.send(message()))));
      for (const error of errors) {
        expect(error).toMatchObject({ ...what, outcome: 'not-sent', account: 'shop' });
        expect(error.message).toBe(errors[0]?.message);
      }
      expect(new Set(errors).size).toBe(20);
      expect(gateway.logins).toHaveLength(1);
      expect(gateway.sends).toHaveLength(0);
    },
  );
});
