import type { TestStore } from './stores.mjs';

/** What is done to the workers and the store, and what became of the messages. */
export interface CrashResult {
  readonly kills: number;
  readonly freezes: number;
  readonly outages: number;
  readonly messages: number;
  readonly accepted: number;
  readonly notSent: number;
  readonly unknown: number;
  /** Those of the unknown whose worker was lost. */
  readonly lostWorkers: number;
  /** Messages without an outcome. */
  readonly lost: number;
  /** Messages that the gateway took more than once. */
  readonly twice: number;
  /** Messages whose outcome contradicts what the gateway took. */
  readonly untrue: number;
  /** Accepted messages of a sample whose reports came, and whose deliveries are not all there. */
  readonly deliveriesWrong: number;
  /** What was done to the delivery reports. */
  readonly reports: {
    readonly lost: number;
    readonly repeated: number;
    /** Not taken, and sent again. */
    readonly refused: number;
  };
}

/** Runs the kill test against one store. Times in ms. */
export function crash(options: {
  readonly storeName: TestStore['name'];
  readonly messages: number;
  readonly workers: number;
  /** Messages that a worker sends at once. Default 10. */
  readonly concurrency?: number;
  /** How often a worker is killed. Default never. */
  readonly killEvery?: number;
  /** A worker is killed when the gateway gets these requests. Default none. */
  readonly killAt?: readonly number[];
  /** How many workers are frozen past their lock. Default 0. */
  readonly freezes?: number;
  /**
   * How the store is ended before it is started again, or does not answer: all connections that exist
   * become silent, or everything is late. Default never.
   */
  readonly outages?: readonly ('SIGTERM' | 'SIGKILL' | 'silence' | 'delay')[];
  /** Default 3000. */
  readonly lockDuration?: number;
  readonly log?: (line: string) => void;
}): Promise<CrashResult>;
