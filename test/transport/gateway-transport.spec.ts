import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ReceivedAnswer } from '../../lib/transport/exchange.js';
import { GatewayTransport, type TransportOptions } from '../../lib/transport/gateway-transport.js';
import { loadUndici } from '../../lib/transport/load-undici.js';
import { SendScope } from '../../lib/transport/send-scope.js';
import { answer } from '../faults/answers.js';
import type { Conversation } from '../faults/conversation.js';
import { DeafPort } from '../faults/deaf-port.js';
import { GENEROUS } from '../faults/harness.js';
import { CERTIFICATE, KEY, RawGateway } from '../faults/raw-gateway.js';
import { afterThisTest } from '../support/clean-up.js';
import { eventually, Latch } from '../support/eventually.js';

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
    timeout: { connect: GENEROUS, attempt: GENEROUS },
  });
  afterThisTest(() => transport.close());
  return transport;
}

async function listen(script?: (conversation: Conversation) => Promise<void>) {
  const gateway = await RawGateway.listen(script && { script });
  afterThisTest(() => gateway.close());
  return gateway;
}

/** Posts a text. */
function post(transport: GatewayTransport, text: string): Promise<ReceivedAnswer> {
  const scope = new SendScope(GENEROUS);
  const request = { path: '/SMSApi/send', headers: {}, body: Buffer.from(text) } as const;
  return transport.post(request, scope).finally(() => scope.dispose());
}

async function answerTo(transport: GatewayTransport, text: string): Promise<string> {
  return (await post(transport, text)).body.toString();
}

describe('the connection of an answer', () => {
  it('that is closed brings no more answers, so that an extra one cannot shift the next ones', async () => {
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
    const late = await post(transport, 'two');
    expect(late.body.toString()).toBe('one');
    late.connection?.close(true);
    expect(await answerTo(transport, 'three')).toBe('three');
    expect(gateway.accepted).toBe(2);
  });

  it('can be closed while others are in use', async () => {
    const held = new Latch();
    const gateway = await listen(async (conversation) => {
      const { body } = await conversation.readRequest();
      if (String(body) === 'under way') await held.opened;
      await conversation.write(answer(body));
      await conversation.stall();
    });
    const transport = open(gateway.url, 3);
    const underWay = answerTo(transport, 'under way');
    const done = await post(transport, 'done');
    done.connection?.close(true);
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

  it('stays open over TLS, which reports a request as written out only after the answer', async () => {
    const server = new Worker(TLS_SERVER, {
      eval: true,
      workerData: { key: KEY, cert: CERTIFICATE },
    });
    afterThisTest(() => server.terminate());
    const [port] = await once(server, 'message');
    const { Agent } = await loadUndici();
    const dispatcher = new Agent({ connections: 2, connect: { ca: CERTIFICATE } });
    afterThisTest(() => dispatcher.destroy());
    const transport = open(`https://localhost:${port}`, 2, dispatcher);
    const texts = Array.from({ length: 2000 }, (_, index) => `text ${index}`);
    const answers = await Promise.all(texts.map((text) => answerTo(transport, text)));
    // The server answers with how many connections it has had.
    expect(Math.max(...answers.map(Number))).toBeLessThanOrEqual(2);
  });
});

/** Runs in its own thread, so that answers arrive before the client learns that its request was written. */
const TLS_SERVER = `
  const { createServer } = require('node:https');
  const { parentPort, workerData } = require('node:worker_threads');
  let connections = 0;
  const server = createServer(workerData, (request, response) => {
    request.resume().on('end', () => response.end(String(connections)));
  });
  server.on('secureConnection', () => { connections += 1; });
  server.listen(0, () => parentPort.postMessage(server.address().port));
`;

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
  afterThisTest(() => gateway.close());
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
    const ends = Array.from({ length: 5 }, (_, index) =>
      post(transport, `${index}`).catch(({ code }: { code: string }) => code),
    );
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
    timeout: { connect: GENEROUS, attempt: GENEROUS },
  });
  await expect(post(transport, 'x')).rejects.toMatchObject({ code: 'request-failed' });
  expect(asked).toMatchObject([
    { headersTimeout: 0, bodyTimeout: 0, maxRedirections: 0, retryOptions: { maxRetries: 0 } },
  ]);
});
