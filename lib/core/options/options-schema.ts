import { z } from 'zod';
import type { SmsAuthProvider } from '../auth/sms-auth-provider.js';
import type { CallTimeout } from '../deadline/deadline.js';
import type { RetryPolicyOptions } from '../deadline/failure.js';
import type {
  SmsAuthOptions,
  SmsBalanceOptions,
  SmsBreakerOptions,
  SmsGatewayOptions,
  SmsMessageDefaults,
  SmsRateLimit,
  SmsRetryOptions,
  SmsTimeoutOptions,
} from '../sms-gateway.options.js';
import { countryCode, guardSchema } from './guard-schema.js';
import { quietSchema } from './quiet-schema.js';
import { reachSchema } from './reach-schema.js';
import { templatesSchema } from './templates-schema.js';
import { checkDefaults } from '../message/check-message.js';
import type { SmsContent } from '../message/sms-message.js';
import { FAILURE_WORDS, SUCCESS_WORD } from '../protocol/verdict.js';
import { hasMethods, memberOf } from '../common/members.js';
import {
  kind,
  matching,
  milliseconds,
  object,
  oneOf,
  positive,
  restriction,
  type SchemasOf,
  text,
  trueOrFalse,
  wholeNumber,
} from './schemas.js';
import { dispatcherProblem, makesDispatcher } from '../transport/judge-dispatcher.js';

// The same checks as for a message, so that the same values are allowed. Its type has every key of a message but the text.
const defaults = z
  .custom<{ [Key in Exclude<keyof SmsContent, 'text'>]?: SmsMessageDefaults[Key] }>()
  .optional()
  .transform((patterns, context) => {
    const checked = checkDefaults(patterns);
    if (!('issues' in checked)) return checked;
    for (const { path: name, message } of checked.issues) {
      const path = name === 'defaults' || name === 'message' ? [] : name.split('.');
      context.addIssue({ code: 'custom', path, message });
    }
    return z.NEVER;
  });

const failureWord = text("a value of status, for example 'error'")
  .transform((word) => word.trim().toLowerCase())
  .refine(
    (word) => word !== '',
    'is blank, so an answer without a status would count as a rejection. Remove it',
  )
  .refine((word) => word !== SUCCESS_WORD, 'means success. Remove it');

const failureWords = z
  .array(failureWord, kind("an array of words, for example ['error', 'failed']"))
  .default([...FAILURE_WORDS])
  .transform((words): ReadonlySet<string> => new Set(words));

const dispatcher = z.custom<NonNullable<SmsGatewayOptions['dispatcher']>>(
  (value) => makesDispatcher(value) || dispatcherProblem(value) === undefined,
  { error: ({ input }) => dispatcherProblem(input) },
);

const http = z.custom<NonNullable<SmsGatewayOptions['http']>>(
  (value) => hasMethods(memberOf(value, 'axiosRef'), 'request'),
  'is not an HttpService. Provide one from @nestjs/axios',
);

const timeout = object(
  {
    connect: milliseconds().default(5000),
    attempt: milliseconds().default(30_000),
    total: milliseconds().default(60_000),
  } satisfies SchemasOf<SmsTimeoutOptions, CallTimeout>,
  kind('an object like { total: 60_000 }'),
).prefault({});

const retry = object(
  {
    attempts: wholeNumber(1, 100).default(3),
    base: milliseconds(0).default(100),
    cap: milliseconds(0).default(20_000),
    budget: wholeNumber(0, 1_000_000).default(500),
  } satisfies SchemasOf<SmsRetryOptions, RetryPolicyOptions>,
  kind('an object like { attempts: 3 }'),
).prefault({});

const breaker = object(
  {
    failures: wholeNumber(1, 10_000).default(5),
    halfOpenAfter: milliseconds().default(10_000),
  } satisfies SchemasOf<SmsBreakerOptions>,
  kind('an object like { failures: 5, halfOpenAfter: 10_000 }'),
);

const rateLimit = object(
  {
    recipients: wholeNumber(1, 1_000_000),
    perMs: milliseconds(),
  } satisfies SchemasOf<SmsRateLimit>,
  kind('an object like { recipients: 100, perMs: 1000 }'),
);

const balance = object(
  {
    path: matching(
      (path) => /^\/[\w.~/-]*$/.test(path),
      "a path like '/SMSApi/account/readstatus'",
    ).default('/SMSApi/account/readstatus'),
    below: positive(1e15).optional(),
    every: milliseconds(1000).default(900_000),
  } satisfies SchemasOf<SmsBalanceOptions>,
  kind('an object like { below: 1000 }'),
).prefault({});

const options = z.strictObject(
  {
    baseUrl: z.string(
      kind("the gateway's base address, for example baseUrl: 'https://sms.example.com'"),
    ),
    allowInsecure: trueOrFalse().default(false),
    auth: z.custom<SmsAuthOptions | SmsAuthProvider>().optional(),
    defaults,
    defaultCountry: countryCode.optional(),
    numbers: oneOf(['strict', 'possible', 'any']).default('strict'),
    failureWords,
    http: http.optional(),
    dispatcher: dispatcher.optional(),
    maxConnections: wholeNumber(1, 10_000).default(32),
    timeout,
    retry,
    breaker: breaker.optional(),
    rateLimit: rateLimit.optional(),
    maxConcurrency: wholeNumber(1, 1_000_000).optional(),
    reach: restriction(reachSchema),
    guard: guardSchema.optional(),
    quiet: quietSchema.optional(),
    templates: templatesSchema.optional(),
    balance,
    maxAnswerBytes: wholeNumber(1, 2 ** 30, ' (bytes)').default(1_048_576),
    drain: milliseconds(0).default(30_000),
  } satisfies SchemasOf<SmsGatewayOptions>,
  kind('an object like { baseUrl, auth }'),
);

/** The schema of the options, with their defaults. `auth` is checked separately. */
export const optionsSchema = options
  .refine(({ quiet, templates }) => !quiet?.categories || templates, {
    path: ['quiet', 'categories'],
    message:
      'needs the option templates, because a message has the category of its template. Provide templates, or omit it',
  })
  .transform((checkedOptions) => ({ reach: 'all' as const, ...checkedOptions }));
