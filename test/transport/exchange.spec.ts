import { channel } from 'node:diagnostics_channel';
import type { Dispatcher } from 'undici';
import { Exchange } from '../../lib/transport/exchange.js';

const PATH = '/SMSApi/send';

/** An exchange with a socket that has not written out all of its request. */
function answered({
  size,
  unwritten = 1,
  head = `POST ${PATH} HTTP/1.1\r\n`,
}: {
  readonly size: number;
  readonly unwritten?: number;
  readonly head?: string;
}) {
  const closed: string[] = [];
  const socket = { writableLength: unwritten, destroy: () => void closed.push('closed') };
  const controller = { abort: () => undefined } as unknown as Dispatcher.DispatchController;
  const dispatcher = {
    // As undici's dispatchers call it.
    dispatch(_options: object, handler: Exchange): boolean {
      handler.onRequestStart(controller);
      channel('undici:client:sendHeaders').publish({ socket, headers: head });
      handler.onResponseStart(controller, 200, {});
      handler.onResponseData(controller, Buffer.from('yes'));
      handler.onResponseEnd();
      return true;
    },
  };
  const limits = { origin: 'https://sms.example.com', attempt: 60_000, maxAnswerBytes: 1000 };
  const exchange = new Exchange({ dispatcher, reportsStart: true }, limits);
  exchange.begin(PATH, { headers: {}, body: Buffer.alloc(size) }, () => undefined);
  expect(exchange.answer?.body.toString()).toBe('yes');
  return { exchange, closed };
}

describe('the connection of a request that was not written out when its answer came', () => {
  it('is closed if the request has more than 16 KB', () => {
    expect(answered({ size: 16_385 }).closed).toEqual(['closed']);
    expect(answered({ size: 16_385, unwritten: 0 }).closed).toEqual([]);
  });

  it('stays open if the request has 16 KB or less, which every system takes at once', () => {
    expect(answered({ size: 16_384 }).closed).toEqual([]);
  });
});

it('a socket that undici reports for another request is not closed', () => {
  const { exchange, closed } = answered({ size: 20_000, head: 'POST /other HTTP/1.1\r\n' });
  exchange.close(true);
  expect(closed).toEqual([]);
});
