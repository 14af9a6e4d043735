import { duplicateKey } from './duplicate-key.js';
import type { InboxMessage, NewInboxMessage } from './inbox-message.js';

/** What changed in the inbox. `sequence` counts from 1 without gaps. */
export type InboxEvent = { readonly sequence: number } & (
  | { readonly type: 'added' | 'updated'; readonly message: InboxMessage }
  | { readonly type: 'removed'; readonly id: string }
  | { readonly type: 'cleared' }
);

interface PastEvent {
  readonly sequence: number;
  readonly type: InboxEvent['type'];
  readonly id: string;
}

const SMALLEST_ID = 1_000_000_000_000_000;
const PAST_EVENTS = 2_000;

/**
 * The kept messages and refused sends, each capped on its own so that a flood of refused sends
 * pushes no message out. Messages are replaced, never changed, so what was handed out stays as it was.
 */
export class Inbox {
  readonly #keep: number;
  readonly #now: () => number;
  readonly #messages = new Map<string, InboxMessage>();
  readonly #keys = new Map<string, number>();
  readonly #counts = { accepted: 0, refused: 0 };
  readonly #listeners = new Set<(event: InboxEvent) => void>();
  readonly #past: PastEvent[] = [];
  #lastId = 0;
  #sequence = 0;

  constructor(keep: number, now: () => number) {
    this.#keep = keep;
    this.#now = now;
  }

  /** Number of the newest event; 0 before the first. */
  get sequence(): number {
    return this.#sequence;
  }

  /** The greatest id that was ever given, or null. */
  get lastId(): string | null {
    return this.#lastId === 0 ? null : String(this.#lastId);
  }

  /** How many are kept. */
  get counts(): Readonly<{ accepted: number; refused: number }> {
    return { ...this.#counts };
  }

  /** What is kept of one status, or all of it; oldest first. */
  list(status?: InboxMessage['status']): InboxMessage[] {
    const all = [...this.#messages.values()];
    return status === undefined ? all : all.filter((message) => message.status === status);
  }

  /** One message or refused send. */
  get(id: string): InboxMessage | undefined {
    return this.#messages.get(id);
  }

  /** Whether an accepted message with the same recipients, sender and text is kept. */
  holds(message: Pick<InboxMessage, 'to' | 'senderId' | 'text'>): boolean {
    return this.#keys.has(duplicateKey(message));
  }

  /** Keeps a message and drops the oldest of its status where there are too many. */
  add(entry: NewInboxMessage): InboxMessage {
    const message: InboxMessage = { id: this.#nextId(), ...entry, read: false };
    this.#messages.set(message.id, message);
    this.#count(message, 1);
    this.#emit({ sequence: this.#next(), type: 'added', message });
    if (this.#counts[message.status] > this.#keep) this.remove(this.#oldest(message.status)?.id);
    return message;
  }

  /** Takes what an earlier run kept, before anything comes; nobody is told of it. */
  restore(messages: readonly InboxMessage[], lastId: string | null): void {
    for (const message of messages) {
      this.#messages.set(message.id, message);
      this.#count(message, 1);
      if (this.#counts[message.status] > this.#keep) this.#forget(this.#oldest(message.status));
    }
    this.#lastId = Math.max(this.#lastId, Number(lastId));
  }

  /** Replaces some fields of a kept message. */
  update(
    id: string,
    change: Partial<Pick<InboxMessage, 'read' | 'timeline'>>,
  ): InboxMessage | undefined {
    const old = this.#messages.get(id);
    if (old === undefined) return undefined;
    const message = { ...old, ...change };
    this.#messages.set(id, message);
    this.#emit({ sequence: this.#next(), type: 'updated', message });
    return message;
  }

  /** Drops one message. */
  remove(id = ''): boolean {
    if (!this.#forget(this.#messages.get(id))) return false;
    this.#emit({ sequence: this.#next(), type: 'removed', id });
    return true;
  }

  /** Drops everything. */
  clear(): void {
    this.#messages.clear();
    this.#keys.clear();
    this.#counts.accepted = 0;
    this.#counts.refused = 0;
    this.#emit({ sequence: this.#next(), type: 'cleared' });
  }

  /** Calls back on every change until the returned function is called. */
  subscribe(listener: (event: InboxEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * What changed after an event, for those who were away. Messages are given as they are now, and
   * those that are gone are left out: their removal follows.
   *
   * @returns undefined where that is too long ago to tell
   */
  since(sequence: number): InboxEvent[] | undefined {
    if (sequence > this.#sequence) return undefined;
    const oldest = this.#past[0]?.sequence ?? this.#sequence + 1;
    if (sequence + 1 < oldest) return undefined;
    return this.#past
      .filter((past) => past.sequence > sequence)
      .flatMap((past) => this.#relive(past));
  }

  #relive({ sequence, type, id }: PastEvent): InboxEvent[] {
    if (type === 'cleared') return [{ sequence, type }];
    if (type === 'removed') return [{ sequence, type, id }];
    const message = this.#messages.get(id);
    return message === undefined ? [] : [{ sequence, type, message }];
  }

  #count(message: InboxMessage, by: 1 | -1): void {
    this.#counts[message.status] += by;
    if (message.status === 'refused') return;
    const key = duplicateKey(message);
    const count = (this.#keys.get(key) ?? 0) + by;
    if (count > 0) this.#keys.set(key, count);
    else this.#keys.delete(key);
  }

  #forget(message: InboxMessage | undefined): boolean {
    if (message === undefined) return false;
    this.#messages.delete(message.id);
    this.#count(message, -1);
    return true;
  }

  #oldest(status: InboxMessage['status']): InboxMessage | undefined {
    for (const message of this.#messages.values()) if (message.status === status) return message;
    return undefined;
  }

  // From the clock, so that ids grow across restarts too; from the last one where the clock stands.
  #nextId(): string {
    this.#lastId = Math.max(this.#lastId + 1, Math.floor(this.#now() * 1000), SMALLEST_ID);
    return String(this.#lastId);
  }

  #next(): number {
    this.#sequence += 1;
    return this.#sequence;
  }

  #emit(event: InboxEvent): void {
    const id = 'message' in event ? event.message.id : 'id' in event ? event.id : '';
    this.#past.push({ sequence: event.sequence, type: event.type, id });
    if (this.#past.length > 2 * PAST_EVENTS) this.#past.splice(0, PAST_EVENTS);
    for (const listener of this.#listeners) listener(event);
  }
}
