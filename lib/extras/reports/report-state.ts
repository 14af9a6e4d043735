import type { SmsReportState } from './sms-report.js';

// Whole words: UNDELIV is not delivered, and the `success` of an answer is no state.
const WORDS: readonly (readonly [SmsReportState, string])[] = [
  ['delivered', 'DELIVRD DELIVERED'],
  ['pending', 'SUBMITTED SENT PENDING ENROUTE ACCEPTD'],
  ['failed', 'FAILED UNDELIV UNDELIVERED UNDELIVERABLE REJECTED REJECTD DELETED'],
  ['failed', 'DND NDNC BLACKLISTED'],
  ['expired', 'EXPIRED'],
  // The network's word if it does not know. A code does not change that.
  ['unrecognised', 'UNKNOWN'],
];
const KNOWN = new Map(
  WORDS.flatMap(([state, words]) => words.split(' ').map((word) => [word, state] as const)),
);

/**
 * The state that a report says: by its word or, if it has none or no table knows it, by its code.
 *
 * @param own what words, in capitals, and codes mean at this gateway
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
