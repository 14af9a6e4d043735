import { z } from 'zod';
import { hasMethods } from '../common/members.js';
import { credentialProblem } from '../common/value-checks.js';
import type { SmsTokenCache, SmsTokenStore } from '../auth/token-store.js';
import { isHeaderName, isHeaderValue, isSetByRequest } from '../protocol/header.js';
import type {
  SmsApiKeyAuthOptions,
  SmsAuthOptions,
  SmsPasswordAuthOptions,
  SmsSecret,
  SmsTokenAuthOptions,
} from '../sms-gateway.options.js';
import {
  kind,
  matching,
  milliseconds,
  oneOf,
  type SchemasOf,
  text,
  timeZone,
  wrongKind,
} from './schemas.js';

/** The `statusCode`s that mean refused credentials, unless `auth.refusedCodes` replaces them. */
export const DEFAULT_REFUSED_CODES: ReadonlySet<string> = new Set(['401', '403', '216']);

/** A user id or a password. */
function credential(give: string) {
  return text(give).superRefine((value, context) => {
    const message = credentialProblem(value);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });
}

const userId = credential(
  "the gateway login's user name, for example userId: config.getOrThrow('SMS_USER_ID')",
);
/** A secret, or a function that returns it, which is not called before it is needed. */
function secret(value: z.ZodType<string>) {
  return z.custom<SmsSecret>().superRefine((secretValue, context) => {
    if (typeof secretValue === 'function') return;
    const issues = value.safeParse(secretValue).error?.issues ?? [];
    for (const { message } of issues) context.addIssue({ code: 'custom', message });
  });
}

const password = secret(
  credential(
    "the gateway login's password, for example password: config.getOrThrow('SMS_PASSWORD')",
  ),
);

const statusCode = z
  .union([z.string(), z.number()], kind('a statusCode like 216'))
  .transform((value) => String(value).trim())
  .refine(
    (value) => value !== '',
    'is blank, so a rejection without a statusCode would count as refused credentials. Remove it',
  );

const common = {
  userId,
  refusedCodes: z
    .array(statusCode, kind('an array of statusCodes, for example [401, 403, 216]'))
    .default([...DEFAULT_REFUSED_CODES])
    .transform((codes): ReadonlySet<string> => new Set(codes)),
};

const store = z.custom<SmsTokenStore | SmsTokenCache>(
  (value) =>
    hasMethods(value, 'get', 'set') && (hasMethods(value, 'delete') || hasMethods(value, 'del')),
  'is not a store. Provide an object with the methods get, set and delete or del, for example a Keyv',
);

const header = matching(
  isHeaderName,
  "the name of the HTTP header that carries the key, in letters, digits and dashes, for example 'apikey'",
).refine(
  (name) => !isSetByRequest(name),
  "is a header that the request itself sets. Provide the one that carries the key, for example 'apikey'",
);

const key = secret(
  text(
    "the key from the gateway's control panel, for example apiKey: config.getOrThrow('SMS_API_KEY')",
  ).refine(
    (value) => value === '' || isHeaderValue(value),
    'is not valid in an HTTP header: it has a line break, a space at its start or end, or a character beyond Latin-1. Check how it was copied',
  ),
);

const token = z.strictObject({
  ...common,
  method: z.literal('token'),
  userId: userId.refine(
    (value) => !value.includes(':'),
    "contains a colon, which HTTP Basic does not allow in a user name. Use the method 'password' or 'apiKey'",
  ),
  password,
  timeZone: timeZone().optional(),
  scheme: matching(isHeaderName, "a word to put before the token, for example 'Bearer'").optional(),
  cooldown: milliseconds(0).default(1000),
  store: store.optional(),
} satisfies SchemasOf<SmsTokenAuthOptions>);

const passwordInForm = z.strictObject({
  ...common,
  method: z.literal('password'),
  password,
  passwordEncoding: oneOf(['url', 'none']).default('url'),
} satisfies SchemasOf<SmsPasswordAuthOptions>);

const apiKey = z.strictObject({
  ...common,
  method: z.literal('apiKey'),
  apiKey: key,
  header: header.default('apikey'),
} satisfies SchemasOf<SmsApiKeyAuthOptions>);

/** The schemas but the first. It does not compile if a method has none. */
const otherMethods = { password: passwordInForm, apiKey } satisfies Readonly<
  Record<Exclude<SmsAuthOptions['method'], 'token'>, z.ZodType<unknown, SmsAuthOptions>>
>;

const WAYS =
  "{ method: 'token', userId, password }, { method: 'password', userId, password }, { method: 'apiKey', userId, apiKey }, or an instance of your own SmsAuthProvider";

/** The three ways to authenticate (section 5 of the gateway specification), checked, with their defaults. */
export const authSchema = z.discriminatedUnion('method', [token, ...Object.values(otherMethods)], {
  error: ({ code, input }) =>
    code === 'invalid_union'
      ? "is not one of the three ways to authenticate. Provide 'token', 'password' or 'apiKey'"
      : wrongKind(input, WAYS),
});

/** The ways to authenticate, which the simulator has too. */
export const AUTH_METHODS = authSchema.options.map(({ shape }) => shape.method.value);

/** The options of one of the three ways. */
export type CheckedAuth = z.output<typeof authSchema>;
