import { isIP } from 'node:net';
import { z } from 'zod';
import { isTimeZone } from '../protocol/expires-after.js';
import { GatewaySimulatorError } from './simulator-error.js';

/** How the gateway answers a send that carries an expired token. */
export interface ExpiredTokenAnswer {
  /** HTTP status. Default 200, as failures come in the wild. */
  httpStatus?: number | undefined;
  /** Default `'216'`: no code of its own is known for an expired token. */
  statusCode?: string | undefined;
  /** Default `'Invalid credentials'`. */
  reason?: string | undefined;
}

/** The options of `GatewaySimulator.start`. All can be left out; an unknown one is an error. */
export interface GatewaySimulatorOptions {
  /** Port to listen on; 0 takes a free one. Default 0. */
  port?: number | undefined;
  /**
   * Address to bind. Default `127.0.0.1`. Anything but a loopback address needs `inboxPassword`.
   */
  host?: string | undefined;
  /** A path in front of the gateway's own paths, such as `/rest/v2`. Default none. */
  basePath?: string | undefined;
  /** The one account's user name; no colon, as Basic can't carry it. Default `demo`. */
  userId?: string | undefined;
  /** Its password. Default `demo-password`. */
  password?: string | undefined;
  /** Its key. Default `demo-api-key`. */
  apiKey?: string | undefined;
  /** Header that carries the key (an assumption: the document does not name it). Default `apikey`. */
  apiKeyHeader?: string | undefined;
  /** Seconds that a token lives, fractions allowed (an assumption: not published). Default 3600. */
  tokenTtl?: number | undefined;
  /** IANA zone in which `expires_after` is written (an assumption: it names none). Default `UTC`. */
  timeZone?: string | undefined;
  /** Answer to a send with an expired token (an assumption: not published). */
  expiredToken?: ExpiredTokenAnswer | undefined;
  /** Sender identifiers that are taken; others get code 203. Default: any. */
  senderIds?: readonly string[] | undefined;
  /**
   * What becomes of a repeated message (same recipients, text and sender within the kept log) that
   * asks for `duplicatecheck` (an assumption: not published). `flag` takes it and marks it, `drop`
   * answers yes and delivers nothing, `refuse` answers no with code 409. Default `flag`.
   */
  duplicates?: 'flag' | 'drop' | 'refuse' | undefined;
  /** How many accepted messages are kept, and as many refused sends. Default 500. */
  keep?: number | undefined;
  /**
   * A file that keeps messages and refused sends over a restart: texts and numbers lie there in the
   * clear, secrets masked. Made where it is not there, in a folder that is. Default: memory alone.
   */
  file?: string | undefined;
  /**
   * Is told, as a sentence, what goes wrong beside the requests, such as a file that can't be written
   * any more. Default: `process.emitWarning`.
   */
  onWarning?: ((message: string) => void) | undefined;
  /** Largest body that is read, in bytes. Default 1 MiB. */
  maxBodyBytes?: number | undefined;
  /** Asked by page and API (not by the gateway's own paths) through HTTP Basic, any user name. */
  inboxPassword?: string | undefined;
  /** Further host names under which page and API may be opened, without port. */
  allowedHosts?: readonly string[] | undefined;
  /** Seed of the faults' dice. Default 1. */
  seed?: number | undefined;
  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  now?: (() => number) | undefined;
}

const ONE_MEBIBYTE = 1024 * 1024;
const text = (what: string) => z.string({ error: `must be ${what}` }).min(1, `must be ${what}`);
const whole = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.number({ error }).int({ error }).min(min, { error }).max(max, { error });
};
const isHeaderName = (value: string) => /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(value);
// Clients resolve . and .. before they ask.
const isBasePath = (value: string) =>
  value === '' || /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+\/?$/.test(value);
