// Against what, how many at a time, how many sends.
const SERVERS = [
  { name: 'plain', args: [], sends: { 1: 1500, 10: 4000, 50: 6000 } },
  { name: 'TLS', args: ['--tls'], sends: { 1: 1000, 10: 2500, 50: 4000 } },
  {
    name: 'a server that takes 20 ms',
    args: ['--delay', '20'],
    sends: { 1: 120, 10: 800, 50: 3000 },
  },
];

/** The cases that the goals are about. */
export const GOAL_CASE = 'plain, 50 at a time';
export const TLS_CASE = 'TLS, 50 at a time';

/**
 * @param start starts a server and gives its address and its end
 * @param size 1, or less for fewer sends
 */
export async function openCases(start, size) {
  const servers = await Promise.all(
    SERVERS.map(async (server) => ({ ...server, ...(await start(...server.args)) })),
  );
  const cases = servers.flatMap(({ name, url, sends }) =>
    Object.entries(sends).map(([concurrency, count]) => ({
      name: `${name}, ${concurrency} at a time`,
      url,
      concurrency: Number(concurrency),
      sends: Math.max(Number(concurrency), Math.ceil(count * size)),
    })),
  );
  return { cases, stop: () => servers.forEach((server) => server.stop()) };
}
