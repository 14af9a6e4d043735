import type { BreakerState } from '../deadline/breaker.js';

/** How an account is, in this process. */
export interface AccountHealth {
  /** `off` if the account has none. */
  readonly breaker: BreakerState | 'off';
  /** Sends that wait for their turn. */
  readonly waiting: number;
  /** Sends in progress, including those that wait. */
  readonly sending: number;
  /** What is wrong, but does not stop sends. */
  readonly degraded: readonly string[];
}
