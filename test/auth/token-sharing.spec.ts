import { errorOf, message, openAccount, TOKEN_AUTH } from '../support/account.js';
import { eventually, Latch } from '../support/eventually.js';
import { acceptance, rejection, ScriptedGateway, token } from '../support/scripted-gateway.js';

const range = (length: number) => Array.from({ length }, (_, index) => index);

describe('many sends at once', () => {
  it('log in once when 500 start without a token', async () => {
    const gateway = await ScriptedGateway.listen();
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: TOKEN_AUTH });
    await Promise.all(range(500).map((index) => sms.send(message(`m${index}`))));
    expect(gateway.logins).toHaveLength(1);
    expect(new Set(gateway.texts).size).toBe(500);
    expect(gateway.sends).toHaveLength(500);
  });

  it('log in once more when 50 are refused with an old token, and all arrive once', async () => {
    // The gateway forgets its sessions: what it took before, it takes no more.
    let current = 't1';
    const arrived: (string | undefined)[] = [];
    const gateway = await ScriptedGateway.listen({
      login: (_request, count) => token((current = `t${count}`)),
      send: ({ headers, fields }) => {
        if (headers['authorization'] !== current) return rejection('216', 'Invalid credentials');
        arrived.push(fields['msg']);
        return acceptance();
      },
    });
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: TOKEN_AUTH });
    await sms.send(message('first'));
    current = 'forgotten';
    await Promise.all(range(50).map((index) => sms.send(message(`m${index}`))));
    expect(gateway.logins).toHaveLength(2);
    expect(arrived.toSorted()).toEqual(['first', ...range(50).map((i) => `m${i}`)].toSorted());
  });

  it('log in once more when an old token is refused after the new one works', async () => {
    const late = new Latch();
    const gateway = await ScriptedGateway.listen({
      send: async ({ headers, fields }) => {
        if (headers['authorization'] !== 't1' || fields['msg'] === 'first') return acceptance();
        if (fields['msg'] === 'late') await late.opened;
        return rejection('216', 'Invalid credentials');
      },
    });
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: TOKEN_AUTH });
    await sms.send(message('first'));
    const lateSend = sms.send(message('late'));
    await eventually(() => gateway.texts.includes('late'));
    await sms.send(message('early'));
    late.open();
    await lateSend;
    expect(gateway.logins).toHaveLength(2);
    expect(gateway.texts.filter((text) => text === 'late')).toHaveLength(2);
  });

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
