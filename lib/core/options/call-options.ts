import { z } from 'zod';
import { hasMethods, memberOf } from '../common/members.js';
import { shownKey } from '../common/mask.js';
import { SmsMessageError, type SmsMessageIssue } from '../errors/index.js';
import { unknownKeyProblem } from '../message/message-issues.js';
import type { SendOptions } from '../message/sms-message.js';
import { asObject, kind, oneOf, type SchemasOf } from './schemas.js';

const signal = z.custom<AbortSignal>(
  (value) =>
    hasMethods(value, 'addEventListener', 'removeEventListener') &&
    typeof memberOf(value, 'aborted') === 'boolean',
  'is not an AbortSignal. Provide the signal of an AbortController',
);

/** The options of `send`. */
export const sendOptions = z.strictObject(
  {
    signal: signal.optional(),
    priority: oneOf(['normal', 'high']).optional(),
  } satisfies SchemasOf<SendOptions>,
  kind('an object such as { signal }, or omit it'),
);

/** The options of `preview`. */
export const previewOptions = sendOptions.pick({ priority: true });

/** The options of a lookup and of `balance`. */
export type LookupOptions = Pick<SendOptions, 'signal'>;
/** Their schema. */
export const lookupOptions = sendOptions.pick({ signal: true });

/**
 * Checks the options of a call.
 *
 * @returns a copy with the defaults
 * @throws SmsMessageError naming each invalid option and what to provide
 */
export function readCallOptions<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape, z.core.$strict>,
  options: unknown,
): z.output<z.ZodObject<Shape, z.core.$strict>> {
  const { data, error } = schema.safeParse(asObject(options));
  if (!error) return data;
  const allowed = Object.keys(schema.shape);
  const issues = error.issues.flatMap((issue): SmsMessageIssue | SmsMessageIssue[] => {
    if (issue.code !== 'unrecognized_keys')
      return { path: ['options', ...issue.path].join('.'), message: issue.message };
    return issue.keys.map((key) => ({
      path: `options.${shownKey(key)}`,
      message: unknownKeyProblem(key, allowed, `use ${allowed.join(', ')}`),
    }));
  });
  throw new SmsMessageError(issues, 'argument-invalid');
}

/** Checks the options of a lookup. */
export function readLookupOptions(options: LookupOptions): LookupOptions {
  return readCallOptions(lookupOptions, options);
}
