import { errorOf, message, openAccount, TOKEN_AUTH } from '../support/account.js';
import { eventually, Latch } from '../support/eventually.js';
import { rejection, ScriptedGateway, token } from '../support/scripted-gateway.js';

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

  it('fail with the same error, after one login, if that is refused', async () => {
    const gateway = await ScriptedGateway.listen({
      login: () => rejection('216', 'Invalid credentials'),
    });
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: TOKEN_AUTH });
    const errors = await Promise.all(range(20).map(() => errorOf(sms.send(message()))));
    for (const error of errors) {
      expect(error).toMatchObject({ code: 'login-refused', outcome: 'not-sent' });
    }
    expect(gateway.logins).toHaveLength(1);
    expect(gateway.sends).toHaveLength(0);
  });
});
