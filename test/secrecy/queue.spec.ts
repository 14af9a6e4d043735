import { Redis } from 'ioredis';
import pg from 'pg';
import type { SmsQueue } from '../../lib/extras/queue/index.js';
import { describeStores } from '../queue/describe-stores.js';
import {
  counted,
  KEY,
  openWithGateway,
  outcomeOf,
  type QueueAppOptions,
  reaches,
} from '../queue/open-queue.js';
import { startStore, type TestStore } from '../queue/stores.mjs';
import { afterThisTest } from '../support/clean-up.js';
import { formsOf } from '../support/leaks.js';
import { acceptance, type Answering, rejection } from '../support/scripted-gateway.js';

const NUMBERS = ['919876543210', '447700900123'];
// Long enough that no id or time holds it by chance.
const CODE = '4829137745';
const TEXT = `canary-${CODE} your code is ${CODE}`;
const SECOND_KEY = '5e'.repeat(32);
const KEYS = [KEY, SECOND_KEY];
const SECRETS = [
  ...[...NUMBERS, 'canary', CODE, ...KEYS].flatMap(formsOf),
  ...KEYS.map((key) => Buffer.from(key, 'hex').toString('base64').replace(/=+$/, '')),
];

/** Everything that Redis holds: the bytes of all keys and values, whatever their type. */
async function dumpRedis(url: string): Promise<string> {
  const redis = new Redis(url);
  const readers: Record<string, (key: string) => Promise<unknown>> = {
    string: (key) => redis.get(key),
    hash: (key) => redis.hgetall(key),
    list: (key) => redis.lrange(key, 0, -1),
    set: (key) => redis.smembers(key),
    zset: (key) => redis.zrange(key, '0', '-1'),
    stream: (key) => redis.xrange(key, '-', '+'),
    // It ended after it was listed.
    none: async () => undefined,
  };
  try {
    const dumped = (await redis.keys('*')).map(async (key) => {
      const type = await redis.type(key);
      const read = readers[type];
      if (!read) throw new Error(`This test cannot read a ${type}`);
      return [key, await read(key)];
    });
    return JSON.stringify(await Promise.all(dumped));
  } finally {
    redis.disconnect();
  }
}

/** Every row of every table that is not PostgreSQL's own, as text. */
async function dumpPostgres(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    let dump = '';
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`);
      dump += `${name}\n${rows.map(({ row }) => row).join('\n')}\n`;
    }
    return dump;
  } finally {
    await client.end();
  }
}

const send: Answering = ({ fields }) => {
  const text = fields['msg'] ?? '';
  if (text.endsWith('no')) return rejection('203', `No ${TEXT} to ${NUMBERS[0]}`);
  if (text.includes('unknown')) return { status: 500, body: text };
  return text.endsWith('later') ? { status: 429 } : acceptance();
};

/** Queues a message of every kind, and waits until each has got as far as it will. */
async function useEverything(queue: SmsQueue): Promise<void> {
  const to = NUMBERS[0]!;
  const add = async (what: string) =>
    (await queue.add({ to, text: `${TEXT} ${what}` }, { key: `${what} ${to}` })).id;
  const done = (id: string) => outcomeOf(queue, id);
  await done(await add('yes'));
  await done(await add('no'));
  const [settled, resent, unknown] = [
    await add('unknown 1'),
    await add('unknown 2'),
    await add('unknown 3'),
  ];
  await Promise.all([settled, resent, unknown].map(done));
  await queue.settle(settled, 'accepted');
  await queue.resend(resent);
  await counted(queue, (counts) => counts.unknown === 2 && counts.sending + counts.waiting === 0);
  await reaches(queue, await add('later'), 'delayed');
  await queue.broadcast({ text: TEXT }, NUMBERS, { delay: 60_000, key: ([first = '']) => first });
  await queue.pause();
  await add('waiting');
}

describeStores('what %s holds', (name) => {
  let store: TestStore;
  const dump = () => (name === 'Redis' ? dumpRedis(store.url) : dumpPostgres(store.url));

  beforeEach(async () => {
    store = await startStore(name);
    afterThisTest(() => store.close());
  }, 120_000);

  async function open(options: Partial<QueueAppOptions>) {
    const lines: string[] = [];
    const keep = (line: unknown) => void lines.push(String(line));
    const logger = { log: keep, warn: keep, error: keep };
    const app = await openWithGateway(store, { send }, { logger, ...options });
    return { ...app, lines };
  }

  it('shows no number, text or key, whatever happened to the messages', async () => {
    const { queue, lines } = await open({ encryptionKeys: KEYS });
    await useEverything(queue);
    const held = await dump();
    // The gateway's words, which are masked, are encrypted as well.
    const to = NUMBERS[0]!;
    const { id } = await queue.add({ to, text: `${TEXT} no` }, { key: `no ${to}` });
    expect((await queue.outcome(id))?.reason).toContain('No ••••••');
    expect(held).not.toContain('No ••••••');
    const shown = held + lines.join('\n');
    expect(SECRETS.filter((secret) => shown.includes(secret))).toEqual([]);
    expect(lines.join('\n')).not.toContain('encryptionKeys');
  });

  it('shows numbers and texts without encryptionKeys, and a warning at start says so', async () => {
    const { queue, lines } = await open({ encryptionKeys: undefined, worker: false });
    await queue.add({ to: NUMBERS[0]!, text: TEXT });
    const held = await dump();
    expect(held).toContain(NUMBERS[0]);
    expect(held).toContain(TEXT);
    expect(lines.filter((line) => line.includes('encryptionKeys is not set'))).toHaveLength(1);
  });
});
