import { makeFault, type Fault, type FaultName } from './fault.js';

/**
 * Recipients that call for a fault by themselves, for trying by hand. All begin with 999000, which
 * no country has, so that none can reach a stranger.
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
  '99900000122': 'reject-numbers',
  '99900000200': '200-html',
  '99900000203': 'refuse',
  '99900000429': '429',
  '99900000500': '500',
  '99900000502': '502',
  '99900000503': '503-html',
};

/** The fault that one of these recipients calls for. */
export function findMagicFault(recipients: readonly string[]): Fault | undefined {
  for (const recipient of recipients) {
    const name = Object.hasOwn(MAGIC_RECIPIENTS, recipient)
      ? MAGIC_RECIPIENTS[recipient]
      : undefined;
    if (name !== undefined) {
      return makeFault(name, name === 'reject-numbers' ? { numbers: [recipient] } : {});
    }
  }
  return undefined;
}
