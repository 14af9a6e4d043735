// The other side of the soak: the simulator with its dice loaded, and a count of what it took.
import { setTimeout as sleep } from 'node:timers/promises';
import { GatewaySimulator } from 'nestjs-sms-gateway/simulator';

const account = { userId: 'soak', password: 'soak-password' };
const gateway = await GatewaySimulator.start({
  ...account,
  seed: Number(process.argv[2] ?? 1),
  tokenTtl: 5,
  keep: 20_000,
});
const { faults } = gateway;
for (const [fault, probability, options] of [
  ['accept-then-drop', 0.01],
  ['drop', 0.01],
  ['reset', 0.01],
  ['reset', 0.01, { accept: true }],
  ['stall', 0.001],
  ['slow', 0.01, { latency: 20, jitter: 100 }],
  ['drip', 0.002, { interval: 1, bytes: 16 }],
  ['429', 0.01, { retryAfter: 0 }],
  ['502', 0.01],
  ['503-html', 0.005],
  ['200-html', 0.005],
  ['bad-json', 0.005],
  ['refuse', 0.01],
  ['expire-token', 0.002],
  ['503-html', 0.05, { on: 'login' }],
  ['reset', 0.05, { on: 'login' }],
]) {
  faults.chance(fault, probability, options);
}

const taken = new Map();
let last = '';

// The inbox keeps a limited number of messages, so they are counted as they come.
function count() {
  const { messages } = gateway;
  for (let at = messages.length - 1; at >= 0 && messages[at].id > last; at -= 1) {
    const { text } = messages[at];
    taken.set(text, (taken.get(text) ?? 0) + 1);
  }
  last = messages.at(-1)?.id ?? last;
}

const counting = setInterval(count, 100);
process.on('message', (question) => void answer(question));

async function answer(question) {
  if (question === 'taken') {
    // A request that was cut off on the other side may still be on its way in.
    await sleep(200);
    count();
    process.send({ taken: [...taken], connections: connections() });
    taken.clear();
    return;
  }
  clearInterval(counting);
  await sleep(200);
  process.send({ connections: connections() });
  await gateway.close();
  process.disconnect();
}

// Counted on this side, because the other one hides its idle sockets from Node's own list.
function connections() {
  return process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
}

process.send({ url: gateway.url, account });
