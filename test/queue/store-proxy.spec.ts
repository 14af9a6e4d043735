import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { afterThisTest } from '../support/clean-up.js';
import { eventually } from '../support/eventually.js';
import { openProxy } from './store-proxy.mjs';
import { freePort } from './stores.mjs';

/** A proxy of a store that repeats what it is told. */
async function openEcho() {
  let heard = '';
  let ended = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('close', () => (ended += 1));
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString();
      socket.write(chunk);
    });
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const proxy = await openProxy(`redis://127.0.0.1:${port}`);
  afterThisTest(async () => {
    await proxy.close();
    server.close();
  });
  return { proxy, heard: () => heard, ended: () => ended };
}

async function open(url: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  afterThisTest(() => socket.destroy());
  let answered = '';
  let isClosed = false;
  socket.on('error', () => undefined);
  socket.on('close', () => (isClosed = true));
  socket.on('data', (chunk: Buffer) => (answered += chunk.toString()));
  await once(socket, 'connect');
  return {
    socket,
    answered: () => answered,
    isClosed: () => isClosed,
    async echo(text: string) {
      socket.write(text);
      await eventually(() => answered.endsWith(text));
    },
  };
}

describe('the proxy of a store', () => {
  it('lets some connections stay silent, their ends too, while others work', async () => {
    const { proxy, heard, ended } = await openEcho();
    const silent = await open(proxy.url);
    await silent.echo('LISTEN');
    const other = await open(proxy.url);
    proxy.silence((said) => said.includes('LISTEN'));
    silent.socket.write('lost');
    silent.socket.end();
    await other.echo('works');
    expect(heard()).toBe('LISTENworks');
    expect(silent.answered()).toBe('LISTEN');
    expect(ended()).toBe(0);
  });

  it('lets new connections stay silent until it is healed', async () => {
    const { proxy, heard } = await openEcho();
    proxy.silenceAll();
    const silent = await open(proxy.url);
    silent.socket.write('lost');
    proxy.heal();
    await (await open(proxy.url)).echo('works');
    expect(heard()).toBe('works');
  });

  it('loses answers, but not requests', async () => {
    const { proxy, heard } = await openEcho();
    const { socket, answered, echo } = await open(proxy.url);
    await echo('first');
    proxy.loseAnswers();
    socket.write(' second');
    await eventually(() => heard() === 'first second');
    await (await open(proxy.url)).echo('third');
    expect(answered()).toBe('first');
  });

  it('delays in order, and cuts', async () => {
    const { proxy, heard, ended } = await openEcho();
    const { socket, isClosed, echo } = await open(proxy.url);
    await echo('a');
    proxy.delay(50);
    socket.write('b');
    proxy.heal();
    await echo('c');
    expect(heard()).toBe('abc');
    proxy.cut();
    await eventually(() => isClosed() && ended() === 1);
    expect(proxy.connections).toBe(0);
  });
});
