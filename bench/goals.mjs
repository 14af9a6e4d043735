// The goals for CPU per send, as ratios within a round.
export const GOALS = [
  { name: 'ours / undici request', over: 'ours', under: 'undici-request', most: 1.1 },
  {
    name: 'HttpService + form-data / ours',
    over: 'http-service-form-data',
    under: 'ours',
    least: 3.5,
  },
  { name: 'twilio-node / ours', over: 'twilio', under: 'ours', least: 2.5 },
  { name: 'ours / ours of an earlier commit', over: 'ours', under: 'earlier', most: 1.05 },
  { name: 'ours with interceptors / ours', over: 'ours-interceptors', under: 'ours', most: 2.5 },
];

export function verdict({ most = Infinity, least = -Infinity }, ratio) {
  const goal = most === Infinity ? `at least ${least}` : `at most ${most}`;
  return `${goal}: ${ratio <= most && ratio >= least ? 'pass' : 'FAIL'}`;
}
