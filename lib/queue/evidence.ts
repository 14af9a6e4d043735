/**
 * What reports prove of the sends to one number. Pure: the store gives the time and keeps the record.
 *
 * A start is noted before its send, so each transaction of ours belongs to a start that is noted here, or
 * whose transaction is known. A transaction that belongs to none of those is an orphan. Different orphans
 * come from different starts. So once there are as many orphans as starts without a known outcome, the
 * gateway took all of these, whichever orphan is whose.
 */
export interface Evidence {
  /** The starts whose outcome is not known: those under way, and holes. */
  readonly open: readonly OpenStart[];
  /** Transactions that belong to no start of which it is known, and when they were first reported. */
  readonly orphans: readonly (readonly [transaction: string, at: number])[];
  /** The messages that the gateway took, each with the transactions of its set, and since when it is known. */
  readonly proven: readonly (readonly [job: string, transactions: readonly string[], at: number])[];
}

/** One start of a message. */
export interface OpenStart {
  /** The name of the message: another one with the same key has another name. */
  readonly job: string;
  /** Which start of the message it is. */
  readonly start: number;
  /** When it was claimed, by the store's clock. */
  readonly at: number;
  /** Whether the message goes to several numbers. */
  readonly many: boolean;
}

/** When something is looked at, by the store's clock, and what counts then. */
export interface Moment {
  readonly now: number;
  /** How long a start counts, in ms. */
  readonly window: number;
  /** Nothing that happened before is proof. Absent: the queue does not send alone, so nothing ever is. */
  readonly offUntil?: number | undefined;
}

export const NO_EVIDENCE: Evidence = { open: [], orphans: [], proven: [] };

/** A message is about to be sent. */
export function begin(evidence: Evidence, start: OpenStart): Evidence {
  const isNoted = evidence.open.some((each) => isSame(each, start));
  return isNoted ? evidence : { ...evidence, open: [...evidence.open, start] };
}

/**
 * The outcome of a start is known.
 *
 * @param transaction that of an accepted send
 */
export function end(
  { open, orphans, proven }: Evidence,
  ended: Start,
  transaction?: string,
): Evidence {
  return {
    open: open.filter((each) => !isSame(each, ended)),
    orphans: orphans.filter(([each]) => each !== transaction),
    proven,
  };
}

/** A transaction was reported that is not known to be one of ours. */
export function reported(evidence: Evidence, transaction: string, now: number): Evidence {
  const { orphans } = evidence;
  if (orphans.some(([each]) => each === transaction)) return evidence;
  return { ...evidence, orphans: [...orphans, [transaction, now]] };
}

/**
 * Forgets what no longer counts, and says whether another sender uses the account: more transactions were reported than
 * can come from our starts. What was reported then proves nothing.
 *
 * Starts and orphans are forgotten together, once the last of them is older than the window. An orphan whose
 * start was forgotten would count for another one.
 */
export function tidy(
  evidence: Evidence,
  { now, window, offUntil }: Moment,
): { readonly evidence: Evidence; readonly isForeign: boolean } {
  const isOld = (at: number): boolean => at + window <= now;
  const proven = evidence.proven.filter(([, , at]) => !isOld(at));
  const isAllOld =
    evidence.open.every(({ at }) => isOld(at)) && evidence.orphans.every(([, at]) => isOld(at));
  if (isAllOld) return { evidence: { ...NO_EVIDENCE, proven }, isForeign: false };
  const { open } = evidence;
  const orphans = evidence.orphans.filter(
    ([, at]) => offUntil === undefined || now < offUntil || at >= offUntil,
  );
  const oldest = Math.min(...open.map(({ at }) => at));
  const counted = orphans.filter(([, at]) => at >= oldest);
  const isForeign =
    offUntil !== undefined && (counted.length < orphans.length || counted.length > open.length);
  return { evidence: { open, orphans: isForeign ? [] : counted, proven }, isForeign };
}

/**
 * What is proven by a record that is tidy; undefined: nothing more than before. It is not applied to the
 * messages yet.
 *
 * @param isHole false where a start may still be under way, or its outcome not be stored yet
 */
export function prove(
  { open, orphans, proven }: Evidence,
  { now, offUntil }: Moment,
  isHole: (start: OpenStart) => boolean,
): Evidence | undefined {
  if (offUntil === undefined || now < offUntil) return undefined;
  if (orphans.length === 0 || orphans.length !== open.length) return undefined;
  const isProof = open.every((each) => each.at >= offUntil && !each.many && isHole(each));
  if (!isProof) return undefined;
  const transactions = orphans.map(([transaction]) => transaction).toSorted();
  const jobs = [...new Set(open.map(({ job }) => job))];
  return {
    open: [],
    orphans: [],
    proven: [...proven, ...jobs.map((job) => [job, transactions, now] as const)],
  };
}

type Start = Pick<OpenStart, 'job' | 'start'>;

function isSame(one: Start, other: Start): boolean {
  return one.job === other.job && one.start === other.start;
}

/** @returns '' where there is nothing to keep */
export function writeEvidence(evidence: Evidence): string {
  const { open, orphans, proven } = evidence;
  return open.length + orphans.length + proven.length === 0 ? '' : JSON.stringify(evidence);
}

export function readEvidence(text: string): Evidence {
  return text === '' ? NO_EVIDENCE : JSON.parse(text);
}
