import type { BreakerState } from '../transport/breaker.js';

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

/** What a health check needs of the account that it checks. */
export interface HealthAccount {
  health(): AccountHealth;
  /**
   * Finds out whether the account can log in, without sending a message. A usable token is proof
   * enough, so that checks neither replace tokens nor load the gateway.
   *
   * @param timeout ms to wait
   * @returns `none` if there is no login, because each message carries the credentials
   * @throws SmsGatewayError if it cannot
   */
  checkLogin(timeout: number): Promise<'ok' | 'none'>;
}
