import { message, openAccount } from '../support/account.js';
import { ScriptedGateway } from '../support/scripted-gateway.js';

const KEY = 'K3y-with.special/chars+==';

async function sentWith(auth: object) {
  const gateway = await ScriptedGateway.listen();
  const { sms } = await openAccount({
    baseUrl: gateway.url,
    auth: { method: 'apiKey', userId: 'acme', apiKey: KEY, ...auth },
  });
  await sms.send(message());
  expect(gateway.logins).toHaveLength(0);
  return gateway.sends[0]!;
}

describe('userid and apiKey', () => {
  it('have the key in the header apikey only', async () => {
    const { fields, headers, path, body } = await sentWith({});
    expect(headers['apikey']).toBe(KEY);
    expect(fields['userid']).toBe('acme');
    expect(Object.keys(fields).filter((name) => /key|password/i.test(name))).toEqual([]);
    expect(`${path} ${body.toString('utf8')}`).not.toContain(KEY);
    expect(headers).not.toHaveProperty('authorization');
  });

  it('have the key in the header that auth.header names', async () => {
    const { headers, rawHeaders } = await sentWith({ header: 'X-Api-Key' });
    expect(headers['x-api-key']).toBe(KEY);
    expect(headers).not.toHaveProperty('apikey');
    expect(rawHeaders).toContain('X-Api-Key');
  });
});
