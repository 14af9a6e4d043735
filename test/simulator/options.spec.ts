import { GatewaySimulator, type GatewaySimulatorOptions } from '../../simulator/index.js';
import { ACCOUNT, basic, getToken, send, sendJson, start } from './client.js';

const startWrong = (options: unknown) =>
  GatewaySimulator.start(options as GatewaySimulatorOptions).then(
    (gateway) => gateway.close(),
    (error: unknown) => error,
  );

describe('the options of the simulator', () => {
  it.each([
    [{ prot: 1 }, /prot is not a known option. Known: port, host/],
    [{ port: -1 }, /port is too small. Provide a whole number from 0 to 65535/],
    [{ port: '80' }, /port is not valid. Provide a whole number/],
    [{ tokenTtl: 0 }, /tokenTtl is too small. Provide a number above 0 and .* \(seconds\)/],
    [{ tokenTtl: Number.NaN }, /tokenTtl/],
    [{ timeZone: 'Mars/Olympus' }, /timeZone is not valid. Provide an IANA time zone/],
    [{ tokenScheme: 'a b' }, /tokenScheme is not valid. Provide a word like Bearer/],
    [{ userId: '' }, /userId/],
    [{ userId: 'a:b' }, /userId contains a colon/],
    [{ apiKeyHeader: 'a b' }, /apiKeyHeader is not valid. Provide the name of an HTTP header/],
    [{ apiKeyHeader: 'Authorization' }, /apiKeyHeader is Authorization/],
    [{ basePath: 'rest' }, /basePath is not valid. Provide a path like/],
    [{ basePath: '/.' }, /basePath is not valid. Provide a path like/],
    [{ basePath: '/a/../b' }, /basePath is not valid. Provide a path like/],
    [{ basePath: '/a/..' }, /basePath is not valid. Provide a path like/],
    [{ allowedHosts: ['a.test', 'x.test:8080'] }, /allowedHosts\[1\] is not valid.* without port/],
    [{ allowedHosts: ['http://x.test'] }, /allowedHosts\[0\] is not valid.* without port/],
    [{ allowedHosts: ['[fe80::1]'] }, /allowedHosts\[0\] is not valid.* without port/],
    [{ expiredToken: { code: 1 } }, /expiredToken.code is not a known option/],
    [{ expiredToken: 216 }, /expiredToken is not valid. Provide an object like/],
    [{ templates: 'Hi' }, /templates is not valid. Provide an array of strings/],
    [{ templates: ['Hi', ''] }, /templates\[1\] is not valid. Provide the text of a template/],
    [{ templates: ['Hi {#name#}'] }, /templates\[0\] is not valid. Provide the text of a template/],
    [{ duplicates: 'maybe' }, /duplicates is not valid. Provide 'flag' or 'drop' or 'refuse'/],
    [{ typeCheck: true }, /typeCheck is not valid. Provide 'gsm-7' or 'ascii' or 'off'/],
    [{ acceptAny: 'yes' }, /acceptAny is not valid. Provide true or false/],
    [{ reportUrl: 'ftp://x.test' }, /reportUrl is not valid. Provide an http or https address/],
    [{ reportUrl: 'http://u:p@x.test' }, /reportUrl is not valid.* without user and password/],
    [{ webhooks: 'yes' }, /webhooks is not valid. Provide true or false/],
    [{ reportFormat: 'xml' }, /reportFormat is not valid. Provide 'form' or 'json'/],
    [{ reportFields: 'transid' }, /reportFields is not valid. Provide transId, .* or an object/],
    [{ reportFields: { state: '' } }, /reportFields.state is empty. Provide a name/],
    [{ reportFields: { status: 's' } }, /reportFields.status is not a known option/],
    [{ reportCodes: { delivered: 0 } }, /reportCodes.delivered is not valid. Provide a code/],
    [{ reportCodes: { done: '0' } }, /reportCodes.done is not a known option/],
    [{ reportStates: { delivered: 1 } }, /reportStates.delivered is not valid. Provide a word/],
    [{ reportMethod: 'PUT' }, /reportMethod is not valid. Provide 'POST' or 'GET'/],
    [{ reportTimes: 'unix' }, /reportTimes is not valid. Provide 'wall-clock' or 'iso' or 'epoch'/],
    [{ reportHeaders: { 'a b': 'c' } }, /reportHeaders is not valid.* HTTP headers by name/],
    [{ reportHeaders: { Host: 'c' } }, /reportHeaders.* not those that the post itself/],
    [{ now: 5 }, /now is not valid. Provide a function/],
    [{ host: '0.0.0.0' }, /Set inboxPassword, or use 127/],
    [{ host: 'example.com' }, /Set inboxPassword, or use 127/],
    ['text', /The options object is not valid. Provide an object like/],
    [null, /The options object is not valid. Provide an object like/],
  ])('%j is an error that says what to use', async (options, message) => {
    const error = await startWrong(options);
    expect(error).toMatchObject({ name: 'GatewaySimulatorError', code: 'options' });
    expect(String(error)).toMatch(message);
  });

  it('are all named if several are invalid, and no secret is shown', async () => {
    const error = String(
      await startWrong({ port: -1, keep: 0, password: 4711, apiKey: ['k-4711'] }),
    );
    expect(error).toMatch(/port .*password .*apiKey .*keep /);
    expect(error).not.toContain('4711');
  });

  it('have defaults: a demo account on a free port of 127.0.0.1', async () => {
    const gateway = await GatewaySimulator.start();
    try {
      expect(gateway.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      const answer = await sendJson(gateway, { userid: 'demo' }, { apikey: 'demo-api-key' });
      expect(answer).toMatchObject({ status: 'success' });
    } finally {
      await gateway.close();
    }
  });

  it.each(['/rest/v2/', '/api/v1', '/api', '/api/messages'])(
    'put the path %s in front of the gateway, not of the page and the API',
    async (basePath) => {
      const gateway = await start({ basePath, inboxPassword: 'x' });
      expect(gateway.url).toBe(gateway.origin + basePath.replace(/\/$/, ''));
      expect(await sendJson(gateway)).toMatchObject({ status: 'success' });
      expect(await getToken(gateway)).toMatch(/\w/);
      const other = await fetch(`${gateway.url}/SMSApi/other`);
      expect(await other.json()).toMatchObject({ response: { code: '404' } });
      const bare = await fetch(`${gateway.origin}/SMSApi/send`, { method: 'POST' });
      expect(bare.status).toBe(404);
      const list = (headers: Record<string, string>) =>
        fetch(`${gateway.origin}/api/messages`, { headers });
      expect((await list({})).status).toBe(401);
      const allowed = await list({ Authorization: basic('', 'x') });
      expect(await allowed.json()).toMatchObject({ total: 1 });
    },
  );

  it('allow a path with dots that clients do not resolve', async () => {
    const gateway = await start({ basePath: '/v1.2/...', allowedHosts: ['x.test', 'fe80::1'] });
    expect((await send(gateway)).status).toBe(200);
  });

  it('set the header of the key, in any case', async () => {
    const gateway = await start({ apiKeyHeader: 'X-Key' });
    const { apiKey } = ACCOUNT;
    expect(await sendJson(gateway, {}, { 'x-KEY': apiKey })).toMatchObject({ status: 'success' });
    expect(await sendJson(gateway, {}, { apikey: apiKey })).toMatchObject({ statusCode: '216' });
  });
});
