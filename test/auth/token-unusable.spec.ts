import { errorOf, message, openAccount, TOKEN_AUTH } from '../support/account.js';
import { leaksOf } from '../support/leaks.js';
import { type Answer, ScriptedGateway, token } from '../support/scripted-gateway.js';

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