const isHostName = (value: string) => isIP(value) !== 0 || /^[^\s:/?#@[\]]+$/.test(value);
const zone = z
  .string({ error: 'must be an IANA time zone such as Asia/Kolkata' })
  .refine(isTimeZone, {
    error: (issue) =>
      `${JSON.stringify(issue.input)} is no IANA time zone; give one such as Asia/Kolkata or UTC`,
  });

const schema = z.strictObject({
  port: whole(0, 65_535).default(0),
  host: text('a host name or address such as 127.0.0.1').default('127.0.0.1'),
  basePath: z
    .string({ error: 'must be a path such as /rest/v2' })
    .refine(isBasePath, { error: 'must be a path such as /rest/v2' })
    .default('')
    .transform((value) => value.replace(/\/$/, '')),
  userId: text('a text that is not empty')
    .refine((value) => !value.includes(':'), { error: 'must hold no colon: Basic cannot carry it' })
    .default('demo'),
  password: text('a text that is not empty').default('demo-password'),
  apiKey: text('a text that is not empty').default('demo-api-key'),
  apiKeyHeader: z
    .string({ error: 'must be the name of an HTTP header' })
    .refine(isHeaderName, { error: 'must be the name of an HTTP header' })
    .refine((value) => value.toLowerCase() !== 'authorization', {
      error: 'must not be Authorization, which carries the token',
    })
    .default('apikey')
    .transform((value) => value.toLowerCase()),
  tokenTtl: z
    .number({ error: 'must be a number of seconds above 0' })
    .positive({ error: 'must be a number of seconds above 0' })
    .max(10 * 366 * 86_400, { error: 'must be at most ten years, in seconds' })
    .default(3600),
  timeZone: zone.default('UTC'),
  expiredToken: z
    .strictObject({
      httpStatus: whole(200, 599).default(200),
      statusCode: text('a text such as 216').default('216'),
      reason: text('a text').default('Invalid credentials'),
    })
    .prefault({}),
  senderIds: z.array(text('a sender identifier'), { error: 'must be a list of texts' }).optional(),
  duplicates: z
    .enum(['flag', 'drop', 'refuse'], { error: 'must be flag, drop or refuse' })
    .default('flag'),
  keep: whole(1, 100_000).default(500),
  file: text('the path of a file').optional(),
  onWarning: z
    .custom<(message: string) => void>((value) => typeof value === 'function', {
      error: 'must be a function that takes a text',
    })
    .default(() => emitWarning),
  maxBodyBytes: whole(1024, 64 * ONE_MEBIBYTE).default(ONE_MEBIBYTE),
  inboxPassword: text('a text that is not empty').optional(),
  allowedHosts: z
    .array(
      text('a host name').refine(isHostName, {
        error: 'must be a host name alone, without port: it is allowed with any',
      }),
      { error: 'must be a list of host names' },
    )
    .default([]),
  seed: whole(0, 2 ** 32 - 1).default(1),
  now: z
    .custom<() => number>((value) => typeof value === 'function', {
      error: 'must be a function that returns milliseconds since 1970',
    })
    .default(() => Date.now),
});

/** The options with every default filled in. */
export type ResolvedOptions = z.output<typeof schema>;

/**
 * Checks the options and fills in the defaults.
 *
 * @throws GatewaySimulatorError naming every wrong option and what to give instead; no value of a
 * secret is shown
 */
export function resolveOptions(options: GatewaySimulatorOptions = {}): ResolvedOptions {
  const result = schema.safeParse(options);
  if (!result.success) {
    throw new GatewaySimulatorError(
      'options',
      `GatewaySimulator.start: ${result.error.issues.map(describeIssue).join('; ')}.`,
    );
  }
  if (!isLoopback(result.data.host) && result.data.inboxPassword === undefined) {
    throw new GatewaySimulatorError(
      'options',
      `GatewaySimulator.start: host ${result.data.host} can be reached from other machines, so ` +
        'inboxPassword must be set (page and API show every message). Set it, or bind 127.0.0.1.',
    );
  }
  return result.data;
}

/** Whether a host to bind is this machine alone. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase();
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'));
}

function emitWarning(message: string): void {
  process.emitWarning(message, 'GatewaySimulatorWarning');
}

function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    const at = issue.path.length > 0 ? ` in ${issue.path.join('.')}` : '';
    const known =
      issue.path.length > 0 ? '' : `; known are ${Object.keys(schema.shape).join(', ')}`;
    return `unknown option ${issue.keys.join(', ')}${at}${known}`;
  }
  if (issue.path.length === 0) return 'the options must be an object';
  return `${issue.path.join('.')} ${issue.message}`;
}
