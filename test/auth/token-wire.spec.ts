import { message, openAccount, TOKEN_AUTH } from '../support/account.js';
import { ScriptedGateway, token } from '../support/scripted-gateway.js';

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
