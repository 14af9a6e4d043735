import { markOf } from './dice.js';
import type { AccountPlan, Operation, Program } from './program.js';

/** What every account of a program has unless it says otherwise. */
const USUAL: AccountPlan = {
  method: 'password',
  lifetime: 3_600_000,
  timeZone: 'UTC',
  scheme: undefined,
  cooldown: 1000,
  hasStore: false,
  attempts: 3,
  base: 100,
  budget: 500,
  breaker: false,
  rateLimit: undefined,
  maxConcurrency: undefined,
  attempt: 1000,
  total: 3000,
  refusedCodes: false,
  ownStrategy: false,
  secret: 'ready',
  ahead: 0,
  http: 'none',
};

const USUALLY: ReadonlySet<unknown> = new Set(['none', 'all', 'long', false]);

/** A program as a few lines that read like a test. */
export function print(program: Program): string {
  const { seed, weather, accounts, shared, operations } = program;
  const { trouble, outages, slowest } = weather;
  const lines = [
    `world of seed ${seed}: ${trouble} % of requests in trouble, answers within ${slowest} ms`,
    ...outages.map(({ from, length, kind }) => `  from ${from} to ${from + length} ms: ${kind}`),
    ...accounts.map((account, index) => `account ${index + 1}: ${unusual(account)}`),
    ...(accounts.length > 1 ? ['sends through a failover of them'] : []),
    ...Object.entries(shared)
      .filter(([, value]) => !USUALLY.has(value))
      .map(([name, value]) => `${name}: ${value}`),
    ...operations.map((operation) => line(seed, operation)),
  ];
  return lines.map((each) => `  ${each}`).join('\n');
}

function unusual(account: AccountPlan): string {
  const found = Object.entries(account).filter(
    ([name, value]) =>
      name === 'method' ||
      JSON.stringify(value) !== JSON.stringify(Reflect.get(USUAL, name) as unknown),
  );
  return found.map(([name, value]) => `${name} ${JSON.stringify(value)}`).join(', ');
}

function line(seed: number, { id, wait, kind, ...rest }: Operation): string {
  const after = wait > 0 ? `after ${wait} ms: ` : '';
  const facts = Object.entries(rest).filter(([, value]) => value !== undefined && value !== false);
  const given = facts.map(([name, value]) => `${name}: ${String(value)}`).join(', ');
  const text = kind === 'send' || kind === 'broadcast' ? `'${markOf(seed, 'text', id, 0)}', ` : '';
  return `${after}${kind}(${text}${given})`;
}
