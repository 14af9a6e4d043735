import { GatewaySimulator, type GatewaySimulatorOptions } from '../../lib/simulator/index.js';
import { ACCOUNT, send, sendJson, start } from './client.js';

const startWrong = (options: unknown) =>
  GatewaySimulator.start(options as GatewaySimulatorOptions).then(
    (gateway) => gateway.close(),
    (error: unknown) => error,
  );

describe('the options of the simulator', () => {
  it.each([
    [{ prot: 1 }, /unknown option prot; known: port, host/],
    [{ port: -1 }, /port must be a whole number from 0 to 65535/],
    [{ port: '80' }, /port must be a whole number/],
    [{ tokenTtl: 0 }, /tokenTtl must be a number of seconds above 0/],
    [{ tokenTtl: Number.NaN }, /tokenTtl/],
    [{ timeZone: 'Mars/Olympus' }, /timeZone must be an IANA time zone like/],
    [{ tokenScheme: 'a b' }, /tokenScheme must be a word like Bearer/],
    [{ userId: '' }, /userId/],
    [{ userId: 'a:b' }, /userId must not contain a colon/],
    [{ apiKeyHeader: 'a b' }, /apiKeyHeader must be the name of an HTTP header/],
    [{ apiKeyHeader: 'Authorization' }, /apiKeyHeader must not be Authorization/],
    [{ basePath: 'rest' }, /basePath must be a path like/],
    [{ basePath: '/.' }, /basePath must be a path like/],
    [{ basePath: '/a/../b' }, /basePath must be a path like/],
    [{ basePath: '/a/..' }, /basePath must be a path like/],
    [{ allowedHosts: ['a.test', 'x.test:8080'] }, /allowedHosts.1 must be .* without port/],
    [{ allowedHosts: ['http://x.test'] }, /allowedHosts.0 must be a host name without port/],
    [{ allowedHosts: ['[fe80::1]'] }, /allowedHosts.0 must be a host name without port/],
    [{ expiredToken: { code: 1 } }, /unknown option code in expiredToken/],
    [{ templates: 'Hi' }, /templates must be an array of strings/],
    [{ templates: ['Hi', ''] }, /templates.1 must be the text of a template/],
    [{ templates: ['Hi {#name#}'] }, /templates.0 must be the text of a template/],
    [{ duplicates: 'maybe' }, /duplicates must be flag, drop or refuse/],
    [{ acceptAny: 'yes' }, /acceptAny must be true or false/],
    [{ reportUrl: 'ftp://x.test' }, /reportUrl must be an http or https address/],
    [{ webhookUrl: 'http://u:p@x.test' }, /webhookUrl must be .* without user and password/],
    [{ reportFormat: 'xml' }, /reportFormat must be form or json/],
    [{ reportFields: 'transid' }, /reportFields must be transId, transactionId, .* or an object/],
    [{ reportFields: { state: '' } }, /reportFields.state must be a name/],
    [{ reportFields: { status: 's' } }, /unknown option status in reportFields/],
    [{ reportStates: { delivered: 1 } }, /reportStates.delivered must be a word/],
    [{ reportMethod: 'PUT' }, /reportMethod must be POST or GET/],
    [{ reportTimes: 'unix' }, /reportTimes must be wall-clock, iso or epoch/],
    [{ reportHeaders: { 'a b': 'c' } }, /reportHeaders must be an object of HTTP headers/],
    [{ reportHeaders: { Host: 'c' } }, /reportHeaders must be .* not those that the post itself/],
    [{ now: 5 }, /now must be a function/],
    [{ host: '0.0.0.0' }, /Set inboxPassword, or use 127/],
    [{ host: 'example.com' }, /Set inboxPassword, or use 127/],
    ['text', /options must be an object/],
    [null, /options must be an object/],
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

  it('put a path in front of the gateway, not of the page and the API', async () => {
    const gateway = await start({ basePath: '/rest/v2/' });
    expect(gateway.url).toBe(`${gateway.origin}/rest/v2`);
    expect((await send(gateway)).status).toBe(200);
    expect((await fetch(`${gateway.origin}/SMSApi/send`, { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${gateway.origin}/api/messages`)).status).toBe(200);
  });

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

  it('cause a clear error if the port is in use', async () => {
    const { port } = await start();
    const error = await startWrong({ port });
    expect(error).toMatchObject({ code: 'listen' });
    expect(String(error)).toMatch(new RegExp(`Port ${port} of 127.0.0.1 is in use`));
  });
});
