import { errorOf, message, openAccount, TOKEN_AUTH } from '../support/account.js';
import { setClock } from '../support/clock.js';
import { type Answer, rejection, ScriptedGateway, token } from '../support/scripted-gateway.js';

describe('after a failed login', () => {
  it.each<[string, Answer, object]>([
    ['a rejection', rejection('216'), { code: 'login-refused', retryable: false }],
    ['HTTP 401', { status: 401 }, { code: 'login-refused', retryable: false }],
    ['an HTML page', { body: '<html>' }, { code: 'login-unusable', retryable: false }],
    ['HTTP 503', { status: 503 }, { code: 'login-failed', retryable: true }],
  ])('sends fail at once, without a request, for the cool-down (%s)', async (_, answer, error) => {
    const clock = setClock('2026-03-01T12:00:00Z');
    let failing = true;
    const gateway = await ScriptedGateway.listen({
      login: () => (failing ? answer : token('t')),
    });
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: TOKEN_AUTH });
    await errorOf(sms.send(message('first')));
    failing = false;
    clock.pass(999);
    const held = await errorOf(sms.send(message('held back')));
    expect(held).toMatchObject({ ...error, outcome: 'not-sent', retryAfter: 1 });
    expect([gateway.logins.length, gateway.sends.length]).toEqual([1, 0]);
    clock.pass(1);
    await sms.send(message('next'));
    expect(gateway.logins).toHaveLength(2);
    expect(gateway.texts).toEqual(['next']);
  });

  it('sends fail for as long as auth.cooldown says', async () => {
    const clock = setClock('2026-03-01T12:00:00Z');
    const gateway = await ScriptedGateway.listen({ login: () => rejection('216') });
    const auth = { ...TOKEN_AUTH, cooldown: 60_000 };
    const { sms } = await openAccount({ baseUrl: gateway.url, auth });
    await errorOf(sms.send(message()));
    clock.pass(59_999);
    await errorOf(sms.send(message()));
    expect(gateway.logins).toHaveLength(1);
    clock.pass(1);
    await errorOf(sms.send(message()));
    expect(gateway.logins).toHaveLength(2);
  });

  it('every send starts a login if the cool-down is 0', async () => {
    const gateway = await ScriptedGateway.listen({ login: () => rejection('216') });
    const auth = { ...TOKEN_AUTH, cooldown: 0 };
    const { sms } = await openAccount({ baseUrl: gateway.url, auth });
    await errorOf(sms.send(message()));
    await errorOf(sms.send(message()));
    expect(gateway.logins).toHaveLength(2);
  });

  it.each([
    ['', '30', 30_000],
    [', for an hour at most', '31536000', 3_600_000],
  ])('a longer Retry-After is obeyed%s', async (_what, retryAfter, ms) => {
    const clock = setClock('2026-03-01T12:00:00Z');
    const gateway = await ScriptedGateway.listen({
      login: (_request, count) =>
        count === 1 ? { status: 429, headers: { 'Retry-After': retryAfter } } : token('t'),
    });
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: TOKEN_AUTH });
    await errorOf(sms.send(message()));
    clock.pass(ms - 1);
    expect(await errorOf(sms.send(message()))).toMatchObject({ retryAfter: 1 });
    clock.pass(1);
    await sms.send(message());
    expect(gateway.logins).toHaveLength(2);
  });
});
