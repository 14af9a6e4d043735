import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Deliveries } from '../delivery/deliveries.js';
import type { FaultPlan } from '../faults/fault-plan.js';
import type { Inbox } from '../inbox/inbox.js';
import type { SimulatorStats } from '../simulator-stats.js';
import type { ResolvedOptions } from '../simulator.options.js';

/** What the API works on. */
export interface ApiContext {
  readonly options: ResolvedOptions;
  readonly inbox: Inbox;
  readonly deliveries: Deliveries;
  readonly faults: FaultPlan;
  readonly stats: SimulatorStats;
  /** Aborts when the simulator closes. */
  readonly closing: AbortSignal;
}

/** One request to the API. */
export interface ApiCall extends ApiContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
  /** The part of the path that `:id` stands for; empty if there is none. */
  readonly id: string;
}
