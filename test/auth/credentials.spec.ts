import * as fc from 'fast-check';
import type {
  SmsApiKeyAuthOptions,
  SmsAuthOptions,
  SmsPasswordAuthOptions,
} from '../../lib/index.js';
import { message, openAccount } from '../support/account.js';
import { ScriptedGateway } from '../support/scripted-gateway.js';

const KEY = 'K3y-with.special/chars+==';
const SPECIAL = "p@ss w&rd=%+/ß✓!'()*~";
const API_KEY: SmsApiKeyAuthOptions = { method: 'apiKey', userId: 'acme', apiKey: KEY };
const PASSWORD: SmsPasswordAuthOptions = { method: 'password', userId: 'ac&me', password: SPECIAL };

/** What the gateway got of a send. */
async function sentWith(auth: SmsAuthOptions) {
  const gateway = await ScriptedGateway.listen();
  const { sms } = await openAccount({ baseUrl: gateway.url, auth });
  await sms.send(message());
  expect(gateway.logins).toHaveLength(0);
  return gateway.sends[0]!;
}

describe('userid and apiKey', () => {
  it('have the key in the header apikey only', async () => {
    const { fields, headers, path, body } = await sentWith(API_KEY);
    expect(headers['apikey']).toBe(KEY);
    expect(fields['userid']).toBe('acme');
    expect(Object.keys(fields).filter((name) => /key|password/i.test(name))).toEqual([]);
    expect(`${path} ${body.toString('utf8')}`).not.toContain(KEY);
    expect(headers).not.toHaveProperty('authorization');
  });

  it('have the key in the header that auth.header names', async () => {
    const { headers, rawHeaders } = await sentWith({ ...API_KEY, header: 'X-Api-Key' });
    expect(headers['x-api-key']).toBe(KEY);
    expect(headers).not.toHaveProperty('apikey');
    expect(rawHeaders).toContain('X-Api-Key');
  });
});

describe('userid and password', () => {
  it('are form fields, the password exactly as encodeURIComponent writes it', async () => {
    const { fields, headers } = await sentWith(PASSWORD);
    expect(fields).toMatchObject({ userid: 'ac&me', password: encodeURIComponent(SPECIAL) });
    expect(headers).not.toHaveProperty('authorization');
  });

  it("are unchanged with passwordEncoding 'none'", async () => {
    const { fields } = await sentWith({ ...PASSWORD, passwordEncoding: 'none' });
    expect(fields).toMatchObject({ userid: 'ac&me', password: SPECIAL });
  });

  it('are never in the URL', async () => {
    expect((await sentWith(PASSWORD)).path).toBe('/SMSApi/send');
  });

  it('are decoded correctly by a gateway that decodes once, whatever the password', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), async (password) => {
        const { fields } = await sentWith({ ...PASSWORD, password });
        expect(decodeURIComponent(fields['password']!)).toBe(password);
        expect(fields['password']).toMatch(/^[\w.!~*'()%-]+$/);
      }),
      { numRuns: 20 },
    );
  });
});
