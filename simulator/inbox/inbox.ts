import { randomBytes } from 'node:crypto';
import { parseSearch } from './search.js';
import type { InboxMessage, NewInboxMessage } from './inbox-message.js';

type Status = InboxMessage['status'];
/** What has limits of its own. */
type Shelf = Status | 'other';

/** A change of the inbox. */
export type InboxChange =
  | { readonly type: 'added' | 'updated'; readonly message: InboxMessage }
  | { readonly type: 'removed'; readonly id: string }
  | { readonly type: 'cleared' };

/** A change with its number. Numbers count from 1 without gaps. */
export type InboxEvent = InboxChange & { readonly sequence: number };

type PastEvent = Pick<InboxEvent, 'sequence' | 'type'> & { readonly id: string };

const SMALLEST_ID = 1_000_000_000_000_000;
const PAST_EVENTS = 2_000;
const MAX_BYTES = 64 * 1024 * 1024;
const KEPT_OTHERS = 200;

/**
 * The kept messages, refused sends and other requests. Each of the three has its own limits, in number
 * and in bytes, so that many refused sends do not push messages out. The newest of each is always kept.
 * Messages are replaced, never modified.
 */
export class Inbox {
  /** Identifies this run, because the event numbers of an earlier run mean nothing in it. */
  readonly run = randomBytes(6).toString('hex');
  readonly #keep: number;
  readonly #now: () => number;
  readonly #timeZone: string;
  readonly #onWarning: (message: string) => void;
  readonly #messages = new Map<string, InboxMessage>();
  readonly #counts = { accepted: 0, refused: 0, other: 0 };
  readonly #sizes = new Map<string, number>();
  readonly #bytes = { accepted: 0, refused: 0, other: 0 };
  readonly #listeners = new Set<(event: InboxEvent) => void>();
  readonly #past: PastEvent[] = [];
  #lastId = 0;
  #sequence = 0;
  #hasWarned = false;

  /** @param onWarning called once if fewer messages are kept than `keep` */
  constructor(
    keep: number,
    now: () => number,
    timeZone = 'UTC',
    onWarning: (message: string) => void = () => {},
  ) {
    this.#keep = keep;
    this.#now = now;
    this.#timeZone = timeZone;
    this.#onWarning = onWarning;
  }

  /** Number of the newest event; 0 before the first one. */
  get sequence(): number {
    return this.#sequence;
  }

  /** The largest id that was ever used, or null. */
  get lastId(): string | null {
    return this.#lastId === 0 ? null : String(this.#lastId);
  }

