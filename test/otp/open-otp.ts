import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import type { DynamicModule, LoggerService } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { Redis } from 'ioredis';
import pg from 'pg';
import { SmsGatewayModule, type SmsGatewayModuleOptions } from '../../lib/index.js';
import {
  memoryOtpStore,
  otpSchema,
  postgresOtpStore,
  redisOtpStore,
  SmsOtp,
  SmsOtpModule,
  type SmsOtpModuleOptions,
  type SmsOtpStore,
} from '../../lib/otp/index.js';
import { GatewaySimulator } from '../../lib/simulator/index.js';
import { startStore, STORES } from '../queue/stores.mjs';
import { afterThisTest } from '../support/clean-up.js';

export const NUMBER = '919876543210';
export const [KEY, OTHER_KEY] = ['a1', 'b2'].map((pair) => pair.repeat(32)) as [string, string];

const ACCOUNT = { userId: 'acme', password: 'secret-pass' };

const nothing = (): void => undefined;
const NO_LOGGER: LoggerService = { log: nothing, warn: nothing, error: nothing };

/** A store under test, and everything that is in it as a text. */
export interface OtpStoreUnderTest {
  readonly store: SmsOtpStore;
  dump(): Promise<string>;
}

/** Lets the test move the store's clock, and make its steps fail. */
export class TestStore implements SmsOtpStore {
  /** ms by which its clock is ahead. */
  ahead = 0;
  /** How many more steps it does before it fails; and whether a failed step was done all the same. */
  failsAfter = Infinity;
  losesAnswers = false;
  steps = 0;

  constructor(private readonly store: SmsOtpStore) {}

  async read(key: string) {
    return this.step(async () => {
      const { value, now } = await this.store.read(key);
      return { value, now: now + this.ahead };
    });
  }

  async swap(...given: Parameters<SmsOtpStore['swap']>) {
    return this.step(() => this.store.swap(...given));
  }

  private async step<T>(work: () => Promise<T>): Promise<T> {
    this.steps += 1;
    this.failsAfter -= 1;
    if (this.failsAfter >= 0) return work();
    if (this.losesAnswers) await work();
    throw new Error('The store is down');
  }
}

/** `describe` for each kind of store. */
export function describeOtpStores(title: string, tests: (open: () => OtpStoreUnderTest) => void) {
  const whole = (name: string) => title.replace('%s', name);
  describe(whole('memory'), () => {
    tests(() => {
      const store = memoryOtpStore();
      return {
        store,
        dump: async () => inspect(store, { depth: Infinity, maxStringLength: Infinity }),
      };
    });
  });
  describe(whole('PostgreSQL'), () => {
    let pool: pg.Pool;
    let close: () => Promise<void>;
    beforeAll(async () => {
      const started = await startStore('PostgreSQL');
      close = () => started.close();
      pool = new pg.Pool({ connectionString: started.url });
      await pool.query(otpSchema());
    }, 120_000);
    afterAll(async () => {
      await pool?.end();
      await close?.();
    });
    tests(() => ({
      store: postgresOtpStore((text, values) => pool.query(text, values)),
      dump: async () => JSON.stringify((await pool.query('SELECT * FROM sms_otp')).rows),
    }));
  });
  if (!STORES.includes('Redis'))
    return describe.skip(whole('Redis (needs redis-server)'), () =>
      tests(() => ({ store: memoryOtpStore(), dump: async () => '' })),
    );
  return describe(whole('Redis'), () => {
    let redis: Redis;
    let close: () => Promise<void>;
    beforeAll(async () => {
      const started = await startStore('Redis');
      close = () => started.close();
      redis = new Redis(started.url);
    }, 120_000);
    afterAll(async () => {
      redis?.disconnect();
      await close?.();
    });
    tests(() => {
      const prefix = `${randomBytes(6).toString('hex')}:`;
      const dump = async () => {
        const keys = await redis.keys(`${prefix}*`);
        return JSON.stringify(
          await Promise.all(keys.map(async (key) => [key, await redis.get(key)])),
        );
      };
      return { store: redisOtpStore(redis, prefix), dump };
    });
  });
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
    baseUrl: gateway.url,
    auth: { method: 'password', ...ACCOUNT },
    guard: { countries: ['IN'] },
    retry: { attempts: 1 },
    ...account,
  } as SmsGatewayModuleOptions);
  const otpModule = SmsOtpModule.forRoot({ keys: [KEY], store: memoryOtpStore(), ...options });
  const imports = [gatewayModule, ...(more.modules ?? []), otpModule];
  const app = await Test.createTestingModule({ imports })
    .setLogger(more.logger ?? NO_LOGGER)
    .compile();
  afterThisTest(() => app.close());
  await app.init();
  const texts = () => gateway.messages.slice(from).map(({ text }) => text);
  return {
    app,
    gateway,
    otp: app.get(SmsOtp),
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
