import type { FaultName } from './fault.js';

/** What each fault does, in a few words. */
export const FAULT_EFFECTS: Readonly<Record<FaultName, string>> = {
  'accept-then-drop': 'Takes the message; the connection ends without an answer.',
  drop: 'Takes nothing; the connection ends without an answer.',
  reset: 'The connection is reset without an answer.',
  stall: 'No answer, and the connection stays open.',
  slow: 'Takes the message; the answer comes late.',
  drip: 'Takes the message; the answer comes in small pieces.',
  '429': 'HTTP 429 with Retry-After.',
  '500': 'HTTP 500.',
  '502': 'HTTP 502.',
  '503-html': "HTTP 503 with a load balancer's page.",
  '200-html': 'HTTP 200 with an HTML page.',
  'bad-json': 'HTTP 200 with half of the JSON.',
  refuse: 'A failure body; nothing is taken.',
  'reject-numbers': 'Numbers are listed in invalidMobile, the others are taken.',
  'expire-token': 'The token of this send is ended before it is looked at.',
  'wrong-zone': 'expires_after is written in another zone.',
};
