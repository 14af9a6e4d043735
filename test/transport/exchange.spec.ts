import { jest } from '@jest/globals';
import type { Dispatcher } from 'undici';
import { Call } from '../../lib/core/deadline/call.js';
import { type DispatchSource, Exchange } from '../../lib/core/transport/exchange.js';
import { afterThisTest } from '../support/clean-up.js';

/** An exchange over this dispatcher, with a body of this size. */
function exchanged(
  dispatcher: DispatchSource['dispatcher'],
  size: number,
  closesEach = false,
): Exchange {
  const source = { dispatcher, reportsStart: true, closesEach, distrust: () => undefined };
  const limits = { origin: 'https://sms.example.com', maxAnswerBytes: 100_000 };
  const call = new Call({ total: 60_000, attempt: 60_000 });
  const exchange = new Exchange(source, limits, call);
  exchange.begin('/SMSApi/send', { headers: {}, body: Buffer.alloc(size) }, () => undefined);
  call.dispose();
  return exchange;
}

/** What an exchange asks of its dispatcher for a body of this size. */
function askedFor(size: number, closesEach = false): unknown {
  let asked: unknown;
  const dispatcher = {
    dispatch(options: object, handler: Exchange): boolean {
      asked = options;
      handler.onResponseError(undefined, new Error('Not sent'));
      return true;
    },
  };
  exchanged(dispatcher, size, closesEach);
  return asked;
}

describe('the connection of a request', () => {
  it('is closed after its answer if the request has more than 16 KB, which may be answered before it is read', () => {
    expect(askedFor(16_385)).toMatchObject({ reset: true });
  });

  it('is used again if the request has 16 KB or less, which every system takes at once', () => {
    expect(askedFor(16_384)).toMatchObject({ reset: null });
  });

  it('is closed if its dispatcher has brought the answer to another request', () => {
    expect(askedFor(1, true)).toMatchObject({ reset: true });
  });
});

describe('an answer that comes in single bytes', () => {
  it('is joined as it comes, to save memory, and is read correctly', () => {
    const concat = jest.spyOn(Buffer, 'concat');
    afterThisTest(() => concat.mockRestore());
    const body = Buffer.from(JSON.stringify({ reason: 'ünüsual '.repeat(1000) }));
    const controller: Dispatcher.DispatchController = {
      aborted: false,
      paused: false,
      reason: null,
      abort: () => undefined,
      pause: () => undefined,
      resume: () => undefined,
    };
    const dispatcher = {
      dispatch(_options: object, handler: Exchange): boolean {
        handler.onRequestStart(controller);
        handler.onResponseStart(controller, 200, {});
        for (const byte of body) handler.onResponseData(controller, Buffer.of(byte));
        handler.onResponseEnd();
        return true;
      },
    };
    expect(exchanged(dispatcher, 1).answer?.body).toEqual(body);
    const joined = concat.mock.calls.map(([chunks]) => chunks.length);
    expect(joined.length).toBeGreaterThan(1);
    expect(Math.max(...joined)).toBeLessThanOrEqual(1024);
  });
});
