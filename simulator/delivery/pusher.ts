/** What a pusher needs. */
export interface PusherOptions {
  /** Where it posts to. */
  readonly url: string;
  /** With `GET`, the fields are added to the query of the address. */
  readonly method: 'POST' | 'GET';
  /** Headers of every post. */
  readonly headers: Readonly<Record<string, string>>;
  /** Called when posts start to fail, and when they work again. */
  readonly onWarning: (message: string) => void;
  /** Ends everything. */
  readonly closing: AbortSignal;
}

/** What happened to a post. */
export interface PushResult {
  /** `sent` if the answer was a success, otherwise `failed: ` and why in two words. */
  readonly report: string;
  /** The HTTP answer with the start of its body, or why there was none. */
  readonly answer: string;
}

const TIMEOUT = 5_000;
const MAX_WAITING = 1_000;
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
const MAX_ANSWER = 500;

interface Post {
  readonly body: string;
  readonly type: string;
}

interface Waiting extends Post {
  readonly done: (result: PushResult | undefined) => void;
}

/**
 * Posts texts to one configured address, one after the other, each once. A post that fails is not
 * repeated, and if the address is too slow, the posts that do not fit are dropped.
 */
export class Pusher {
  readonly #waiting: Waiting[] = [];
  #bytes = 0;
  #failed = 0;
  #running = false;

  constructor(readonly options: PusherOptions) {}

  /**
   * Posts a text after those that are waiting. Never rejects.
   *
   * @returns undefined if the simulator closes
   */
  async push(post: Post): Promise<PushResult | undefined> {
    const { url, closing } = this.options;
    if (closing.aborted) return undefined;
    if (this.#waiting.length >= MAX_WAITING || this.#bytes + post.body.length > MAX_WAITING_BYTES) {
      return this.#fail(url, 'it was dropped, because too many were waiting', 'dropped');
    }
    return new Promise((done) => {
      this.#waiting.push({ ...post, done });
      this.#bytes += post.body.length;
      if (!this.#running) void this.#run();
    });
  }

  // Never rejects, because nothing waits for it.
  async #run(): Promise<void> {
    this.#running = true;
    for (let post = this.#waiting[0]; post !== undefined; post = this.#waiting[0]) {
      post.done(await this.#post(post));
      this.#waiting.shift();
      this.#bytes -= post.body.length;
    }
    this.#running = false;
  }

  async #post({ body, type }: Post): Promise<PushResult | undefined> {
    const { url, closing, method, headers } = this.options;
    if (closing.aborted) return undefined;
    // Not AbortSignal.timeout, which the fake timers of a test do not control.
    const end = new AbortController();
    const stop = () => end.abort();
    const timer = setTimeout(stop, TIMEOUT);
    timer.unref();
    closing.addEventListener('abort', stop);
    try {
      const answer = await fetch(method === 'GET' ? withQuery(url, body) : url, {
        method,
        ...(method === 'POST' && { body }),
        headers: { ...headers, ...(method === 'POST' && { 'Content-Type': type }) },
        // A redirect would lead to an address that nobody configured.
        redirect: 'manual',
        signal: end.signal,
      });
      const text = await readStart(answer).catch(() => '');
      const status = `HTTP ${answer.status}`;
      if (answer.ok) this.#succeed(url);
      else this.#fail(url, `it answered ${status}`);
      return {
        report: answer.ok ? 'sent' : `failed: ${status}`,
        answer: text === '' ? status : `${status}: ${text}`,
      };
    } catch {
      const slow = `it did not answer within ${TIMEOUT} ms`;
      if (closing.aborted) return undefined;
      return this.#fail(url, end.signal.aborted ? slow : 'it could not be reached');
    } finally {
      clearTimeout(timer);
      closing.removeEventListener('abort', stop);
    }
  }

  #fail(url: string, why: string, brief = 'no answer'): PushResult {
    this.#failed += 1;
    if (this.#failed === 1) {
      const next = 'It is not repeated. More failures are not reported until a post succeeds.';
      this.#warn(`A delivery report was not delivered to ${originOf(url)}: ${why}. ${next}`);
    }
    return { report: `failed: ${brief}`, answer: why };
  }

  #succeed(url: string): void {
    if (this.#failed > 0) {
      this.#warn(
        `${originOf(url)} accepts delivery reports again. Not delivered: ${this.#failed}.`,
      );
    }
    this.#failed = 0;
  }

  #warn(message: string): void {
    try {
      this.options.onWarning(message);
    } catch {
      // A listener that throws must not affect the posts.
    }
  }
}

// Not the whole address, because its path or query may hold a secret.
function originOf(url: string): string {
  return new URL(url).origin;
}

function withQuery(url: string, query: string): URL {
  const target = new URL(url);
  target.search += `${target.search === '' ? '?' : '&'}${query}`;
  return target;
}

/** The first characters of a body, which may be endless. */
async function readStart({ body }: Response): Promise<string> {
  let text = '';
  if (body === null) return text;
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_ANSWER) return `${text.slice(0, MAX_ANSWER)}…`;
  }
  return text;
}
