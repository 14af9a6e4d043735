// `npm run bench`: every variant in fresh processes, shuffled each round, against servers in processes
// of their own. Ratios are made within a round, where the machine is the same.
//
//   --rounds N   default 7        --quick   one short round        --json FILE   the raw figures too
//   --seed N     an order of the variants again
//   --vs COMMIT  the earlier commit to compare with, in the same run
import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { argumentsOf } from './arguments.mjs';
import { openCases } from './cases.mjs';
import { buildEarlier, EARLIER } from './earlier.mjs';
import { startServer } from './gateway.mjs';
import { describe, machine } from './machine.mjs';
import { report } from './report.mjs';
import { randomOf, shuffled } from './shuffle.mjs';
import { VARIANTS } from './variants.mjs';

const values = argumentsOf(import.meta.url, {
  rounds: { type: 'string' },
  quick: { type: 'boolean', default: false },
  json: { type: 'string' },
  seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  vs: { type: 'string', default: EARLIER },
});
const rounds = Number(values.rounds ?? (values.quick ? 1 : 7));
const seed = Number(values.seed);
if (!(Number.isInteger(rounds) && rounds > 0 && Number.isInteger(seed))) {
  throw new Error('--rounds and --seed are whole numbers, --rounds at least 1');
}

const file = (name) => fileURLToPath(new URL(name, import.meta.url));

// Some clients would go to a proxy that the environment names, even for this machine.
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/_proxy$/i.test(name))),
  NODE_EXTRA_CA_CERTS: file('../test/faults/tls/cert.pem'),
};

const about = machine('bench');
const { cases, stop } = await openCases(startServer, values.quick ? 0.1 : 1);
const warmUp = values.quick ? 300 : 6000;
const earlier = buildEarlier(values.vs);
const variants = {
  ...VARIANTS,
  ...(earlier && { earlier: `\`SmsService.send\` of ${values.vs}` }),
};
if (!earlier) process.stderr.write(`This clone has no commit ${values.vs} to compare with.\n`);
const figures = Object.fromEntries(Object.keys(variants).map((variant) => [variant, []]));
const random = randomOf(seed);
for (let round = 1; round <= rounds; round += 1) {
  for (const variant of shuffled(Object.keys(variants), random)) {
    process.stderr.write(`round ${round} of ${rounds}: ${variant}\n`);
    const work = JSON.stringify({ variant, cases, warmUp, earlier });
    const { stdout } = await promisify(execFile)(process.execPath, [file('client.mjs'), work], {
      env,
      maxBuffer: 1 << 24,
    });
    figures[variant].push(JSON.parse(stdout));
  }
}
stop();
if (earlier) rmSync(earlier, { recursive: true });

const short = values.quick ? ' Too short a run to judge by: the engine is still warming up.' : '';
process.stdout.write(
  `${describe(about)}\n${rounds} round(s), seed ${seed}; medians, with the least and the most beside.${short}\n\n${report(cases, figures, variants)}\n`,
);
if (values.json) {
  writeFileSync(
    values.json,
    JSON.stringify({ machine: about, rounds, seed, cases, figures }, undefined, 2),
  );
}