  /** Everything that is kept, the sends with one status, or the logins and others; oldest first. */
  list(shelf?: Shelf): InboxMessage[] {
    const all = [...this.#messages.values()];
    return shelf === undefined ? all : all.filter((message) => shelfOf(message) === shelf);
  }

  /** Whether a message matches a search, with its times in the zone of the simulator. */
  matcher(search: string): (message: InboxMessage) => boolean {
    return parseSearch(search, this.#timeZone);
  }

  /** One message, refused send or other request. */
  get(id: string): InboxMessage | undefined {
    return this.#messages.get(id);
  }

  /** The size of a message as JSON; 0 if there is none. */
  bytesOf(id: string): number {
    return this.#sizes.get(id) ?? 0;
  }

  /** Whether an accepted message with the same recipients, sender and text is kept. */
  holds({ to, senderId, text }: Pick<InboxMessage, 'to' | 'senderId' | 'text'>): boolean {
    const sorted = to.toSorted().join();
    for (const keptMessage of this.#messages.values()) {
      const isAlike = keptMessage.text === text && keptMessage.senderId === senderId;
      if (
        isAlike &&
        shelfOf(keptMessage) === 'accepted' &&
        keptMessage.to.toSorted().join() === sorted
      )
        return true;
    }
    return false;
  }

  /** Keeps a message, and removes the oldest one of its sort if there are too many. */
  add(entry: NewInboxMessage): InboxMessage {
    const message: InboxMessage = { id: this.#nextId(), ...entry, read: entry.kind !== 'send' };
    const shelf = shelfOf(message);
    this.#keepMessage(message);
    this.#emit({ type: 'added', message });
    while (this.#isFull(shelf)) this.remove(this.#oldest(shelf)?.id);
    return message;
  }

  /** Adds what an earlier run kept, without events. */
  restore(messages: readonly InboxMessage[], lastId: string | null): void {
    for (const message of messages) {
      this.#keepMessage(message);
      const shelf = shelfOf(message);
      while (this.#isFull(shelf)) this.#forget(this.#oldest(shelf));
    }
    this.#lastId = Math.max(this.#lastId, Number(lastId));
  }

  /** Replaces some fields of a message. */
  update(
    id: string,
    change: Partial<Pick<InboxMessage, 'read' | 'timeline' | 'deliveries'>>,
  ): InboxMessage | undefined {
    const old = this.#messages.get(id);
    if (old === undefined) return undefined;
    const message = { ...old, ...change };
    this.#messages.set(id, message);
    this.#measure(message);
    this.#emit({ type: 'updated', message });
    return message;
  }

  /** Removes one message. */
  remove(id = ''): boolean {
    if (!this.#forget(this.#messages.get(id))) return false;
    this.#emit({ type: 'removed', id });
    return true;
  }

  /** Removes everything. */
  clear(): void {
    this.#messages.clear();
    this.#sizes.clear();
    for (const count of [this.#counts, this.#bytes])
      Object.assign(count, { accepted: 0, refused: 0, other: 0 });
    this.#emit({ type: 'cleared' });
  }

  /** Calls back on every change, until the returned function is called. */
  subscribe(listener: (event: InboxEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * The changes after an event. Messages are given as they are now. Removed ones are left out, because
   * their removal follows.
   *
   * @returns undefined if that is too long ago
   */
  since(sequence: number): InboxEvent[] | undefined {
    const oldest = this.#past[0]?.sequence ?? this.#sequence + 1;
    if (sequence > this.#sequence || sequence + 1 < oldest) return undefined;
    return this.#past
      .filter((past) => past.sequence > sequence)
      .flatMap(({ sequence: at, type, id }): InboxEvent[] => {
        if (type === 'cleared') return [{ sequence: at, type }];
        if (type === 'removed') return [{ sequence: at, type, id }];
        const message = this.#messages.get(id);
        return message === undefined ? [] : [{ sequence: at, type, message }];
      });
  }

  #keepMessage(message: InboxMessage): void {
    this.#messages.set(message.id, message);
    this.#counts[shelfOf(message)] += 1;
    this.#measure(message);
  }

  #measure(message: InboxMessage): void {
    const bytes = Buffer.byteLength(JSON.stringify(message));
    this.#bytes[shelfOf(message)] += bytes - this.bytesOf(message.id);
    this.#sizes.set(message.id, bytes);
  }

  #isFull(shelf: Shelf): boolean {
    const count = this.#counts[shelf];
    const keep = shelf === 'other' ? KEPT_OTHERS : this.#keep;
    if (count > keep) return true;
    const isLarge = count > 1 && this.#bytes[shelf] > MAX_BYTES;
    if (isLarge && shelf !== 'other') this.#warn();
    return isLarge;
  }

  #warn(): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    this.#onWarning(
      `The inbox keeps fewer messages than keep (${this.#keep}) allows, because they take more than ` +
        '64 MiB. The oldest are removed.',
    );
  }

  #forget(message: InboxMessage | undefined): boolean {
    if (message === undefined) return false;
    this.#messages.delete(message.id);
    this.#counts[shelfOf(message)] -= 1;
    this.#bytes[shelfOf(message)] -= this.bytesOf(message.id);
    this.#sizes.delete(message.id);
    return true;
  }

  #oldest(shelf: Shelf): InboxMessage | undefined {
    for (const message of this.#messages.values()) if (shelfOf(message) === shelf) return message;
    return undefined;
  }

  // From the clock, so that ids also grow across restarts; from the last id if the clock stands still.
  #nextId(): string {
    this.#lastId = Math.max(this.#lastId + 1, Math.floor(this.#now() * 1000), SMALLEST_ID);
    return String(this.#lastId);
  }

  #emit(change: InboxChange): void {
    this.#sequence += 1;
    const event = { sequence: this.#sequence, ...change };
    const id = 'message' in event ? event.message.id : 'id' in event ? event.id : '';
    this.#past.push({ sequence: event.sequence, type: event.type, id });
    if (this.#past.length > 2 * PAST_EVENTS) this.#past.splice(0, PAST_EVENTS);
    for (const listener of this.#listeners) listener(event);
  }
}

function shelfOf({ kind, status }: Pick<InboxMessage, 'kind' | 'status'>): Shelf {
  return kind === 'login' || kind === 'other' ? 'other' : status;
}
