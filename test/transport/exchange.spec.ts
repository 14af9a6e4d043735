import { Call } from '../../lib/transport/call.js';
import { Exchange } from '../../lib/transport/exchange.js';

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
  const source = { dispatcher, reportsStart: true, closesEach, distrust: () => undefined };
  const limits = { origin: 'https://sms.example.com', maxAnswerBytes: 1000 };
  const call = new Call({ total: 60_000, attempt: 60_000 });
  const exchange = new Exchange(source, limits, call);
  exchange.begin('/SMSApi/send', { headers: {}, body: Buffer.alloc(size) }, () => undefined);
  call.dispose();
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
