// One variant in a separate process: warms up, then measures each case. Writes JSON to its parent.
import { writeSync } from 'node:fs';
import { countOf } from './gateway.mjs';

const { variant, cases, warmUp, earlier } = JSON.parse(process.argv[2]);
const { open } = await import(
  variant === 'earlier' ? `${earlier}/bench/variants/ours.mjs` : `./variants/${variant}.mjs`
);

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

async function measure({ name, url, concurrency, sends }, unmeasured) {
  const before = await countOf(url);
  const client = await open(url);
  await sendAll(client, 0, unmeasured, concurrency);
  const latencies = [];
  const cpu = process.cpuUsage();
  const began = performance.now();
  await sendAll(client, unmeasured, sends, concurrency, latencies);
  const elapsed = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  await client.close();
  const counted = (await countOf(url)) - before;
  if (counted !== unmeasured + sends)
    throw new Error(`${variant}, ${name}: ${counted} arrived of ${unmeasured + sends}`);
  latencies.sort((a, b) => a - b);
  return {
    case: name,
    cpu: (user + system) / sends,
    rate: (sends / elapsed) * 1000,
    p50: latencies[Math.floor(sends * 0.5)],
    p99: latencies[Math.floor(sends * 0.99)],
  };
}

// The engine compiles for some 6,000 sends; the first case would pay for it, and those with more code more.
await measure({ ...cases[0], concurrency: 50, sends: 1 }, warmUp);
const results = [];
for (const one of cases) results.push(await measure(one, Math.ceil(one.sends / 4)));
writeSync(1, JSON.stringify(results));
process.exit(0);
