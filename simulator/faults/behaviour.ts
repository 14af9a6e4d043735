import type { ServerResponse } from 'node:http';
import type { SimulatedAnswer } from '../common/simulated-answer.js';
import type { Fault } from '../common/fault.js';

/** What happened to an answer. */
export type AnswerEvent = 'answered' | 'answer lost' | 'client gone';

/** The connection that an answer is written to. */
export interface Wire {
  readonly response: ServerResponse;
  /** Aborts when the simulator closes. */
  readonly closing: AbortSignal;
}

/** What can be done with the delivery reports of a message. */
export interface ReportDelivery {
  now(): Promise<void>;
  later(delay: number): void;
  /** Sends them after those of the next message. */
  afterNext(): void;
  lose(): Promise<void>;
}

/** What a fault can do. */
export interface Behaviour {
  /** The answer instead of the gateway's own, which is undefined if it did not handle the request; null if there is none. */
  readonly answer?: (
    fault: Fault,
    gatewayAnswer: SimulatedAnswer | undefined,
  ) => SimulatedAnswer | null;
  /** Happens before the answer is written; in its place if it returns what happened. */
  readonly before?: (wire: Wire, fault: Fault) => Promise<AnswerEvent | undefined>;
  /** Writes the body, and returns what happened if it did not write all of it. Default: as a whole. */
  readonly body?: (wire: Wire, body: Buffer, fault: Fault) => Promise<AnswerEvent | undefined>;
  /** The numbers that the gateway rejects; `last` is the last one of the send. */
  readonly rejects?: (fault: Fault, last: string) => readonly string[];
  /** Expires the token of a send, or the one that a login gives. */
  readonly expiresToken?: true;
  /** The time zone of `expires_after`. */
  readonly zone?: (fault: Fault, right: string) => string;
  /** What happens to the message instead of its delivery. */
  readonly fate?: 'failed' | 'expired';
  /** The report of a failure has the time of a delivery. */
  readonly stampsFailures?: true;
  /** The message is delivered before the answer. */
  readonly deliversFirst?: true;
  /** The reports of one number; `orphan` makes one of a transaction that nobody sent. */
  readonly reports?: <Report>(report: Report, orphan: () => Report) => readonly Report[];
  /** When the reports are sent. Default: now. */
  readonly sendsReports?: (reports: ReportDelivery, fault: Fault) => Promise<void> | void;
}

/** What a fault does: at least one thing. */
export type Does = {
  [Key in keyof Behaviour]-?: Behaviour & Required<Pick<Behaviour, Key>>;
}[keyof Behaviour];
