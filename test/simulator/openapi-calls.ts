import type { GatewaySimulator, GatewaySimulatorOptions } from '../../simulator/index.js';
import { send } from './client.js';

type Call = (gateway: GatewaySimulator) => Promise<Response>;
type Row = [name: string, status: number, call: Call, options?: GatewaySimulatorOptions];

const SMALL: GatewaySimulatorOptions = { maxBodyBytes: 1_024 };
const DEAF: GatewaySimulatorOptions = { reportUrl: 'http://127.0.0.1:9/', onWarning: () => {} };
const LARGE = 'x'.repeat(2_048);
const GONE = '/api/messages/1000000000000000';

const api =
  (path: string, init: RequestInit = {}): Call =>
  ({ origin }) =>
    fetch(origin + path, init);

/** A request about an existing message. */
const about =
  (path: string, init: RequestInit = {}): Call =>
  async (gateway) => {
    await send(gateway);
    return fetch(`${gateway.origin}/api/messages/${gateway.messages[0]?.id}${path}`, init);
  };

const after =
  (first: Call, then: Call): Call =>
  async (gateway) => {
    await first(gateway);
    return then(gateway);
  };

const put = (body: string): Call => api('/api/faults', { method: 'PUT', body });
const balance = (body: string): Call => api('/api/balance', { method: 'PUT', body });
const add = (body: string): Call => api('/api/faults', { method: 'POST', body });
const allRead = (body?: string): Call =>
  api('/api/messages/read', { method: 'POST', ...(body !== undefined && { body }) });

/** The start of the endless event stream. */
const stream: Call = async (gateway) => {
  const answer = await fetch(`${gateway.origin}/api/events`);
  const first = await answer.body?.getReader().read();
  return new Response(first?.value ?? null, { status: answer.status, headers: answer.headers });
};

const delivering = (body: string): Call => about('/delivery', { method: 'PUT', body });

const reporting: Call = ({ origin, messages }) =>
  fetch(`${origin}/api/messages/${messages[0]?.id}/report`, { method: 'POST' });

const READ = 'POST /api/messages/{id}/read';
const marking = (body?: string): Call =>
  about('/read', { method: 'POST', ...(body !== undefined && { body }) });

const waiting = (path: string): Row[] => [
  [`GET ${path}`, 200, after(send, api(path))],
  [`GET ${path}`, 400, api(`${path}?timeout=x`)],
  [`GET ${path}`, 404, api(`${path}?timeout=0`)],
];

/** A request for each answer that the document describes. */
export const CALLS: Row[] = [
  ['GET /api/openapi.json', 200, api('/api/openapi.json')],

  ['GET /api/messages', 200, api('/api/messages')],
  ['GET /api/messages', 200, after(send, after(send, api('/api/messages?limit=1')))],
  ['GET /api/messages', 400, api('/api/messages?limit=0')],
  ['GET /api/messages', 400, api('/api/messages?to=1')],
  ['DELETE /api/messages', 400, api('/api/messages?to=1', { method: 'DELETE' })],
  ['DELETE /api/messages', 200, after(send, api('/api/messages', { method: 'DELETE' }))],

  ['GET /api/messages/latest', 200, after(send, api('/api/messages/latest'))],
  ['GET /api/messages/latest', 400, api('/api/messages/latest?too=1')],
  ['GET /api/messages/latest', 404, api('/api/messages/latest')],
  ...waiting('/api/messages/wait'),
  ...waiting('/api/messages/otp'),

  ['GET /api/messages/export', 200, after(send, api('/api/messages/export'))],
  ['GET /api/messages/export', 200, after(send, api('/api/messages/export?format=csv'))],
  ['GET /api/messages/export', 400, api('/api/messages/export?format=xml')],
  ['POST /api/messages/read', 200, after(send, allRead())],
  ['POST /api/messages/read', 400, allRead('{"search":"is:blue"}')],
  ['POST /api/messages/read', 413, allRead(LARGE), SMALL],
  ['PUT /api/messages/{id}/delivery', 200, delivering('{"status":"failed","code":"17"}')],
  ['PUT /api/messages/{id}/delivery', 400, delivering('{"status":"lost"}')],
  [
    'PUT /api/messages/{id}/delivery',
    404,
    api(`${GONE}/delivery`, { method: 'PUT', body: '{"status":"failed"}' }),
  ],
  ['PUT /api/messages/{id}/delivery', 413, delivering(LARGE), SMALL],
  [
    'POST /api/messages/{id}/report',
    200,
    after(delivering('{"status":"failed"}'), reporting),
    DEAF,
  ],
  ['POST /api/messages/{id}/report', 400, after(send, reporting), DEAF],
  ['POST /api/messages/{id}/report', 404, api(`${GONE}/report`, { method: 'POST' })],
  ['GET /api/messages/{id}', 200, about('')],
  ['GET /api/messages/{id}', 404, api(GONE)],
  ['DELETE /api/messages/{id}', 200, about('', { method: 'DELETE' })],
  ['DELETE /api/messages/{id}', 404, api(GONE, { method: 'DELETE' })],
  [READ, 200, marking()],
  [READ, 200, marking('{"read":false}')],
  [READ, 200, marking('{}')],
  [READ, 400, marking('{"read":1}')],
  [READ, 404, api(`${GONE}/read`, { method: 'POST' })],
  [READ, 413, marking(LARGE), SMALL],

  ['GET /api/events', 200, stream],
  ['PUT /api/balance', 200, balance('{"balance":5}')],
  ['PUT /api/balance', 200, balance('{"balance":5,"account":"acme"}')],
  ['PUT /api/balance', 400, balance('{"balance":-1}')],
  ['PUT /api/balance', 413, balance(LARGE), SMALL],
  ['GET /api/faults', 200, api('/api/faults')],
  [
    'PUT /api/faults',
    200,
    put('{"next":[{"fault":"slow"}],"chance":[{"fault":"429","probability":0.5}]}'),
  ],
  ['POST /api/faults', 201, add('{"fault":"429","count":2}')],
  ['POST /api/faults', 201, add('{"fault":"slow","probability":0.5}')],
  ['POST /api/faults', 400, add('{"fault":"429","count":2,"probability":0.5}')],
  ['POST /api/faults', 413, add(LARGE), SMALL],
  [
    'DELETE /api/faults/{id}',
    200,
    (gateway) => {
      const { id } = gateway.faults.add({ fault: '429' });
      return fetch(`${gateway.origin}/api/faults/${id}`, { method: 'DELETE' });
    },
  ],
  ['DELETE /api/faults/{id}', 404, api('/api/faults/0', { method: 'DELETE' })],
  ['PUT /api/faults', 400, put('{"later":[]}')],
  ['PUT /api/faults', 413, put(LARGE), SMALL],
];
