import type { Delivery } from './delivery-facts.js';

/**
 * What is known about the sends to one number: the record that the store keeps. The functions here are the
 * rules, and they are pure. Times are in ms, by the store's clock.
 *
 * A send is recorded before it begins, so each transaction of ours belongs to a send in this record. A reported
 * transaction that is not known to belong to one of them is an orphan. Different orphans come from different
 * sends. So once there are as many orphans as sends without a known outcome, the gateway took all of these,
 * no matter which orphan belongs to which.
 */
export interface Evidence {
  readonly sends: readonly Send[];
  /** The reported transactions, each with the time of its first report. */
  readonly reports: readonly {
    readonly id: string;
    readonly at: number;
    readonly delivery: Delivery;
  }[];
}

/** A send that the gateway may have taken. */
export interface Send {
  /** Identifies the message, and which of its sends this is. */
  readonly name: string;
  readonly at: number;
  /** Whether it goes to several numbers. */
  readonly many: boolean;
  /** Whether it ended without a known outcome. Otherwise it may be in progress, or its outcome is not stored yet. */
  readonly hole?: boolean;
  /**
   * Its transaction, once it is known; empty if nothing was sent. For a hole: the transactions of all sends
   * that were proven together.
   */
  readonly transactions?: readonly string[];
}

/** The time at which evidence is judged, and what counts then. */
export interface Moment {
  readonly now: number;
  /** Longer than any report takes to arrive. */
  readonly window: number;
  /** How long reports are kept. */
  readonly kept: number;
  /** Whether this queue alone sends through the account. Otherwise nothing is ever proven. */
  readonly exclusive: boolean;
  /** Nothing that was sent before this time is proven. It is in the future while settling is turned off. */
  readonly since: number;
}

/** The sends without a known outcome, and the orphans that may be theirs. */
export function unexplained({ sends, reports }: Evidence, { now, window, since }: Moment) {
  const ours = new Set(sends.flatMap(({ transactions = [] }) => transactions));
  const open = sends.filter(({ transactions }) => !transactions);
  const oldest = Math.min(...open.map(({ at }) => at));
  // A report counts for one window. Reports from before settling was turned off do not count: see `judge`.
  const counted = Math.max(now, since) - window;
  const strange = reports.filter(({ id, at }) => !ours.has(id) && at > counted);
  const orphans = strange.filter(({ at }) => at >= oldest);
  // If there are more transactions than these sends explain, someone else sends.
  const isForeign = strange.length > Math.min(orphans.length, open.length);
  return { open, orphans, isForeign };
}

/**
 * Removes old sends and reports, and decides what is proven now. A send is kept for twice the window: a report
 * of it may arrive until the window ends, and counts for another window.
 */
export function judge(
  known: Evidence,
  moment: Moment,
): { readonly evidence: Evidence; readonly found?: 'proof' | 'foreign' | undefined } {
  const { now, window, kept, exclusive, since } = moment;
  const sends = known.sends.filter(
    ({ at, transactions }) => at + 2 * window > now && transactions?.length !== 0,
  );
  const reports = known.reports.filter(({ at }) => at + kept > now);
  const { open, orphans, isForeign } = unexplained({ sends, reports }, moment);
  const evidence = { sends, reports };
  if (!exclusive) return { evidence };
  if (isForeign) return { evidence, found: 'foreign' };
  const isProof =
    open.length > 0 &&
    orphans.length === open.length &&
    open.every(({ at, many, hole }) => !many && at >= since && hole);
  if (!isProof) return { evidence };
  const transactions = orphans.map(({ id }) => id).toSorted();
  const proven = sends.map((send) => ({ transactions, ...send }));
  return { evidence: { sends: proven, reports }, found: 'proof' };
}
