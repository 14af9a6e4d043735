import { errorOf, message, openAccount, TOKEN_AUTH } from '../support/account.js';
import { eventually, Latch } from '../support/eventually.js';
import { type Answer, rejection, ScriptedGateway, token } from '../support/scripted-gateway.js';

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
