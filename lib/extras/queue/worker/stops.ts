import { Batches } from '../store/batches.js';
import type { MessageStore } from '../store/message-store.js';
import { cancelKey } from '../store/stored-message.js';

/** How long an answer of the store is relied on, in ms from when it was asked for. */
const COUNTS_FOR = 900;
/** How old an answer may be, in ms, before the store is asked again. */
const RENEWED_AFTER = 200;
/** How often the messages that wait are looked at, in ms. */
const LOOKED_AT_EVERY = 100;

/** Why a message must not begin. */
export type Stop = 'paused' | 'cancelled' | 'unanswered';

interface Answer {
  readonly isStopped: boolean;
  /** By `performance.now()`. */
  readonly askedAt: number;
}

/** The key of the answer about the queue. The others are ids of broadcasts. */
const QUEUE = '';

/**
 * Knows what stops the messages of a worker that have not begun: `pause`, and `cancel` of their broadcast. The
 * store is asked every few hundred milliseconds, for all of them together, and only while messages wait.
 */
export class Stops {
  private readonly answers = new Map<string, Answer>();
  private readonly waiting = new Set<{
    readonly broadcast: string | undefined;
    readonly check: () => void;
  }>();
  private readonly questions = new Batches<string>(Infinity, (keys) => this.askAbout(keys));
  private timer: NodeJS.Timeout | undefined;

  /** @param failed called if the store does not answer */
  constructor(
    private readonly store: Pick<MessageStore, 'readStops'>,
    private readonly queueName: string,
    private readonly failed: (error: unknown) => void,
  ) {}

  /**
   * A worker took a message, so the queue was not paused.
   *
   * @param askedAt when the worker asked for it, by `performance.now()`
   */
  claimed(askedAt: number): void {
    this.keep(QUEUE, { isStopped: false, askedAt });
  }

  /** Why a message must not begin now, according to what is known. */
  of(broadcast: string | undefined): Stop | undefined {
    if (broadcast !== undefined && this.answers.get(broadcast)?.isStopped) return 'cancelled';
    if (keysOf(broadcast).some((key) => this.ageOf(key) > COUNTS_FOR)) return 'unanswered';
    return this.answers.get(QUEUE)?.isStopped ? 'paused' : undefined;
  }

  /** Asks the store, unless it has just answered. Resolves even if it does not answer. */
  async ask(broadcast: string | undefined): Promise<void> {
    const old = this.oldKeysOf(broadcast);
    if (old.length > 0) await this.questions.add(old);
  }

  /**
   * Keeps the answers about a message new while it waits.
   *
   * @param check called again and again
   * @returns what ends that
   */
  watch(broadcast: string | undefined, check: () => void): () => void {
    const entry = { broadcast, check };
    this.waiting.add(entry);
    this.timer ??= setInterval(() => this.look(), LOOKED_AT_EVERY).unref();
    return () => {
      this.waiting.delete(entry);
      if (this.waiting.size > 0) return;
      clearInterval(this.timer);
      this.timer = undefined;
    };
  }

  private look(): void {
    const old = new Set<string>();
    for (const { broadcast, check } of this.waiting) {
      check();
      for (const key of this.oldKeysOf(broadcast)) old.add(key);
    }
    if (old.size > 0) void this.questions.add([...old]);
  }

  private async askAbout(keys: readonly string[]): Promise<void> {
    const broadcasts = [...new Set(keys)].filter((key) => key !== QUEUE);
    const askedAt = performance.now();
    try {
      const keyOf = (broadcast: string): string => cancelKey(this.queueName, broadcast);
      const { isPaused, marks } = await this.store.readStops(broadcasts.map(keyOf));
      for (const key of this.answers.keys()) {
        if (this.ageOf(key) > COUNTS_FOR) this.answers.delete(key);
      }
      this.keep(QUEUE, { isStopped: isPaused, askedAt });
      for (const broadcast of broadcasts) {
        this.keep(broadcast, { isStopped: marks.has(keyOf(broadcast)), askedAt });
      }
    } catch (error) {
      this.failed(error);
    }
  }

  private keep(key: string, answer: Answer): void {
    const lastAnswer = this.answers.get(key);
    if (!lastAnswer || lastAnswer.askedAt <= answer.askedAt) this.answers.set(key, answer);
  }

  private oldKeysOf(broadcast: string | undefined): readonly string[] {
    return keysOf(broadcast).filter((key) => this.ageOf(key) > RENEWED_AFTER);
  }

  /** How long ago an answer was asked for, in ms. `Infinity` if there is none. */
  private ageOf(key: string): number {
    return performance.now() - (this.answers.get(key)?.askedAt ?? -Infinity);
  }
}

function keysOf(broadcast: string | undefined): readonly string[] {
  return broadcast === undefined ? [QUEUE] : [QUEUE, broadcast];
}
