import { SmsRejectedError } from '../../lib/index.js';
import { errorOf, message, openAccount, TOKEN_AUTH } from '../support/account.js';
import { setClock } from '../support/clock.js';
import { leaksOf } from '../support/leaks.js';
import {
  acceptance,
  type Answer,
  rejection,
  ScriptedGateway,
  token,
} from '../support/scripted-gateway.js';

const REFUSED = rejection('216', 'Invalid credentials');

describe('a refused token', () => {
  it.each<[string, Answer]>([
    ['a rejection with code 216', REFUSED],
    ['a rejection with code 401', rejection('401', 'Token expired')],
    ['a rejection with the number 403', { body: { status: 'error', statusCode: 403 } }],
    ['HTTP 401', { status: 401, body: '<html>' }],
    ['HTTP 403', { status: 403 }],
  ])('is replaced and the send repeated once, after %s', async (_what, refusal) => {
    const gateway = await ScriptedGateway.listen({
      send: (_request, count) => (count === 1 ? refusal : acceptance()),
    });
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: TOKEN_AUTH });
    await sms.send(message());
    expect(gateway.logins).toHaveLength(2);
    expect(gateway.sends.map(({ headers }) => headers['authorization'])).toEqual(['t1', 't2']);
  });

  it('appears in no error, even if the gateway repeats it when it refuses the next login', async () => {
    const gateway = await ScriptedGateway.listen({
      login: (_request, count) =>
        count === 1
          ? token('SeCrEtToKen-Abc')
          : rejection('216', 'session SeCrEtToKen-Abc is active'),
      send: () => REFUSED,
    });
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: TOKEN_AUTH });
    const error = await errorOf(sms.send(message()));
    expect(error).toMatchObject({ code: 'login-refused' });
    expect(leaksOf(error, ['SeCrEtToKen-Abc'])).toEqual([]);
  });

  it('is not inferred from a rejection with any other code', async () => {
    const gateway = await ScriptedGateway.listen({ send: () => rejection('203') });
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: TOKEN_AUTH });
    expect(await errorOf(sms.send(message()))).toBeInstanceOf(SmsRejectedError);
    expect([gateway.logins.length, gateway.sends.length]).toEqual([1, 1]);
  });

  it('is recognised by the codes in auth.refusedCodes, numbers or texts, and by no others', async () => {
    const codes = ['901', '902', '216'];
    const gateway = await ScriptedGateway.listen({
      send: (_request, count) =>
        count % 2 === 1 ? rejection(codes[(count - 1) / 2]) : acceptance(),
    });
    const auth = { ...TOKEN_AUTH, cooldown: 0, refusedCodes: [901, ' 902 '] };
    const { sms } = await openAccount({ baseUrl: gateway.url, auth });
    await sms.send(message('one'));
    await sms.send(message('two'));
    expect(gateway.logins).toHaveLength(3);
    expect(await errorOf(sms.send(message('three')))).toBeInstanceOf(SmsRejectedError);
  });
});

describe('a blocked account, whose logins work and whose sends are all refused', () => {
  it('starts one login per cool-down, however many sends there are', async () => {
    const clock = setClock('2026-03-01T12:00:00Z');
    const gateway = await ScriptedGateway.listen({ send: () => REFUSED });
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: TOKEN_AUTH });
    for (let count = 0; count < 20; count += 1) {
      expect(await errorOf(sms.send(message()))).toMatchObject({
        code: 'credentials-refused',
        outcome: 'not-sent',
      });
    }
    // The login that every account begins with, and that of the first refusal.
    expect([gateway.logins.length, gateway.sends.length]).toEqual([2, 21]);
    clock.pass(1000);
    for (let count = 0; count < 20; count += 1) await errorOf(sms.send(message()));
    expect([gateway.logins.length, gateway.sends.length]).toEqual([3, 42]);
  });

  it('starts one login per cool-down for simultaneous sends', async () => {
    setClock('2026-03-01T12:00:00Z');
    const gateway = await ScriptedGateway.listen({ send: () => REFUSED });
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: TOKEN_AUTH });
    await Promise.all(Array.from({ length: 20 }, () => errorOf(sms.send(message()))));
    expect(gateway.logins).toHaveLength(2);
  });

  it('starts one login per cool-down even if a login takes longer than that', async () => {
    const clock = setClock('2026-03-01T12:00:00Z');
    const gateway = await ScriptedGateway.listen({
      login: (_request, count) => {
        clock.pass(1200);
        return token(`t${count}`);
      },
      send: () => REFUSED,
    });
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: TOKEN_AUTH });
    for (let count = 0; count < 6; count += 1) await errorOf(sms.send(message()));
    expect(gateway.logins).toHaveLength(2);
    clock.pass(1000);
    for (let count = 0; count < 6; count += 1) await errorOf(sms.send(message()));
    expect(gateway.logins).toHaveLength(3);
  });

  it('sends as soon as it is no longer blocked, without a login', async () => {
    setClock('2026-03-01T12:00:00Z');
    let isBlocked = true;
    const gateway = await ScriptedGateway.listen({
      send: () => (isBlocked ? REFUSED : acceptance()),
    });
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: TOKEN_AUTH });
    await errorOf(sms.send(message()));
    isBlocked = false;
    await sms.send(message());
    expect(gateway.logins).toHaveLength(2);
  });
});
