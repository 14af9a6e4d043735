import fc from 'fast-check';
import type { SmsAuthOptions } from '../../lib/index.js';
import type { Outage, Weather } from './weather.js';

/** How an account of a program is set up. Times in ms. */
export interface AccountPlan {
  readonly method: SmsAuthOptions['method'];
  /** How long tokens live. */
  readonly lifetime: number;
  readonly timeZone: 'UTC' | 'Asia/Kolkata' | undefined;
  readonly scheme: 'Bearer' | undefined;
  readonly cooldown: number;
  readonly hasStore: boolean;
  readonly attempts: number;
  readonly base: number;
  /** The points that retries share. */
  readonly budget: number;
  readonly breaker: boolean;
  readonly rateLimit: { readonly recipients: number; readonly perMs: number } | undefined;
  readonly maxConcurrency: number | undefined;
  readonly attempt: number;
  readonly total: number;
  /** Whether the app says which codes refuse credentials. */
  readonly refusedCodes: boolean;
  /** Whether a strategy of the app's own gives the password or key. */
  readonly ownStrategy: boolean;
  /** How the app's function gives the password or key. */
  readonly secret: 'ready' | 'slow' | 'failing';
  /** How far the gateway's clock is ahead. */
  readonly ahead: number;
  /** What the interceptors of the app's own axios do, if it has one, apart from adding a header. */
  readonly http: 'none' | 'mark' | 'slow' | 'throw' | 'hang';
}

/** What all accounts of a program share. */
export interface SharedPlan {
  readonly reach: 'all' | 'none' | 'only' | 'redirect';
  readonly guard: 'none' | 'in memory' | 'in a store' | 'in a bad store';
  /** Whether only Indian numbers are sent to. */
  readonly countries: boolean;
  /** How the app says who has opted out, if it is asked. */
  readonly optedOut: 'none' | 'answers' | 'fails';
  /** Whether messages have defaults. */
  readonly defaults: boolean;
  /** The window of `guard.perRecipient`. */
  readonly guardWindow: 'long' | 'short';
  readonly quiet: 'none' | 'night' | 'spring' | 'autumn';
  readonly drain: number;
  /** Whether the app uses OpenTelemetry, and whether its SDK works. */
  readonly tracing: 'none' | 'works' | 'fails';
  /** How the app's handlers of events and its subscribers behave. If they fail, its logger does too. */
  readonly handlers: 'none' | 'slow' | 'fail' | 'hang';
}

const SOURCES = ['array', 'async', 'slow', 'reuses', 'throws', 'endless'] as const;
const USES = ['await', 'loop', 'break', 'await twice', 'loop and await'] as const;

interface RunPlan {
  readonly count: number;
  readonly concurrency: number;
  readonly source: (typeof SOURCES)[number];
  readonly use: (typeof USES)[number];
  readonly abortAfter: number | undefined;
  readonly isHigh: boolean;
}

/** One thing that the app does. */
export type Operation = {
  /** Its texts and what happens to it follow from this. */
  readonly id: number;
  /** ms after the operation before it. */
  readonly wait: number;
} & (
  | {
      readonly kind: 'send';
      readonly to: number;
      readonly isHigh: boolean;
      readonly abortAfter: number | undefined;
      /** Whether the app changes the message right after the call. */
      readonly changes: boolean;
      /** Whether the message has fields of its own. */
      readonly hasFields: boolean;
      /** Whether its first number is given twice. */
      readonly isTwice: boolean;
    }
  | ({ readonly kind: 'sendMany' } & RunPlan)
  | ({ readonly kind: 'broadcast'; readonly batchSize: number } & RunPlan)
  | { readonly kind: 'clock jump'; readonly by: number }
  | { readonly kind: 'balance' | 'new secret' | 'revoke tokens' | 'send at an event' | 'close' }
);

/** An app and its gateways. Everything that happens follows from it. */
export interface Program {
  readonly seed: number;
  readonly weather: Weather;
  readonly accounts: readonly AccountPlan[];
  readonly shared: SharedPlan;
  readonly operations: readonly Operation[];
}

// Ids and seeds do not shrink, so that the same things happen to the remaining operations.
const fixed = fc.noShrink(fc.integer({ min: 0, max: 2 ** 31 - 1 }));

const often = <T>(value: T, other: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: other });

