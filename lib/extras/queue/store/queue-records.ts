/**
 * Stores single records of a queue: those of delivery reports and of cancelled broadcasts. Each method is one step,
 * however many records there are.
 */
export interface QueueRecords {
  /** Reads records. There is no entry for a key without one. */
  read(keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Replaces each record that has not changed since it was read.
   *
   * @param ttl ms until they expire
   * @returns the keys of those that were replaced
   */
  swap(changes: readonly RecordChange[], ttl: number): Promise<ReadonlySet<string>>;
  remove(keys: readonly string[]): Promise<unknown>;
}

export interface RecordChange {
  readonly key: string;
  /** What was read; undefined if there was no record. */
  readonly before: string | undefined;
  readonly after: string;
}
