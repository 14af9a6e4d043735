// One variant in a process of its own: warms up, then measures each case. Writes JSON to its parent.
import { writeSync } from 'node:fs';

const { variant, cases } = JSON.parse(process.argv[2]);
const { open } = await import(`./variants/${variant}.mjs`);

async function sendAll(client, from, count, concurrency, latencies) {
  let next = from;
  const end = from + count;
  const worker = async () => {
    while (next < end) {
      const index = next++;
      const began = performance.now();
      await client.send(index);
      latencies?.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

async function countOf(url) {
  const { accepted } = await (await fetch(`${url}/count`)).json();
  return accepted;
}

const results = [];
for (const { name, url, concurrency, sends } of cases) {
  const before = await countOf(url);
  const client = await open(url);
  const warmUp = Math.ceil(sends / 4);
  await sendAll(client, 0, warmUp, concurrency);
  const latencies = [];
  const cpu = process.cpuUsage();
  const began = performance.now();
  await sendAll(client, warmUp, sends, concurrency, latencies);
  const elapsed = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  await client.close();
  const counted = (await countOf(url)) - before;
  if (counted !== warmUp + sends)
    throw new Error(`${variant}: ${counted} arrived of ${warmUp + sends}`);
  latencies.sort((a, b) => a - b);
  results.push({
    case: name,
    cpu: (user + system) / sends,
    rate: (sends / elapsed) * 1000,
    p50: latencies[Math.floor(sends * 0.5)],
    p99: latencies[Math.floor(sends * 0.99)],
  });
}
writeSync(1, JSON.stringify(results));
process.exit(0);
