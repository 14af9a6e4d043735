/** What a pusher needs. */
export interface PusherOptions {
  /** Where it posts to. Nothing is posted without it. */
  readonly url: string | undefined;
  /** What it posts, for warnings. */
  readonly what: string;
  /** Called when posts start to fail, and when they work again. */
  readonly onWarning: (message: string) => void;
  /** Ends everything. */
  readonly closing: AbortSignal;
}

const TIMEOUT = 5_000;
const MAX_WAITING = 1_000;
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

interface Post {
  readonly body: string;
  readonly type: string;
}

/**
 * Posts texts to one configured address, one after the other, each once. A post that fails is not
 * repeated, and if the address is too slow, the posts that do not fit are dropped.
 */
export class Pusher {
  readonly #options: PusherOptions;
  readonly #waiting: Post[] = [];
  #bytes = 0;
  #failed = 0;
  #running = false;

  constructor(options: PusherOptions) {
    this.#options = options;
  }

  /** Posts a text after those that are waiting. */
  push(post: Post): void {
    const { url, closing } = this.#options;
    if (url === undefined || closing.aborted) return;
    if (this.#waiting.length >= MAX_WAITING || this.#bytes + post.body.length > MAX_WAITING_BYTES) {
      this.#fail(url, 'it is too slow, so some were dropped');
      return;
    }
    this.#waiting.push(post);
    this.#bytes += post.body.length;
    if (!this.#running) void this.#run(url);
  }

  // Never rejects, because nothing waits for it.
  async #run(url: string): Promise<void> {
    this.#running = true;
    for (let post = this.#waiting[0]; post !== undefined; post = this.#waiting[0]) {
      await this.#post(url, post);
      this.#waiting.shift();
      this.#bytes -= post.body.length;
    }
    this.#running = false;
  }

  async #post(url: string, { body, type }: Post): Promise<void> {
    const { closing } = this.#options;
    if (closing.aborted) return;
    // Not AbortSignal.timeout, which the fake timers of a test do not control.
    const end = new AbortController();
    const stop = () => end.abort();
    const timer = setTimeout(stop, TIMEOUT);
    timer.unref();
    closing.addEventListener('abort', stop);
    try {
      // A redirect would lead to an address that nobody configured.
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': type },
        body,
        redirect: 'manual',
        signal: end.signal,
      });
      await answer.body?.cancel();
      if (answer.ok) this.#succeed(url);
      else this.#fail(url, `it answered HTTP ${answer.status}`);
    } catch {
      const slow = `it did not answer within ${TIMEOUT} ms`;
      if (!closing.aborted) this.#fail(url, end.signal.aborted ? slow : 'it could not be reached');
    } finally {
      clearTimeout(timer);
      closing.removeEventListener('abort', stop);
    }
  }

  #fail(url: string, why: string): void {
    this.#failed += 1;
    if (this.#failed > 1) return;
    const next = 'It is not repeated. More failures are not reported until a post succeeds.';
    this.#warn(`A ${this.#options.what} was not delivered to ${originOf(url)}: ${why}. ${next}`);
  }

  #succeed(url: string): void {
    const { what } = this.#options;
    if (this.#failed > 0) {
      this.#warn(`${originOf(url)} takes a ${what} again. Not delivered: ${this.#failed}.`);
    }
    this.#failed = 0;
  }

  #warn(message: string): void {
    try {
      this.#options.onWarning(message);
    } catch {
      // A listener that throws must not affect the posts.
    }
  }
}

// Not the whole address, because its path or query may hold a secret.
function originOf(url: string): string {
  return new URL(url).origin;
}
