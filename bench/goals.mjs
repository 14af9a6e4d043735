// What the package promises of CPU per send, as ratios within a round.
export const GOALS = [
  { name: 'ours / undici request', over: 'ours', under: 'undici-request', most: 1.5 },
  {
    name: 'HttpService + form-data / ours',
    over: 'http-service-form-data',
    under: 'ours',
    least: 3.5,
  },
  { name: 'twilio-node / ours', over: 'twilio', under: 'ours', least: 2.5 },
  // The same with a user's interceptors: no goal names it, and it is what such a user pays.
  {
    name: 'ours with interceptors / undici request',
    over: 'ours-interceptors',
    under: 'undici-request',
  },
];

export function verdict({ most = Infinity, least = -Infinity }, ratio) {
  if (most === Infinity && least === -Infinity) return 'no goal';
  const goal = most === Infinity ? `at least ${least}` : `at most ${most}`;
  return `${goal}: ${ratio <= most && ratio >= least ? 'pass' : 'FAIL'}`;
}
