import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SimulatorContext } from '../simulator-context.js';

/** One request to the API. */
export interface ApiCall extends SimulatorContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
  /** The part of the path that `:id` stands for; empty if there is none. */
  readonly id: string;
}
