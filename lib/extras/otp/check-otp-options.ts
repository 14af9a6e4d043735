import { z } from 'zod';
import {
  callback,
  encryptionKey,
  having,
  kind,
  milliseconds,
  object,
  type SchemasOf,
  someOf,
  wholeNumber,
} from '../../core/options/schemas.js';
import { checkGiven } from '../../core/options/registrations.js';
import type { RecordStore } from '../records/record-store.js';
import type { SmsOtpOptions } from './sms-otp.options.js';

const schema = z
  .strictObject(
    {
      keys: someOf(encryptionKey, 'an array of keys', 'Provide at least one key').refine(
        (keys) => new Set(keys).size === keys.length,
        'has a key twice',
      ),
      store: having<RecordStore>(
        ['read', 'swap'],
        'is not a store. Provide redisOtpStore(client), postgresOtpStore(query) or memoryOtpStore()',
      ),
      message: callback<NonNullable<SmsOtpOptions['message']>>(
        'a function like ({ code }) => `Your code is ${code}`',
      ).optional(),
      length: wholeNumber(6, 8).default(6),
      ttl: wholeNumber(60_000, 3_600_000, ' (milliseconds)').default(300_000),
      checks: wholeNumber(1, 10).default(5),
      sends: wholeNumber(1, 10).default(3),
      cooldown: milliseconds(0).default(30_000),
      perRecipient: object(
        {
          starts: wholeNumber(1, 1000),
          perMs: milliseconds(),
        } satisfies SchemasOf<NonNullable<SmsOtpOptions['perRecipient']>>,
        kind('an object like { starts: 5, perMs: 86_400_000 }'),
      ).default({ starts: 5, perMs: 86_400_000 }),
      webOtp: z
        .string(kind("a host like 'shop.example'"))
        .regex(/^(?:[a-z0-9-]+\.)*[a-z0-9-]+$/)
        .optional(),
      androidHash: z
        .string(kind('the hash of an app, which has 11 characters'))
        .regex(/^[A-Za-z0-9+/]{11}$/)
        .optional(),
    } satisfies SchemasOf<SmsOtpOptions>,
    kind('an object with keys and store'),
  )
  .refine(({ webOtp, androidHash }) => !(webOtp && androidHash), {
    path: ['androidHash'],
    message:
      'cannot be combined with webOtp, because each must be the last line. Provide one of them',
  })
  .refine(({ ttl, perRecipient }) => perRecipient.perMs >= ttl, {
    path: ['perRecipient', 'perMs'],
    message: 'is shorter than ttl, so that a number could have any number of challenges at once',
  });

/** The options, checked, with their defaults filled in. */
export type CheckedOtpOptions = z.output<typeof schema>;

/** @throws SmsConfigurationError naming every invalid option and what to provide instead */
export function checkOtpOptions(options: unknown, name: string): CheckedOtpOptions {
  const problem = 'SmsOtpModule cannot start because its options are invalid.';
  return checkGiven(schema, options, problem, name);
}
