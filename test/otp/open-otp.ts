import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import type { DynamicModule, LoggerService } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { Redis } from 'ioredis';
import pg from 'pg';
import { SmsGatewayModule, type SmsGatewayModuleOptions } from '../../lib/index.js';
import {
  getSmsOtpToken,
  memoryOtpStore,
  otpSchema,
  postgresOtpStore,
  redisOtpStore,
  type SmsOtp,
  SmsOtpModule,
  type SmsOtpModuleOptions,
  type SmsOtpStore,
} from '../../lib/extras/otp/index.js';
import { GatewaySimulator } from '../../simulator/index.js';
import { describeStores, storeForTests } from '../queue/describe-stores.js';
import { afterThisTest } from '../support/clean-up.js';
import { SILENT } from '../support/keep-log.js';

export const NUMBER = '919876543210';
export const [KEY, OTHER_KEY] = ['a1', 'b2'].map((pair) => pair.repeat(32)) as [string, string];

const ACCOUNT = { userId: 'acme', password: 'secret-pass' };

/** A store under test, and everything that is in it as a text. */
export interface OtpStoreUnderTest {
  readonly store: SmsOtpStore;
  /**
   * Keeps the store from changing this entry, until the function that it returns is called. Undefined where
   * nothing can.
   */
  readonly block?: (key: string) => Promise<() => Promise<unknown>>;
  dump(): Promise<string>;
}

/** Lets the test move the store's clock, and make its steps fail. */
export class TestStore implements SmsOtpStore {
  /** ms by which its clock is ahead. */
  ahead = 0;
  /** How many more steps it does before it fails; and whether a failed step was done all the same. */
  failsAfter = Infinity;
  losesAnswers = false;
  /** Whether each change is made twice, as by a client that repeats what it got no answer to. */
  repeats = false;
  /** The keys that it was asked to change. */
  readonly written = new Set<string>();
  /** How many reads and swaps were started. */
  asked = 0;
  lastSwap: Promise<boolean> | undefined;
  /** What each swap waits for, and what is called when it waits. */
  held: Promise<void> | undefined;
  onHeld: (() => void) | undefined;

  constructor(private readonly store: SmsOtpStore) {}

  async read(key: string) {
    this.asked += 1;
    return this.step(async () => {
      const { value, now } = await this.store.read(key);
      return { value, now: now + this.ahead };
    });
  }

  swap(...given: Parameters<SmsOtpStore['swap']>) {
    this.lastSwap = this.swapLater(...given);
    return this.lastSwap;
  }

  private async swapLater(
    ...[key, before, after, ttl, until = Infinity]: Parameters<SmsOtpStore['swap']>
  ) {
    this.asked += 1;
    this.written.add(key);
    this.onHeld?.();
    await this.held;
    const swap = () => this.store.swap(key, before, after, ttl, until - this.ahead);
    if (this.repeats) await swap();
    return this.step(swap);
  }

  private async step<T>(work: () => Promise<T>): Promise<T> {
    this.failsAfter -= 1;
    if (this.failsAfter >= 0) return work();
    if (this.losesAnswers) await work();
    throw new Error('The store is down');
  }
}

/** `describe` for each kind of store. */
export function describeOtpStores(title: string, tests: (open: () => OtpStoreUnderTest) => void) {
  describe(title.replace('%s', 'memory'), () => {
    tests(() => {
      const store = memoryOtpStore();
      return {
        store,
        dump: async () => inspect(store, { depth: Infinity, maxStringLength: Infinity }),
      };
    });
  });
  describeStores(title, (name) => {
    const tested = storeForTests(name);
    let open: () => OtpStoreUnderTest;
    let close: () => unknown;
    beforeAll(async () => {
      if (name === 'Redis') {
        const redis = new Redis(tested.store.url);
        open = () => inRedis(redis);
        close = () => redis.disconnect();
      } else {
        const pool = new pg.Pool({ connectionString: tested.store.url });
        await pool.query(otpSchema());
        open = () => inPostgres(pool);
        close = () => pool.end();
      }
    });
    afterAll(() => close?.());
    tests(() => open());
  });
}

const inPostgres = (pool: pg.Pool): OtpStoreUnderTest => ({
  store: postgresOtpStore((text, values) => pool.query(text, values)),
  async block(key) {
    const client = await pool.connect();
    await client.query('BEGIN');
    const locked = await client.query('SELECT FROM sms_otp WHERE key = $1 FOR UPDATE', [key]);
    // What is not there yet is about to be added.
    const insert = "INSERT INTO sms_otp VALUES ($1, 'other', now() + interval '1 hour')";
    if (locked.rowCount === 0) await client.query(insert, [key]);
    return () => client.query('ROLLBACK').finally(() => client.release());
  },
  dump: async () => JSON.stringify((await pool.query('SELECT * FROM sms_otp')).rows),
});

function inRedis(redis: Redis): OtpStoreUnderTest {
  const prefix = `${randomBytes(6).toString('hex')}:`;
  return {
    store: redisOtpStore(redis, prefix),
    async block() {
      const other = redis.duplicate();
      await other.client('PAUSE', 600_000, 'WRITE');
      return () => other.client('UNPAUSE').finally(() => other.disconnect());
    },
    async dump() {
      const keys = await redis.keys(`${prefix}*`);
      return JSON.stringify([keys, keys.length > 0 ? await redis.mget(keys) : []]);
    },
  };
}

let shared: Promise<GatewaySimulator> | undefined;

afterAll(async () => (await shared)?.close());

/** An app with one-time passwords, whose messages go to a simulator that all tests of a file share. */
export async function openOtp(
  options: Partial<SmsOtpModuleOptions> = {},
  account: Partial<SmsGatewayModuleOptions> = {},
  more: { readonly modules?: readonly DynamicModule[]; readonly logger?: LoggerService } = {},
) {
  const gateway = await (shared ??= GatewaySimulator.start({ ...ACCOUNT, deliveryDelay: 0 }));
  const from = gateway.messages.length;
  const gatewayModule = SmsGatewayModule.forRoot({
    ...(options.name !== undefined && { name: options.name }),
    baseUrl: gateway.url,
    auth: { method: 'password', ...ACCOUNT },
    guard: { countries: ['IN'] },
    retry: { attempts: 1 },
    ...account,
  } as SmsGatewayModuleOptions);
  const otpModule = SmsOtpModule.forRoot({ keys: [KEY], store: memoryOtpStore(), ...options });
  const imports = [gatewayModule, ...(more.modules ?? []), otpModule];
  const app = await Test.createTestingModule({ imports })
    .setLogger(more.logger ?? SILENT)
    .compile();
  afterThisTest(() => app.close());
  await app.init();
  const texts = () => gateway.messages.slice(from).map(({ text }) => text);
  return {
    app,
    gateway,
    otp: app.get<SmsOtp>(getSmsOtpToken(options.name)),
    texts,
    lastCode: () => codeIn(texts().at(-1) ?? ''),
  };
}

export function codeIn(text: string): string {
  return /\b\d{6,10}\b/.exec(text)?.[0] ?? '';
}

/** A code that is not this one. */
export function otherThan(code: string, by = 1): string {
  return String((Number(code) + by) % 10 ** code.length).padStart(code.length, '0');
}
