// A TCP proxy between a queue and its store, with the faults of a network.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** How much is kept of what a client said, in characters. */
const KEPT = 65_536;

const any = () => true;
const ignore = () => undefined;

const targetOf = ({ hostname: host, port }) => ({
  host,
  port: Number(port),
  noDelay: true,
  allowHalfOpen: true,
});

export async function openProxy(storeUrl) {
  const url = new URL(storeUrl);
  let target = targetOf(url);
  const links = new Set();
  const sockets = new Set();
  let delay = 0;
  let cutsNew = false;

  const server = createServer({ noDelay: true, allowHalfOpen: true }, (client) => {
    const link = { client, store: connect(target), said: '', fault: undefined };
    links.add(link);
    if (cutsNew) {
      client.destroy();
      link.store.destroy();
    }
    client.on('data', (chunk) => (link.said = (link.said + chunk.toString('latin1')).slice(-KEPT)));
    for (const event of ['end', 'close']) client.on(event, () => links.delete(link));
    forward(client, link.store, () => link.fault !== 'silent');
    forward(link.store, client, () => link.fault === undefined);
  });

  /** Reads in any case, so that the kernel acknowledges what arrives. */
  function forward(from, to, isOpen) {
    sockets.add(from);
    let last = Promise.resolve();
    const passInTurn = async (work, due, before) => {
      await before;
      const left = due - performance.now();
      if (left > 0) await sleep(left);
      if (isOpen()) work();
    };
    const pass = (work) => {
      last = passInTurn(work, performance.now() + delay, last);
    };
    from.on('error', ignore);
    from.on('data', (chunk) => pass(() => to.write(chunk)));
    from.on('end', () => pass(() => to.end()));
    from.on('close', () => {
      sockets.delete(from);
      pass(() => to.destroy());
    });
  }

  const find = (which) => [...links].filter(({ said }) => which(said));

  function fail(fault, which) {
    const found = find(which);
    for (const link of found) link.fault = fault;
    return found.length;
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url.host = `127.0.0.1:${server.address().port}`;
  return {
    url: url.href,
    silence: (which = any) => fail('silent', which),
    loseAnswers: (which = any) => fail('deaf', which),
    delay(ms) {
      delay = ms;
    },
    cut(which = any) {
      const found = find(which);
      for (const { client, store } of found) {
        client.destroy();
        store.destroy();
      }
      return found.length;
    },
    cutAll() {
      this.cut();
      cutsNew = true;
    },
    leadTo(other) {
      target = targetOf(new URL(other));
    },
    heal() {
      delay = 0;
      cutsNew = false;
    },
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
