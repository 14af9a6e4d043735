import { GOAL_CASE, TLS_CASE } from './cases.mjs';

// The goals for CPU per send, as ratios within a round: for the case `at`, or else for the plain case.
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
  {
    name: 'ours through HttpService with interceptors / HttpService + form-data',
    over: 'ours-interceptors',
    under: 'http-service-form-data',
    most: 0.4,
  },
  // A handshake costs as much as many sends, so this fails if connections are not reused.
  { name: 'ours / undici request', over: 'ours', under: 'undici-request', most: 1.6, at: TLS_CASE },
];

export const caseOf = ({ at = GOAL_CASE }) => at;

export function verdict({ most = Infinity, least = -Infinity }, ratio) {
  const goal = most === Infinity ? `at least ${least}` : `at most ${most}`;
  return `${goal}: ${ratio <= most && ratio >= least ? 'pass' : 'FAIL'}`;
}
