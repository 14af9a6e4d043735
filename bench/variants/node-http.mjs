// node:http by hand, with a keep-alive agent.
import http from 'node:http';
import https from 'node:https';
import { bodyByHand, check, HEADERS_BY_HAND, POOL } from './shared.mjs';

export function open(url) {
  const { Agent, request } = url.startsWith('https') ? https : http;
  const agent = new Agent({ keepAlive: true, maxSockets: POOL });
  const address = new URL('/SMSApi/send', url);
  const send = (index) =>
    new Promise((resolve, reject) => {
      const body = bodyByHand(index);
      const headers = { ...HEADERS_BY_HAND, 'Content-Length': body.length };
      const outgoing = request(address, { method: 'POST', agent, headers }, (incoming) => {
        const chunks = [];
        incoming.on('data', (chunk) => chunks.push(chunk));
        incoming.on('end', () => {
          try {
            check(Buffer.concat(chunks).toString());
            resolve();
          } catch (error) {
            reject(error);
          }
        });
        incoming.on('error', reject);
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  return { send, close: () => agent.destroy() };
}
