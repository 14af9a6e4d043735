import type { Fault, FaultName } from '../common/fault.js';
import { FAULTS, makeFault } from './fault-table.js';

/**
 * Recipients that trigger a fault, for manual testing. All start with 999000, which no country uses, so
 * they cannot reach anybody.
 */
export const MAGIC_RECIPIENTS: Readonly<Record<string, FaultName>> = {
  '99900000001': 'accept-then-drop',
  '99900000002': 'drop',
  '99900000003': 'reset',
  '99900000004': 'stall',
  '99900000005': 'slow',
  '99900000006': 'drip',
  '99900000007': 'bad-json',
  '99900000008': 'expire-token',
  '99900000009': 'delivery-failed',
  '99900000010': 'delivery-expired',
  '99900000011': 'report-late',
  '99900000012': 'report-twice',
  '99900000013': 'report-out-of-order',
  '99900000014': 'report-lost',
  '99900000015': 'report-before-answer',
  '99900000016': 'report-orphan',
  '99900000017': 'delivered-time-on-failure',
  '99900000122': 'reject-numbers',
  '99900000200': '200-html',
  '99900000203': 'refuse',
  '99900000429': '429',
  '99900000500': '500',
  '99900000502': '502',
  '99900000503': '503-html',
};

/** The fault of the first magic recipient, if there is one. */
export function findMagicFault(recipients: readonly string[]): Fault | undefined {
  for (const recipient of recipients) {
    const name = MAGIC_RECIPIENTS[recipient];
    if (name !== undefined) {
      const concernsOne = 'numbers' in FAULTS[name].options;
      return makeFault({ fault: name, ...(concernsOne && { numbers: [recipient] }) }, {});
    }
  }
  return undefined;
}
