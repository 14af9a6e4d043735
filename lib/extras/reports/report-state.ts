import type { SmsReportState } from './sms-report.js';

// Whole words, because UNDELIV is not delivered. The `success` of an answer is not a state.
const WORDS: readonly (readonly [SmsReportState, string])[] = [
  ['delivered', 'DELIVRD DELIVERED'],
  ['pending', 'SUBMITTED SENT PENDING ENROUTE ACCEPTD'],
  ['failed', 'FAILED UNDELIV UNDELIVERED UNDELIVERABLE REJECTED REJECTD DELETED'],
  ['failed', 'DND NDNC BLACKLISTED'],
  ['expired', 'EXPIRED'],
  // The network's word for a state that it does not know. A code does not change that.
  ['unrecognised', 'UNKNOWN'],
];
const KNOWN = new Map(
  WORDS.flatMap(([state, words]) => words.split(' ').map((word) => [word, state] as const)),
);

/**
 * The state of a report: from its word or, if it has no known word, from its code.
 *
 * @param own the meaning of words (in capitals) and codes at this gateway
 */
export function stateOf(
  word: string | undefined,
  code: string | undefined,
  own: ReadonlyMap<string, SmsReportState>,
): SmsReportState {
  const said = word?.toUpperCase();
  const byWord = said === undefined ? undefined : (own.get(said) ?? KNOWN.get(said));
  return byWord ?? own.get(code?.toUpperCase() ?? '') ?? 'unrecognised';
}
