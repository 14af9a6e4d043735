import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterThisTest } from '../support/clean-up.js';
import { basic, raw, send, start } from './client.js';

/** Unlike fetch, allows any `Host`. */
function get(
  port: number,
  path: string,
  headers: Record<string, string>,
  method = 'GET',
): Promise<number> {
  return new Promise((resolve, reject) => {
    request({ port, path, headers, method, host: '127.0.0.1', agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

const GATEWAY_PATHS = ['/me/', '/SMSApi/send', '/SMSApi/report/status', '/SMSApi/other', '/other'];
const INSIDE = ['/', '/api/messages', '/api/faults'];

describe('the page and the API', () => {
  it.each(INSIDE)('%s: reject unknown host names', async (path) => {
    const gateway = await start();
    for (const Host of [
      'evil.example',
      `evil.example:${gateway.port}`,
      '10.0.0.1',
      'localhost.evil.example',
      '[::2]',
    ]) {
      expect([Host, await get(gateway.port, path, { Host })]).toEqual([Host, 403]);
    }
  });

  it('allow localhost, loopback addresses and allowed names, with any port', async () => {
    const gateway = await start({ allowedHosts: ['sms.test'] });
    for (const Host of [
      'localhost',
      'LOCALHOST:99',
      `127.0.0.1:${gateway.port}`,
      '[::1]:4010',
      'sms.test:8080',
    ]) {
      expect([Host, await get(gateway.port, '/api/messages', { Host })]).toEqual([Host, 200]);
    }
  });

  it('reject pages of other sites', async () => {
    const gateway = await start();
    const Host = `localhost:${gateway.port}`;
    const statuses: [string, number][] = [];
    for (const Origin of [
      `http://${Host}`,
      'http://evil.example',
      'null',
      'http://localhost:1',
      `http://${Host}.evil.example`,
    ]) {
      statuses.push([Origin, await get(gateway.port, '/api/messages', { Host, Origin })]);
    }
    expect(statuses.map(([, status]) => status)).toEqual([200, 403, 403, 403, 403]);
  });

  it('name the host and the option in the 403', async () => {
    const gateway = await start();
    const head = 'GET / HTTP/1.1\r\nHost: sms.test:80\r\nConnection: close\r\n\r\n';
    expect(await raw(gateway.port, head)).toMatch(/The host name sms\.test is .*--allowed-host/);
  });

  it('work behind a proxy that serves them under a path and passes on the host', async () => {
    const gateway = await start({ allowedHosts: ['tools.test'] });
    const proxy = createServer((incoming, answer) => {
      const path = (incoming.url ?? '').replace(/^\/sms/, '');
      const { method, headers } = incoming;
      const target = { port: gateway.port, host: '127.0.0.1', path, method, headers };
      incoming.pipe(request(target, (from) => from.pipe(answer.writeHead(from.statusCode ?? 0))));
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    afterThisTest(() => void proxy.close());
    const { port } = proxy.address() as AddressInfo;
    const Host = 'tools.test';
    const Origin = 'https://tools.test';
    expect(await get(port, '/sms/', { Host, 'Sec-Fetch-Site': 'same-origin' })).toBe(200);
    expect(await get(port, '/sms/api/messages', { Host, Origin })).toBe(200);
    expect(await get(port, '/sms/SMSApi/send?userid=x', { Host })).toBe(200);
  });

  it('refuse what a browser asks for a page of another site, except the page itself', async () => {
    const gateway = await start();
    const site = (name: string) => ({ 'Sec-Fetch-Site': name, Host: `localhost:${gateway.port}` });
    const paths = ['/api/messages/wait?timeout=0', '/SMSApi/send', '/me/', '/', '/health'];
    const statuses = await Promise.all(
      paths.map((path) => get(gateway.port, path, site('cross-site'))),
    );
    expect(statuses).toEqual([403, 403, 403, 200, 200]);
    expect(gateway.refused).toEqual([]);
    for (const name of ['same-origin', 'same-site', 'none']) {
      expect(await get(gateway.port, '/api/messages', site(name))).toBe(200);
    }
    for (const path of ['/', '/api/messages', '/SMSApi/send']) {
      const { headers } = await fetch(gateway.origin + path);
      expect([path, headers.get('cross-origin-resource-policy')]).toEqual([path, 'same-origin']);
    }
  });

  it('leave the gateway itself and /health open to every program, by any name', async () => {
    const gateway = await start();
    const headers = { Host: 'gateway.example' };
    expect(await get(gateway.port, '/SMSApi/send?userid=x', headers)).toBe(200);
    expect(await get(gateway.port, '/health', headers)).toBe(200);
  });

  it('ask for the inbox password if there is one, which the gateway does not', async () => {
    const inboxPassword = 'let:mé in';
    const gateway = await start({ inboxPassword });
    for (const path of INSIDE) {
      const url = gateway.origin + path;
      const bare = await fetch(url);
      expect([path, bare.status]).toEqual([path, 401]);
      expect(bare.headers.get('www-authenticate')).toContain('Basic');
      for (const [password, status] of [
        [inboxPassword, 200],
        ['wrong', 401],
        ['', 401],
      ] as const) {
        const answer = await fetch(url, { headers: { Authorization: basic('any', password) } });
        expect([path, answer.status]).toEqual([path, status]);
      }
    }
    expect((await send(gateway)).status).toBe(200);
    expect((await fetch(`${gateway.origin}/health`)).status).toBe(200);
  });

  it('allow any address but no unknown name if other machines have access', async () => {
    const gateway = await start({ host: '0.0.0.0', inboxPassword: 'x' });
    const Authorization = basic('', 'x');
    const statuses = [
      await get(gateway.port, '/api/messages', { Host: '192.168.1.5:4010', Authorization }),
      await get(gateway.port, '/api/messages', { Host: 'evil.example', Authorization }),
    ];
    expect(statuses).toEqual([200, 403]);
  });
});

describe('the paths of the gateway', () => {
  it.each(['http://evil.example', 'null', 'http://127.0.0.1:1', ''])(
    'refuse the forms of a page from the origin %j, and keep only that they came',
    async (Origin) => {
      const gateway = await start();
      for (const path of GATEWAY_PATHS) {
        expect([path, await get(gateway.port, path, { Origin }, 'POST')]).toEqual([path, 403]);
        const other = { Origin, Host: '192.168.1.5:4010' };
        expect([path, await get(gateway.port, path, other, 'POST')]).toEqual([path, 403]);
      }
      expect([...gateway.messages, ...gateway.refused]).toEqual([]);
      const keptPaths = gateway.others.map(({ path }) => path);
      expect(new Set(keptPaths)).toEqual(new Set(GATEWAY_PATHS.slice(0, 3)));
      for (const { refusal, fields } of gateway.others) {
        expect([refusal?.statusCode, fields]).toEqual(['403', {}]);
      }
    },
  );

  it('serve a page of their own origin, even behind a proxy with TLS', async () => {
    const gateway = await start();
    for (const scheme of ['http', 'https']) {
      const headers = { Host: 'sms.example:4010', Origin: `${scheme}://sms.example:4010` };
      expect(await get(gateway.port, '/SMSApi/send?userid=x', headers, 'POST')).toBe(200);
    }
    expect(gateway.refused).toHaveLength(2);
  });
});
