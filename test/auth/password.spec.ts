import * as fc from 'fast-check';
import { message, openAccount } from '../support/account.js';
import { ScriptedGateway } from '../support/scripted-gateway.js';

const SPECIAL = "p@ss w&rd=%+/ß✓!'()*~";

async function sentWith(auth: object) {
  const gateway = await ScriptedGateway.listen();
  const { sms } = await openAccount({
    baseUrl: gateway.url,
    auth: { method: 'password', userId: 'ac&me', password: SPECIAL, ...auth },
  });
  await sms.send(message());
  expect(gateway.logins).toHaveLength(0);
  return gateway.sends[0]!;
}

describe('userid and password', () => {
  it('are form fields, the password exactly as encodeURIComponent writes it', async () => {
    const { fields, headers } = await sentWith({});
    expect(fields).toMatchObject({ userid: 'ac&me', password: encodeURIComponent(SPECIAL) });
    expect(headers).not.toHaveProperty('authorization');
  });

  it("are unchanged with passwordEncoding 'none'", async () => {
    const { fields } = await sentWith({ passwordEncoding: 'none' });
    expect(fields).toMatchObject({ userid: 'ac&me', password: SPECIAL });
  });

  it('are never in the URL', async () => {
    expect((await sentWith({})).path).toBe('/SMSApi/send');
  });

  it('are decoded correctly by a gateway that decodes once, whatever the password', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), async (password) => {
        const { fields } = await sentWith({ password });
        expect(decodeURIComponent(fields['password']!)).toBe(password);
        expect(fields['password']).toMatch(/^[\w.!~*'()%-]+$/);
      }),
      { numRuns: 20 },
    );
  });
});
