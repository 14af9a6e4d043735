import { SmsGatewayError } from '../../lib/index.js';
import type { GatewayAnswer } from '../../lib/core/protocol/gateway-answer.js';
import { Deadline, outgoing } from '../../lib/core/deadline/deadline.js';
import {
  GatewayTransport,
  type TransportOptions,
} from '../../lib/core/transport/gateway-transport.js';
import { loadUndici } from '../../lib/core/transport/load-undici.js';
import { answer } from '../faults/answers.js';
import { DeafPort } from '../faults/deaf-port.js';
import { RawGateway, type Script } from '../faults/raw-gateway.js';
import { afterThisTest } from '../support/clean-up.js';
import { eventually, Latch } from '../support/eventually.js';
import { GENEROUS } from '../support/account.js';

function open(
  baseUrl: string,
  maxConnections: number,
  dispatcher?: TransportOptions['dispatcher'],
): GatewayTransport {
  const transport = new GatewayTransport({
    baseUrl,
    dispatcher,
    maxConnections,
    maxAnswerBytes: 1000,
    timeout: { connect: GENEROUS },
  });
  afterThisTest(() => transport.close());
  return transport;
}

const listen = (script: Script) => RawGateway.listen({ script });

/** A request whose answer is not trusted. */
const ENDED = outgoing(new Deadline({ total: 1, attempt: 1 }));
ENDED.deadline.dispose();

/** Posts a text. */
function post(transport: GatewayTransport, text: string): Promise<GatewayAnswer | SmsGatewayError> {
  const deadline = new Deadline({ total: GENEROUS, attempt: GENEROUS });
  const request = { path: '/SMSApi/send', headers: {}, body: Buffer.from(text) } as const;
  return transport.post(request, outgoing(deadline)).finally(() => deadline.dispose());
}

/** The body of the answer, or the code of the error. */
async function answerTo(transport: GatewayTransport, text: string): Promise<string> {
  const ended = await post(transport, text);
  return ended instanceof SmsGatewayError ? ended.code : ended.body.toString();
}

describe('the connection of an answer', () => {
  it('that is distrusted brings no more answers, so that an extra one cannot shift the next ones', async () => {
    const gateway = await listen(async (conversation) => {
      const first = await conversation.readRequest();
      await conversation.write(answer(first.body));
      // The second answer to the first request comes once there is another one.
      await conversation.awaitRequest();
      await conversation.write(answer(first.body));
      for (;;) {
        const { body } = await conversation.readRequest();
        await conversation.write(answer(body));
      }
    });
    const transport = open(gateway.url, 1);
    expect(await answerTo(transport, 'one')).toBe('one');
    expect(await answerTo(transport, 'two')).toBe('one');
    transport.distrust(ENDED, true);
    expect(await answerTo(transport, 'three')).toBe('three');
    expect(gateway.accepted).toBe(2);
  });

  it('is closed while others are in use, which end as usual', async () => {
    const held = new Latch();
    const gateway = await listen(async (conversation) => {
      const { body } = await conversation.readRequest();
      if (String(body) === 'under way') await held.opened;
      await conversation.write(answer(body));
      await conversation.stall();
    });
    const transport = open(gateway.url, 3);
    const underWay = answerTo(transport, 'under way');
    expect(await answerTo(transport, 'done')).toBe('done');
    transport.distrust(ENDED, true);
    await eventually(() => gateway.openConnections === 1);
    held.open();
    expect(await underWay).toBe('under way');
  });

  it.each(['own', 'given'])(
    'is the only one closed if the answer came before the request was written out, on %s connections',
    async (whose) => {
      const answered = new Latch();
      const gateway = await listen(async (conversation) => {
        // It reads nothing yet, so that most of the request stays unwritten.
        await conversation.write(answer('early'));
        await answered.opened;
        await conversation.closed;
      });
      const { Pool } = await loadUndici();
      const pool = new Pool(gateway.url, { connections: 1 });
      afterThisTest(() => pool.destroy());
      const transport = open(gateway.url, 1, whose === 'given' ? pool : undefined);
      expect(await answerTo(transport, 'x'.repeat(20_000_000))).toBe('early');
      gateway.script = async (conversation) => {
        for (;;) {
          await conversation.readRequest();
          await conversation.write(answer('in time'));
        }
      };
      answered.open();
      expect(await answerTo(transport, 'short')).toBe('in time');
      expect(await answerTo(transport, 'short')).toBe('in time');
      expect(gateway.accepted).toBe(2);
    },
  );
});

/** An address at which connections never open completely. */
interface Place {
  readonly url: string;
  /** How many of the process's sockets are the place's. */
  readonly accepted: () => number;
}

/** The system answers no attempt to connect; undefined if it does. */
async function deafPlace(): Promise<Place | undefined> {
  const deaf = await DeafPort.open();
  if (!deaf) return undefined;
  afterThisTest(() => deaf.close());
  return { url: `http://127.0.0.1:${deaf.port}`, accepted: () => 0 };
}

/** TCP connections are accepted, and TLS handshakes are not answered. */
async function silentPlace(): Promise<Place> {
  const gateway = await RawGateway.listen({ tls: true, onSocket: () => undefined });
  return { url: gateway.url, accepted: () => gateway.openConnections };
}

describe('a transport that is closed', () => {
  it.each([
    ['TCP connection', deafPlace],
    ['TLS handshake', silentPlace],
  ])('leaves no %s under way', async (_what, find) => {
    const place = await find();
    if (!place) return;
    const sockets = () =>
      process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length -
      place.accepted();
    const transport = open(place.url, 5);
    // Otherwise the sends wait for it, and sockets of earlier tests close meanwhile.
    await loadUndici();
    const before = sockets();
    const ends = Array.from({ length: 5 }, (_, index) => answerTo(transport, `${index}`));
    await eventually(() => sockets() === before + 5);
    await transport.close();
    expect(sockets()).toBe(before);
    expect(await Promise.all(ends)).toEqual(Array(5).fill('connection-failed'));
  });
});

it('turns off the deadlines, retries and redirects of the dispatcher', async () => {
  const asked: object[] = [];
  const dispatcher = {
    dispatch: (options: object): boolean => {
      asked.push(options);
      throw new Error('not sent');
    },
  };
  const transport = new GatewayTransport({
    baseUrl: 'https://sms.example.com',
    dispatcher,
    maxConnections: 1,
    maxAnswerBytes: 1000,
    timeout: { connect: GENEROUS },
  });
  expect(await answerTo(transport, 'x')).toBe('request-failed');
  expect(asked).toMatchObject([
    { headersTimeout: 0, bodyTimeout: 0, maxRedirections: 0, retryOptions: { maxRetries: 0 } },
  ]);
});
