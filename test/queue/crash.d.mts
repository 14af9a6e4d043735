import type { TestStore } from './stores.mjs';

/** What is done to the workers and the store, and what became of the messages. */
export interface CrashResult {
  readonly kills: number;
  readonly freezes: number;
  readonly outages: number;
  readonly messages: number;
  readonly accepted: number;
  /** Those of the accepted that were unknown until reports settled them. */
  readonly settled: number;
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
  /** Unknown messages of which reports prove that the gateway took them. */
  readonly unsettled: number;
  /** Accepted messages of a sample whose reports came, and whose deliveries are not all there. */
  readonly deliveriesWrong: number;
  /** How often settling was turned off because someone else sent. */
  readonly turnedOff: number;
  /** What was done to the delivery reports. */
  readonly reports: {
    readonly lost: number;
    readonly repeated: number;
    /** Of messages of someone else. */
    readonly foreign: number;
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
  /** The share of messages after which someone else sends one to the same number, from 0 to 1. Default 0. */
  readonly foreign?: number;
  readonly log?: (line: string) => void;
}): Promise<CrashResult>;
