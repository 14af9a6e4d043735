import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The registry that npm uses here, without the final slash. */
function configuredRegistry(): string {
  return execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' })
    .trim()
    .replace(/\/$/, '');
}

/**
 * A registry on this machine that has the packed package, as if it were published, and sends npm to
 * the configured registry for everything else.
 */
export class LocalRegistry {
  private constructor(private readonly server: Server) {}

  static async start(tarball: string): Promise<LocalRegistry> {
    const content = readFileSync(tarball);
    const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
      name: string;
      version: string;
    };
    const { name, version } = manifest;
    const others = configuredRegistry();
    const server = createServer((request, response) => {
      const url = request.url ?? '/';
      if (url === `/${name}/-/package.tgz`) response.end(content);
      else if (url === `/${name}`) {
        const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`;
        const dist = { tarball: `http://${request.headers.host}/${name}/-/package.tgz`, integrity };
        response.setHeader('Content-Type', 'application/json');
        response.end(
          JSON.stringify({
            name,
            'dist-tags': { latest: version },
            versions: { [version]: { ...manifest, dist } },
          }),
        );
      } else response.writeHead(302, { Location: `${others}${url}` }).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new LocalRegistry(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}
