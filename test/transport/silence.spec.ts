import { jest } from '@jest/globals';
import * as undici from 'undici';
import { GatewayAnswer } from '../../lib/core/protocol/gateway-answer.js';
import { Connections } from '../../lib/core/transport/connections.js';
import { afterThisTest } from '../support/clean-up.js';
import { type OwnClock, stopClocks } from '../support/clock.js';

const OPTIONS = { maxConnections: 4, timeout: { connect: 5000 } };
const CLOCKS: OwnClock[] = ['Date', 'performance'];

/** Connections of which none is opened, because nothing is sent. */
function open(from: ConstructorParameters<typeof Connections>[0] = undici) {
  const connections = new Connections(from, 'http://127.0.0.1:9', OPTIONS);
  afterThisTest(() => connections.close());
  return connections;
}

const answer = (keepAlive?: string) =>
  new GatewayAnswer(200, { 'keep-alive': keepAlive }, Buffer.alloc(0));

describe.each(CLOCKS)('after a silence by the clock %s', (clock) => {
  it.each([
    [undefined, 4000],
    ['timeout=5', 3000],
    ['timeout=65, max=100', 63_000],
    ['max=100', 4000],
    // undici closes these after the answer.
    ['timeout=2', 4000],
    ['timeout=0', 4000],
  ])('connections with the Keep-Alive %j are replaced beyond %d ms', (keepAlive, ms) => {
    const clocks = stopClocks();
    const connections = open();
    const { dispatcher } = connections;
    connections.answered(answer(keepAlive));
    clocks.jump(ms, clock);
    expect(connections.dispatcher).toBe(dispatcher);
    clocks.jump(ms + 1, clock);
    expect(connections.dispatcher).not.toBe(dispatcher);
  });

  it('that an answer ends, connections are replaced as well', () => {
    const clocks = stopClocks();
    const connections = open();
    const { dispatcher } = connections;
    clocks.jump(4001, clock);
    connections.answered(answer());
    expect(connections.dispatcher).not.toBe(dispatcher);
  });
});

it('are kept while requests are started or answered', () => {
  const clocks = stopClocks();
  const connections = open();
  const { dispatcher } = connections;
  for (let count = 0; count < 5; count += 1) {
    clocks.jump(4000, ...CLOCKS);
    expect(connections.dispatcher).toBe(dispatcher);
    clocks.jump(4000, ...CLOCKS);
    connections.answered(answer());
  }
});

it('new ones resume the TLS sessions of the old ones', () => {
  const clocks = stopClocks();
  const buildConnector = jest.fn(undici.buildConnector);
  const connections = open({ Pool: undici.Pool, buildConnector });
  const { dispatcher } = connections;
  clocks.jump(4001, 'Date');
  expect(connections.dispatcher).not.toBe(dispatcher);
  expect(buildConnector).toHaveBeenCalledTimes(1);
});

it('the last Keep-Alive counts', () => {
  const clocks = stopClocks();
  const connections = open();
  const { dispatcher } = connections;
  connections.answered(answer('timeout=65'));
  connections.answered(answer());
  clocks.jump(4001, 'Date');
  expect(connections.dispatcher).not.toBe(dispatcher);
});

it('a clock that was set back hides no silence', () => {
  const clocks = stopClocks();
  const connections = open();
  const { dispatcher } = connections;
  clocks.jump(-3_600_000, 'Date');
  expect(connections.dispatcher).toBe(dispatcher);
  clocks.jump(4001, 'performance');
  expect(connections.dispatcher).not.toBe(dispatcher);
});
