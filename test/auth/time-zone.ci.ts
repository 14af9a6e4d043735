import { runChild } from '../support/run-child.js';

const CHILD = new URL('time-zone.child.ts', import.meta.url);
const GATEWAYS = ['Asia/Kolkata', 'America/Sao_Paulo', 'Africa/Nairobi'];

const HOSTS = [
  ['America/New_York', 300],
  ['Asia/Tokyo', -540],
  ['UTC', 0],
] as const;

describe('the token flow against gateways in three zones', () => {
  let runs: unknown;

  beforeAll(async () => {
    const hosts = HOSTS.map(([zone]) => zone);
    runs = await runChild(CHILD, [JSON.stringify({ hosts, gateways: GATEWAYS })]);
  }, 150_000);

  it.each(HOSTS)('logs in when a token expires and no sooner, on a host in %s', (host, offset) => {
    // Logins after the first send, before the end, after it; and sends that were refused.
    const as = [1, 1, 2, 0];
    expect(runs).toMatchObject({
      [host]: {
        offset,
        logins: Object.fromEntries(GATEWAYS.map((zone) => [zone, as])),
      },
    });
  });
});
