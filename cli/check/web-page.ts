import type { GatewayAnswer } from '../../lib/core/protocol/gateway-answer.js';

/**
 * What to say about a web page, as firewalls and proxies send it; undefined for any other answer. Its status
 * says nothing about the credentials.
 */
export function webPageIn({ body, status }: GatewayAnswer): string | undefined {
  const isPage = /^\s*</.test(body.toString('utf8', 0, 1000));
  return isPage ? `HTTP ${status} and a web page, perhaps of a firewall or a proxy` : undefined;
}
