import { isIP } from 'node:net';
import { z } from 'zod';
import { hasMethods } from '../../lib/core/common/members.js';
import {
  asObject,
  callback,
  kind,
  matching,
  object,
  oneOf,
  passing,
  positive,
  problemsIn,
  type SchemasOf,
  text,
  timeZone,
  trueOrFalse,
  wholeNumber,
} from '../../lib/core/options/schemas.js';
import { isHeaderName } from '../../lib/core/protocol/header.js';
import { problemOf } from '../../lib/extras/templates/template-pieces.js';
import { reportOptions } from './report-schema.js';
import type { SimulatedTemplate } from './match-templates.js';
import { GatewaySimulatorError } from '../common/simulator-error.js';
import type { Account, ExpiredTokenAnswer, GatewaySimulatorOptions } from './simulator.options.js';

const ONE_MEBIBYTE = 1024 * 1024;
const TEN_YEARS = 10 * 366 * 86_400;
// Not . and .., which clients resolve before they send a request.
const isBasePath = (value: string) =>
  value === '' || /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+\/?$/.test(value);
// A name whose last part is a number can only be an address, so 999.1.1.1 is neither.
const isHostName = (value: string) =>
  isIP(value) !== 0 || (/^[^\s:/?#@[\]]+$/.test(value) && !/(?:^|\.)\d+\.?$/.test(value));

/** Whether reports can be sent to an address. */
export function isPushUrl(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username + url.password === '';
}

const pushUrl = matching(
  isPushUrl,
  'an http or https address without user and password',
).optional();
const user = text('a user name').refine(
  (value) => !value.includes(':'),
  'contains a colon, which HTTP Basic does not allow in a user name',
);
const password = text('a password');
const apiKey = text('a key');

// A description is the help of the command line's flag, with the name of its value first. An option without one
// has no flag.
const shape = {
  port: wholeNumber(0, 65_535)
    .default(0)
    .describe('<port> port to listen on; 0 picks a free one (4010)'),
  host: matching(isHostName, 'a host name or address like 127.0.0.1')
    .default('127.0.0.1')
    .describe('<host> address to bind (127.0.0.1, for this machine only)'),
  basePath: matching(isBasePath, 'a path like /rest/v2')
    .default('')
    .transform((value) => value.replace(/\/$/, ''))
    .describe("<path> path in front of the gateway's own paths (none)"),
  userId: user.default('demo').describe('<name> user name (demo)'),
  password: password.default('demo-password').describe('<text> password (demo-password)'),
  apiKey: apiKey.default('demo-api-key').describe('<text> key (demo-api-key)'),
  accounts: z
    .array(
      object(
        {
          userId: user,
          password: password.optional(),
          apiKey: apiKey.optional(),
        } satisfies SchemasOf<Account>,
        kind('{ userId, password, apiKey }, with a password, a key or both'),
      ).refine(
        (accountInput) => (accountInput.password ?? accountInput.apiKey) !== undefined,
        'has neither a password nor an apiKey. Provide one of them, or both',
      ),
      kind('an array of accounts'),
    )
    .default([])
    .describe('<account> one more, as user:password[:key]; repeatable'),
  acceptAny: trueOrFalse().default(false).describe('let every user id in, with any credentials'),
  apiKeyHeader: matching(isHeaderName, 'the name of an HTTP header')
    .refine(
      (value) => value.toLowerCase() !== 'authorization',
      'is Authorization, which carries the token. Provide another header',
    )
    .default('apikey')
    .transform((value) => value.toLowerCase())
    .describe('<name> header that carries the key (apikey)'),
  tokenTtl: positive(TEN_YEARS, ' (seconds)')
    .default(3600)
    .describe('<seconds> lifetime of a token (3600)'),
  tokenScheme: z
    .string(kind('a word like Bearer'))
    .regex(/^\w+$/)
    .optional()
    .describe('<word> word needed before the token, as Bearer (none)'),
  timeZone: timeZone()
    .default('UTC')
    .describe('<zone> IANA zone of expires_after and the page (UTC)'),
  expiredToken: object(
    {
      httpStatus: wholeNumber(200, 599).default(200),
      statusCode: text('a code like 216').default('216'),
      reason: text('a string').default('Invalid credentials'),
    } satisfies SchemasOf<ExpiredTokenAnswer>,
    kind('an object like { statusCode: "216" }'),
  ).prefault({}),
  senderIds: z
    .array(text('a sender identifier'), kind('an array of sender identifiers'))
    .optional()
    .describe('<id> allowed sender, can be repeated (any)'),
  templates: z
    .array(
      passing<SimulatedTemplate>(
        (value) =>
          typeof value === 'string'
            ? problemOf(value) === undefined
            : hasMethods(value, 'createTextCheck'),
        'the text of a template, with variables like {#var#}, or what defineTemplate returned',
      ),
      kind('an array of strings or templates'),
    )
    .optional()
    .describe('<text> registered template, can be repeated (any text)'),
  duplicates: oneOf(['flag', 'drop', 'refuse'])
    .default('flag')
    .describe('<how> flag, drop or refuse repeated messages (flag)'),
  typeCheck: oneOf(['gsm-7', 'ascii', 'off'])
    .default('gsm-7')
    .describe('<which> characters that msgType text takes: gsm-7, ascii or off, for all (gsm-7)'),
  balance: wholeNumber(0, 1_000_000_000)
    .optional()
    .describe('<count> segments that each account can send (unlimited)'),
  segmentPrice: positive(1_000_000)
    .optional()
    .describe('<price> of a segment, for a balance in money (none)'),
  keep: wholeNumber(1, 100_000)
    .default(500)
    .describe('<count> messages and refused sends to keep, of each (500); at most 64 MiB'),
  file: text('the path of a file')
    .optional()
    .describe('<path> file that keeps them over a restart (none)'),
  log: trueOrFalse().default(false).describe('print a line for each send, with its code'),
  seed: wholeNumber(0, 2 ** 32 - 1)
    .default(1)
    .describe('<number> seed of the dice for random faults (1)'),
  onWarning: callback<(message: string) => void>('a function that takes a string').default(
    () => (message: string) => process.emitWarning(message, 'GatewaySimulatorWarning'),
  ),
  maxBodyBytes: wholeNumber(1024, 64 * ONE_MEBIBYTE, ' (bytes)').default(ONE_MEBIBYTE),
  deliveryDelay: wholeNumber(0, 86_400_000, ' (milliseconds)')
    .default(1_000)
    .describe('<ms> time until a message is delivered (1000)'),
  reportKeys: trueOrFalse().default(false).describe('let a key ask for reports, too'),
  reportUrl: pushUrl.describe('<url> address that reports are sent to (none)'),
  webhooks: trueOrFalse().default(false).describe('let webhook/create set it for each user id'),
  ...reportOptions,
  inboxPassword: password.optional().describe('<text> password of the page and the API (none)'),
  allowedHosts: z
    .array(
      matching(isHostName, 'a host name without port; it is allowed with any port'),
      kind('an array of host names'),
    )
    .default([])
    .describe('<name> additional host name, can be repeated'),
  now: callback<() => number>('a function that returns milliseconds since 1970').default(
    () => Date.now,
  ),
} satisfies SchemasOf<GatewaySimulatorOptions>;

/** What the options must be. */
export const optionsSchema = z.strictObject(shape, kind('an object like { port: 4010 }'));

/** The options with all defaults. `accounts` starts with the account of `userId`. */
export type ResolvedOptions = z.output<typeof optionsSchema>;

/**
 * Checks the options and fills in the defaults.
 *
 * @param nameOf what the user calls an option, for example a flag of the command line
 * @throws GatewaySimulatorError naming every invalid option and what to use instead, never a value
 */
export function resolveOptions(
  options: GatewaySimulatorOptions = {},
  nameOf: (option: string) => string = (option) => option,
): ResolvedOptions {
  const { data, error } = optionsSchema.safeParse(asObject(options));
  if (error) throw invalid(...problemsIn(error, { knownShape: shape, nameOf }));
  const { host, inboxPassword } = data;
  const accounts = [
    { userId: data.userId, password: data.password, apiKey: data.apiKey },
    ...data.accounts,
  ];
  if (new Set(accounts.map(({ userId }) => userId)).size < accounts.length) {
    throw invalid(`${nameOf('accounts')} repeats a user id, or that of userId. List each once.`);
  }
  if (!isLoopback(host) && inboxPassword === undefined) {
    throw invalid(
      `${nameOf('host')} ${host} can be reached from other machines, and the page and the API show ` +
        `every message. Set ${nameOf('inboxPassword')}, or use 127.0.0.1.`,
    );
  }
  return { ...data, accounts };
}

/** Why a user id is that of no account, if it is. */
export function problemOfAccount(
  userId: string,
  { accounts, acceptAny }: Pick<ResolvedOptions, 'accounts' | 'acceptAny'>,
): string | undefined {
  if (acceptAny || accounts.some((account) => account.userId === userId)) return undefined;
  return 'No account has this user id. Provide that of one in accounts.';
}

/** Whether a host to bind can only be reached from this machine. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase();
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'));
}

function invalid(...problems: readonly string[]): GatewaySimulatorError {
  return new GatewaySimulatorError('options', `Invalid simulator options: ${problems.join(' ')}`);
}
