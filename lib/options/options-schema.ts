import type { HttpService } from '@nestjs/axios';
import { type Dispatcher, RetryAgent } from 'undici';
import { z } from 'zod';
import { isCountryCode } from '../message/national-number.js';
import { checkFields } from '../message/check-fields.js';
import { FAILURE_WORDS } from '../protocol/verdict.js';
import {
  hasMethods,
  kind,
  memberOf,
  milliseconds,
  oneOf,
  text,
  trueOrFalse,
  visibleText,
  wholeNumber,
} from './checks.js';

const NO_RESERVED_FIELDS: ReadonlySet<string> = new Set();

// As the fields of a message are checked, so that the same are allowed.
const fields = z
  .unknown()
  .optional()
  .transform((given, context) => {
    if (given === undefined) return {};
    const checked = checkFields(given, NO_RESERVED_FIELDS);
    if ('fields' in checked) return checked.fields;
    for (const { path, message } of checked.issues) {
      const key = path.split('.').slice(1).join('.');
      context.addIssue({ code: 'custom', path: key ? [key] : [], message });
    }
    return z.NEVER;
  });

const defaults = z
  .strictObject(
    {
      senderId: visibleText('a sender identifier').optional(),
      dltEntityId: visibleText('a registered entity identifier').optional(),
      duplicateCheck: trueOrFalse().default(true),
      type: visibleText("'text', 'auto', or another msgType of the gateway").default('text'),
      fields,
    },
    kind('an object such as { senderId }'),
  )
  .prefault({});

const failureWord = text("a value of status, such as 'error'")
  .transform((word) => word.trim().toLowerCase())
  .refine((word) => word !== 'success', 'is the word of a yes. Remove it');

const failureWords = z
  .array(failureWord, kind("an array of words, such as ['error', 'failed']"))
  .default([...FAILURE_WORDS])
  .transform((words): ReadonlySet<string> => new Set(words));

const dispatcher = z
  .custom<Dispatcher>(
    (value) => hasMethods(value, 'dispatch'),
    'is no dispatcher. Give one of undici 7, such as a ProxyAgent',
  )
  .refine(
    (value) => !(value instanceof RetryAgent) && !isOfClass(value, 'RetryAgent'),
    'repeats requests by itself, which can send a message twice. Give the dispatcher inside it: what is safe to try again, the package tries again',
  );

// By its name, for another copy of undici has a class of its own.
function isOfClass(value: object, name: string): boolean {
  let prototype: unknown = Object.getPrototypeOf(value);
  for (; prototype !== null; prototype = Object.getPrototypeOf(prototype)) {
    if (memberOf(memberOf(prototype, 'constructor'), 'name') === name) return true;
  }
  return false;
}

const http = z.custom<HttpService>(
  (value) => hasMethods(memberOf(value, 'axiosRef'), 'request'),
  'is no HttpService. Give the one of @nestjs/axios',
);

const timeout = z
  .strictObject(
    {
      connect: milliseconds().default(5000),
      attempt: milliseconds().default(30_000),
      total: milliseconds().default(60_000),
    },
    kind('an object such as { total: 60_000 }'),
  )
  .prefault({});

const retry = z
  .strictObject(
    {
      attempts: wholeNumber(1, 100).default(3),
      base: milliseconds(0).default(100),
      cap: milliseconds(0).default(20_000),
      budget: wholeNumber(0, 1_000_000).default(500),
      unknown: oneOf(['never', 'with-duplicate-check']).default('never'),
    },
    kind('an object such as { attempts: 3 }'),
  )
  .prefault({});

const breaker = z.strictObject(
  {
    failures: wholeNumber(1, 10_000).default(5),
    halfOpenAfter: milliseconds().default(10_000),
  },
  kind('an object such as { failures: 5, halfOpenAfter: 10_000 }'),
);

const rateLimit = z.strictObject(
  { recipients: wholeNumber(1, 1_000_000), perMs: milliseconds() },
  kind('an object such as { recipients: 100, perMs: 1000 }'),
);

/** Every option but `auth`, checked, with its default. */
export const optionsSchema = z.strictObject(
  {
    baseUrl: z.string(
      kind("the gateway's base address, for example baseUrl: 'https://sms.example.com'"),
    ),
    allowInsecure: trueOrFalse().default(false),
    auth: z.unknown().optional(),
    defaults,
    defaultCountry: z
      .string(kind("an ISO 3166 country code, such as 'IN'"))
      .refine(isCountryCode, "is no country code. Give an ISO 3166 one in capitals, such as 'IN'")
      .optional(),
    failureWords,
    http: http.optional(),
    dispatcher: dispatcher.optional(),
    maxConnections: wholeNumber(1, 10_000).default(32),
    timeout,
    retry,
    breaker: breaker.optional(),
    rateLimit: rateLimit.optional(),
    maxConcurrency: wholeNumber(1, 1_000_000).optional(),
    maxAnswerBytes: wholeNumber(1, 2 ** 30, ' (bytes)').default(1_048_576),
    drain: milliseconds(0).default(30_000),
  },
  kind('an object such as { baseUrl, auth }'),
);
