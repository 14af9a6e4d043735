import type { Deliveries } from './delivery/deliveries.js';
import type { FaultPlan } from './faults/fault-plan.js';
import type { AccessTokens } from './accounts/access-tokens.js';
import type { Balances } from './accounts/balances.js';
import type { Inbox } from './inbox/inbox.js';
import type { ResolvedOptions } from './options/check-options.js';

/** What every request works on. */
export interface SimulatorContext {
  readonly options: ResolvedOptions;
  readonly inbox: Inbox;
  readonly deliveries: Deliveries;
  readonly tokens: AccessTokens;
  readonly balances: Balances;
  readonly faults: FaultPlan;
  /** Aborts when the simulator closes. */
  readonly closing: AbortSignal;
}
