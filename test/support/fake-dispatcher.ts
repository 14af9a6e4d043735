import { jest } from '@jest/globals';
import { Dispatcher } from 'undici';
import { afterThisTest } from './clean-up.js';
import { acceptance, token } from './scripted-gateway.js';

const controller: Dispatcher.DispatchController = {
  aborted: false,
  paused: false,
  reason: null,
  rawHeaders: null,
  rawTrailers: null,
  abort: () => undefined,
  pause: () => undefined,
  resume: () => undefined,
};

/** What a fake dispatcher answers a send with. */
export interface FakeAnswer {
  /** ms until it comes; `Infinity` for never. */
  readonly after?: number;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A gateway without sockets, in the place of an app's dispatcher, on timers that only the test
 * moves. Accepts sends and logins.
 */
export class FakeDispatcher extends Dispatcher {
  /** When each send came, in ms since the dispatcher was made. */
  readonly times: number[] = [];
  private readonly madeAt: number;

  /** @param answer for the send with this number, the first of which is 1 */
  constructor(private readonly answer: (count: number) => FakeAnswer = () => ({})) {
    super();
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    afterThisTest(() => jest.useRealTimers());
    this.madeAt = performance.now();
  }

  override dispatch(
    { path }: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
  ): boolean {
    handler.onRequestStart?.(controller, {});
    if (path.endsWith('/me/')) {
      respond(handler, token('t1').body, {});
      return true;
    }
    this.times.push(performance.now() - this.madeAt);
    const answer = this.answer(this.times.length);
    const { after = 0 } = answer;
    // Only an acceptance has a transactionId.
    const body = (answer.status ?? 200) < 300 ? acceptance().body : {};
    if (after !== Infinity) setTimeout(() => respond(handler, body, answer), after);
    return true;
  }
}

function respond(
  handler: Dispatcher.DispatchHandler,
  body: unknown,
  { status = 200, headers = {} }: FakeAnswer,
): void {
  handler.onResponseStart?.(controller, status, headers, '');
  handler.onResponseData?.(controller, Buffer.from(JSON.stringify(body)));
  handler.onResponseEnd?.(controller, {});
}

/** Moves the clock, with all that follows from it. */
export async function passTime(ms: number): Promise<void> {
  await jest.advanceTimersByTimeAsync(ms);
}