const account: fc.Arbitrary<AccountPlan> = fc.record({
  method: fc.constantFrom('password', 'apiKey', 'token'),
  lifetime: fc.constantFrom(3_600_000, 120_000, 20_000, 5000),
  timeZone: fc.constantFrom('UTC', 'Asia/Kolkata', undefined),
  scheme: often<'Bearer' | undefined>(undefined, fc.constant('Bearer')),
  cooldown: fc.constantFrom(1000, 50),
  hasStore: often(false, fc.constant(true)),
  attempts: fc.constantFrom(3, 1, 5),
  base: fc.constantFrom(100, 20),
  budget: often(500, fc.constant(5)),
  breaker: often(false, fc.constant(true)),
  rateLimit: often<AccountPlan['rateLimit']>(
    undefined,
    fc.record({
      recipients: fc.constantFrom(1, 2, 5),
      perMs: fc.constantFrom(500, 1000, 100),
    }),
  ),
  maxConcurrency: often<number | undefined>(undefined, fc.constantFrom(1, 2)),
  attempt: fc.constantFrom(1000, 300),
  total: fc.constantFrom(3000, 500, 10_000),
  refusedCodes: often(false, fc.constant(true)),
  ownStrategy: often(false, fc.constant(true)),
  secret: often<AccountPlan['secret']>('ready', fc.constantFrom('slow', 'failing')),
  ahead: fc.constantFrom(0, 120_000, -120_000),
  http: often<AccountPlan['http']>('none', fc.constantFrom('mark', 'slow', 'throw', 'hang')),
});

const shared: fc.Arbitrary<SharedPlan> = fc.record({
  reach: often<SharedPlan['reach']>('all', fc.constantFrom('none', 'only', 'redirect')),
  guard: often<SharedPlan['guard']>(
    'none',
    fc.constantFrom('in memory', 'in a store', 'in a bad store'),
  ),
  countries: often(false, fc.constant(true)),
  optedOut: often<SharedPlan['optedOut']>('none', fc.constantFrom('answers', 'fails')),
  defaults: often(false, fc.constant(true)),
  guardWindow: fc.constantFrom('long', 'short'),
  quiet: fc.oneof(
    { weight: 4, arbitrary: fc.constant('none' as const) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('night' as const, 'spring' as const, 'autumn' as const),
    },
  ),
  drain: fc.constantFrom(2000, 0, 30_000),
  tracing: often<SharedPlan['tracing']>('none', fc.constantFrom('works', 'fails')),
  handlers: often<SharedPlan['handlers']>('none', fc.constantFrom('slow', 'fail', 'hang')),
});

const base = {
  id: fixed,
  wait: fc.constantFrom(0, 0, 1, 50, 400, 3000),
};

const abortAfter = often<number | undefined>(undefined, fc.constantFrom(0, 1, 3, 40, 300));

const run = {
  ...base,
  count: fc.constantFrom(3, 1, 8, 30, 130),
  concurrency: fc.constantFrom(4, 1, 2, 32),
  source: fc.constantFrom(...SOURCES),
  use: fc.constantFrom(...USES),
  abortAfter,
  isHigh: often(false, fc.constant(true)),
};

const simple = (
  kind: 'balance' | 'new secret' | 'revoke tokens' | 'send at an event' | 'close',
): fc.Arbitrary<Operation> => fc.record({ ...base, kind: fc.constant(kind) });

const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      ...base,
      kind: fc.constant('send' as const),
      to: fc.constantFrom(1, 2, 3),
      isHigh: often(false, fc.constant(true)),
      abortAfter,
      changes: often(false, fc.constant(true)),
      hasFields: often(false, fc.constant(true)),
      isTwice: often(false, fc.constant(true)),
    }),
  },
  { weight: 3, arbitrary: fc.record({ ...run, kind: fc.constant('sendMany' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      ...run,
      kind: fc.constant('broadcast' as const),
      batchSize: fc.constantFrom(3, 1, 10, 100),
    }),
  },
  { weight: 1, arbitrary: simple('balance') },
  { weight: 1, arbitrary: simple('new secret') },
  { weight: 1, arbitrary: simple('revoke tokens') },
  { weight: 1, arbitrary: simple('send at an event') },
  {
    weight: 1,
    arbitrary: fc.record({
      ...base,
      kind: fc.constant('clock jump' as const),
      by: fc.constantFrom(-3_600_000, 3_600_000, -90_000),
    }),
  },
  { weight: 1, arbitrary: simple('close') },
);

const outage: fc.Arbitrary<Outage> = fc.record({
  from: fc.constantFrom(0, 100, 2000),
  length: fc.constantFrom(200, 2500),
  kind: fc.constantFrom('refused', '503', '429', 'login 503', 'silence'),
});

const weather: fc.Arbitrary<Weather> = fc.record({
  trouble: fc.constantFrom(0, 10, 40, 80),
  outages: often<readonly Outage[]>([], fc.array(outage, { minLength: 1, maxLength: 2 })),
  slowest: fc.constantFrom(20, 200, 1200),
});

/** Any program. */
export const programs: fc.Arbitrary<Program> = fc.record({
  seed: fixed,
  weather,
  accounts: fc.oneof(
    { weight: 3, arbitrary: fc.array(account, { minLength: 1, maxLength: 1 }) },
    { weight: 1, arbitrary: fc.array(account, { minLength: 2, maxLength: 3 }) },
  ),
  shared,
  operations: fc.uniqueArray(operation, {
    minLength: 1,
    maxLength: 12,
    selector: ({ id }) => id,
  }),
});
