import { message, openAccount, PASSWORD_AUTH, TOKEN_AUTH } from '../support/account.js';
import { ScriptedGateway } from '../support/scripted-gateway.js';
import { configurationErrorOf, GOOD, isTaken } from './build.js';

describe('baseUrl', () => {
  it.each<[unknown, string]>([
    [undefined, 'is missing'],
    [null, 'is not valid'],
    [42, 'is not valid'],
    [new URL('https://sms.example.com'), 'is not valid'],
    ['', 'not an absolute'],
    ['/sms', 'not an absolute'],
    ['sms.example.com', 'not an absolute'],
    ['//sms.example.com', 'not an absolute'],
    ['https:sms.example.com', 'not an absolute'],
    ['https://', 'not an absolute'],
    ['ftp://sms.example.com', 'not an absolute'],
    ['file:///etc/passwd', 'not an absolute'],
    ['javascript:alert(1)', 'not an absolute'],
    ['https://user@sms.example.com', 'credentials'],
    ['https://user:canary@sms.example.com', 'credentials'],
    ['https://:canary@sms.example.com', 'credentials'],
    ['https://sms.example.com/?a=canary', 'query'],
    ['https://sms.example.com?', 'query'],
    ['https://sms.example.com/#canary', 'fragment'],
    ['https://sms.example.com/#', 'fragment'],
    ['https://sms.example.com/me', 'without it'],
    ['https://sms.example.com/me/', 'without it'],
    ['https://sms.example.com/rest/me//', 'without it'],
    ['https://sms.example.com/ME', 'without it'],
    ['https://sms.example.com/SMSApi/send', 'without it'],
    ['https://sms.example.com/SMSApi/send/', 'without it'],
    ['https://sms.example.com/rest/smsapi/SEND', 'without it'],
    ['http://sms.example.com', 'allowInsecure'],
    ['http://192.168.1.10:8080', 'allowInsecure'],
    ['http://0.0.0.0', 'allowInsecure'],
    ['http://127.0.0.1.example.com', 'allowInsecure'],
    ['http://localhost.example.com', 'allowInsecure'],
    ['http://[::2]', 'allowInsecure'],
    ['HTTP://sms.example.com', 'allowInsecure'],
  ])('is refused: %s', async (baseUrl, told) => {
    const { message: said } = await configurationErrorOf({ ...GOOD, baseUrl });
    expect(said).toContain('baseUrl');
    expect(said).toContain(told);
    expect(said).not.toContain('canary');
  });

  it.each([
    'https://sms.example.com',
    'https://sms.example.com/',
    'https://sms.example.com:8443/rest/v2/',
    'https://sms.example.com/SMSApi',
    'https://sms.example.com/some',
    'https://sms.example.com/me/v2',
    'https://sms.example.com/send',
    'https://me',
    'HTTPS://SMS.EXAMPLE.COM',
    'http://localhost',
    'http://localhost:4010',
    'http://sms.localhost',
    'http://127.0.0.1:4010',
    'http://127.8.9.10',
    'http://[::1]:4010',
  ])('is taken: %s', async (baseUrl) => {
    expect(await isTaken({ ...GOOD, baseUrl })).toBe(true);
  });

  it('may be http to another machine with allowInsecure', async () => {
    const insecure = { ...GOOD, baseUrl: 'http://sms.example.com', allowInsecure: true };
    expect(await isTaken(insecure)).toBe(true);
  });

  it.each([
    ['', ''],
    ['/', ''],
    ['/rest/v2', '/rest/v2'],
    ['/rest/v2/', '/rest/v2'],
    ['/rest/v2//', '/rest/v2'],
    ['/a%20b/', '/a%20b'],
  ])('with the path %j has both endpoints appended', async (path, before) => {
    const gateway = await ScriptedGateway.listen();
    const { sms } = await openAccount({ baseUrl: gateway.url + path, auth: TOKEN_AUTH });
    await sms.send(message());
    expect(gateway.logins.map((request) => request.path)).toEqual([`${before}/me/`]);
    expect(gateway.sends.map((request) => request.path)).toEqual([`${before}/SMSApi/send`]);
  });

  it('may have white space around it, for example from a file', async () => {
    const gateway = await ScriptedGateway.listen();
    const { sms } = await openAccount({ baseUrl: ` ${gateway.url}\n`, auth: PASSWORD_AUTH });
    await sms.send(message());
    expect(gateway.sends).toHaveLength(1);
  });
});
