import type { Delivery } from './delivery-facts.js';

/**
 * What is known of the sends to one number: the record that the store keeps. The functions here are the
 * rules, and pure. Times are in ms, by the store's clock.
 *
 * A send is noted before it begins, so each transaction of ours belongs to a send that is noted here. One that
 * belongs to no send whose transaction is known is an orphan. Different orphans come from different sends.
 * So once there are as many orphans as sends without a known outcome, the gateway took all of these,
 * whichever orphan is whose.
 */
export interface Evidence {
  readonly sends: readonly Send[];
  /** The transactions that were reported, each since the first time. */
  readonly reports: readonly {
    readonly id: string;
    readonly at: number;
    readonly delivery: Delivery;
  }[];
}

/** A send that the gateway may have taken. */
export interface Send {
  /** Which send of which message it is. */
  readonly name: string;
  readonly at: number;
  /** Whether it goes to several numbers. */
  readonly many: boolean;
  /** Whether nobody will know how it ended. Otherwise it may be under way, or its outcome not be stored yet. */
  readonly hole?: boolean;
  /**
   * Its transaction, once that is known, or none where nothing was sent. Of a hole, those of all sends that
   * were proven together.
   */
  readonly transactions?: readonly string[];
}

/** When evidence is looked at, and what counts then. */
export interface Moment {
  readonly now: number;
  /** Longer than any report takes to come. */
  readonly window: number;
  /** For how long reports are kept. */
  readonly kept: number;
  /** Whether this queue alone sends through the account. Otherwise nothing is ever proof. */
  readonly exclusive: boolean;
  /** What was sent before is not proven. It is in the future while settling is turned off. */
  readonly since: number;
}

/** The sends without a known outcome, and the orphans that may be theirs. */
export function unexplained({ sends, reports }: Evidence, { now, window, since }: Moment) {
  const ours = new Set(sends.flatMap(({ transactions = [] }) => transactions));
  const open = sends.filter(({ transactions }) => !transactions);
  const oldest = Math.min(...open.map(({ at }) => at));
  // What was reported when settling was turned off does not count, nor what came a window ago: see `judge`.
  const counted = Math.max(now, since) - window;
  const strange = reports.filter(({ id, at }) => !ours.has(id) && at > counted);
  const orphans = strange.filter(({ at }) => at >= oldest);
  // More transactions than can be of these sends are somebody else's.
  const isForeign = strange.length > Math.min(orphans.length, open.length);
  return { open, orphans, isForeign };
}

/**
 * Forgets what is old, and finds out what is proven now. A send is kept for twice the window: its report may
 * come until the window ends, and counts for another one.
 */
export function judge(
  known: Evidence,
  moment: Moment,
): { readonly evidence: Evidence; readonly isForeign: boolean } {
  const { now, window, kept, exclusive, since } = moment;
  const sends = known.sends.filter(
    ({ at, transactions }) => at + 2 * window > now && transactions?.length !== 0,
  );
  const reports = known.reports.filter(({ at }) => at + kept > now);
  const { open, orphans, isForeign } = unexplained({ sends, reports }, moment);
  const isProof =
    exclusive &&
    !isForeign &&
    orphans.length === open.length &&
    open.every(({ at, many, hole }) => !many && at >= since && hole);
  if (!isProof) return { evidence: { sends, reports }, isForeign: exclusive && isForeign };
  const transactions = orphans.map(({ id }) => id).toSorted();
  const proven = sends.map((send) => ({ transactions, ...send }));
  return { evidence: { sends: proven, reports }, isForeign };
}
