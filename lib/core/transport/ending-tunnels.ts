import type * as types from 'undici';
import { memberOf } from '../common/members.js';
import type { Undici } from './load-undici.js';

type ClientFactory = NonNullable<types.ProxyAgent.Options['clientFactory']>;

/** undici's codes of failures after which it connects again at once, without end. */
const REPEATED = /^UND_ERR_(?:INFO|SOCKET)$/;

class TunnelError extends Error {
  readonly code = 'ECONNRESET';
}

/**
 * undici with proxy agents whose requests fail if the proxy opens no tunnel. If a proxy closes the connection
 * after CONNECT, undici's own agents connect again, thousands of times a second, even after the request has ended.
 */
export function withEndingTunnels(undici: Undici): Undici {
  const { EnvHttpProxyAgent, Pool, ProxyAgent } = undici;
  // The default is that of undici's agents.
  const endingConnects =
    (make: ClientFactory = (origin, settings) => new Pool(origin, settings)): ClientFactory =>
    (origin, settings) => {
      const client = make(origin, settings);
      const connect = client.connect.bind(client);
      return Object.assign(client, {
        connect: (options: types.Dispatcher.ConnectOptions) => openTunnel(connect(options)),
      });
    };
  return {
    ...undici,
    ProxyAgent: class extends ProxyAgent {
      constructor(proxyOptions: types.ProxyAgent.Options | string) {
        const isUrl = typeof proxyOptions === 'string' || proxyOptions instanceof URL;
        const options = isUrl ? { uri: String(proxyOptions) } : proxyOptions;
        super({ ...options, clientFactory: endingConnects(options?.clientFactory) });
      }
    },
    EnvHttpProxyAgent: class extends EnvHttpProxyAgent {
      constructor(options?: types.EnvHttpProxyAgent.Options) {
        super({ ...options, clientFactory: endingConnects(options?.clientFactory) });
      }
    },
  };
}

async function openTunnel(
  opening: Promise<types.Dispatcher.ConnectData>,
): Promise<types.Dispatcher.ConnectData> {
  const opened = await opening.catch((error: unknown) => {
    if (!REPEATED.test(String(memberOf(error, 'code')))) throw error;
    throw new TunnelError('The proxy closed the connection instead of opening a tunnel');
  });
  // A gateway never sends anything first, so this is an answer of the proxy, which opened no tunnel.
  if (opened.statusCode !== 200 || opened.socket.readableLength === 0) return opened;
  opened.socket.destroy();
  throw new TunnelError('The proxy answered in place of the gateway');
}
