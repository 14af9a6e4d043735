import type { SmsQueue } from '../../lib/extras/queue/index.js';
import { postgresProbe } from './postgres-messages.js';
import { redisProbe } from './redis-messages.js';
import type { TestStore } from './stores.mjs';

/** What tests read from the store of a queue, and do to it, for which the queue has no method. */
export interface StoreProbe {
  /** Does what happens to the lock of a message while the worker that sends it stands still. */
  takeFromWorker(id: string): Promise<void>;
  /** Lets another worker find a message that was taken from its worker, as if its time was over. */
  giveToOthers(id: string): Promise<void>;
  /** Claims the next message as a worker does that is lost a moment later: after a time of silence, in ms. */
  claimAndVanish(lockDuration: number): Promise<void>;
  /** Makes a message that waits for its time due now. */
  makeDue(id: string): Promise<void>;
  /** Makes a message one that has waited for a time, in ms. */
  makeWaitSince(id: string, ms: number): Promise<void>;
  /** Lets the time pass within which a message may be sent. */
  expire(id: string): Promise<void>;
  /** Makes a message one of an earlier release, which did not store the reach of its app. */
  forgetReach(id: string): Promise<void>;
  /** All that the store holds of the queue, or of one of its messages. */
  textOf(id?: string): Promise<string>;
  /** For how long all workers are held back, in ms. */
  heldFor(): Promise<number>;
}

export function probe(store: TestStore, queue: SmsQueue): StoreProbe {
  return store.name === 'Redis' ? redisProbe(store, queue) : postgresProbe(store, queue);
}
