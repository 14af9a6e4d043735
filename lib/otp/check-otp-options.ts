import { z } from 'zod/v3';
import {
  having,
  kind,
  milliseconds,
  type SchemasOf,
  trueOrFalse,
  wholeNumber,
} from '../options/checks.js';
import { checkGiven } from '../options/registrations.js';
import type { SmsOtpStore } from './otp-store.js';
import type { SmsOtpOptions } from './sms-otp.options.js';

const KEY = "is not 64 hex digits. Make one with 'openssl rand -hex 32'";
const STORE_METHODS = ['read', 'swap'];

const schema = z
  .strictObject(
    {
      keys: z
        .array(
          z.string(kind('64 hex digits')).regex(/^[0-9a-f]{64}$/i, KEY),
          kind('an array of keys'),
        )
        .min(1, 'is empty. Provide at least one key')
        .refine(
          (keys) => new Set(keys.map((key) => key.toLowerCase())).size === keys.length,
          'has a key twice',
        ),
      store: having<SmsOtpStore>(
        STORE_METHODS,
        'is not a store. Provide redisOtpStore(client), postgresOtpStore(query) or memoryOtpStore()',
      ),
      message: z
        .function(
          z.tuple([z.any()]),
          z.any(),
          kind('a function like ({ code }) => `Your code is ${code}`'),
        )
        .optional(),
      length: wholeNumber(6, 8).default(6),
      ttl: wholeNumber(60_000, 3_600_000, ' (milliseconds)').default(300_000),
      checks: wholeNumber(1, 10).default(5),
      sends: wholeNumber(1, 10).default(3),
      cooldown: milliseconds(0).default(30_000),
      perRecipient: z
        .strictObject(
          { starts: wholeNumber(1, 1000), perMs: milliseconds() },
          kind('an object like { starts: 5, perMs: 86_400_000 }'),
        )
        .default({ starts: 5, perMs: 86_400_000 }),
      webOtp: z
        .string(kind("a host like 'shop.example'"))
        .regex(/^(?:[a-z0-9-]+\.)*[a-z0-9-]+$/, "is not a host like 'shop.example'")
        .optional(),
      androidHash: z
        .string(kind('the 11 characters of the hash'))
        .regex(/^[A-Za-z0-9+/]{11}$/, 'is not the hash of an Android app, which has 11 characters')
        .optional(),
      queue: trueOrFalse().default(false),
      alertBelow: z
        .number(kind('a share like 0.2'))
        .gt(0, 'must be above 0')
        .max(1, 'must be at most 1')
        .optional(),
    } satisfies SchemasOf<SmsOtpOptions>,
    kind('an object with keys and store'),
  )
  .refine((given) => !(given.webOtp && given.androidHash), {
    path: ['androidHash'],
    message:
      'cannot be combined with webOtp, because each must be the last line. Provide one of them',
  })
  .refine(({ ttl, perRecipient }) => perRecipient.perMs >= ttl, {
    path: ['perRecipient', 'perMs'],
    message: 'is shorter than ttl, so that a number could have any number of challenges at once',
  });

/** The options, checked, with their defaults filled in. */
export type CheckedOtpOptions = Omit<z.output<typeof schema>, 'message'> &
  Pick<SmsOtpOptions, 'message'>;

/** @throws SmsConfigurationError naming every invalid option and what to provide instead */
export function checkOtpOptions(options: unknown, name: string): CheckedOtpOptions {
  const problem = 'SmsOtpModule cannot start because its options are invalid.';
  return checkGiven(schema, options, problem, name);
}
