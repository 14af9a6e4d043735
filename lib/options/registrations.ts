import { z } from 'zod/v3';
import { SmsConfigurationError } from '../errors/index.js';
import { problemsIn, text, trueOrFalse } from './checks.js';

/** The name of an account, a failover or a queue. */
const accountName = text("a name such as 'marketing', or omit it for the default account");

/** What every registration may have. */
export const registration = z.object({
  name: accountName.optional(),
  isGlobal: trueOrFalse().optional(),
});

/**
 * Checks how something is registered: the errors of Nest would not say what to provide.
 *
 * @param what what cannot be done, for the error
 * @throws SmsConfigurationError naming everything that is invalid
 */
export function checkRegistration<T extends z.ZodTypeAny>(
  schema: T,
  given: unknown,
  what: string,
): z.output<T> {
  return checkGiven(schema, given, `${what} because its registration is invalid.`);
}

/**
 * Checks what an app gives.
 *
 * @param problem the first sentence of the error
 * @throws SmsConfigurationError naming everything that is invalid and what to provide instead
 */
export function checkGiven<T extends z.ZodTypeAny>(
  schema: T,
  given: unknown,
  problem: string,
  account?: string,
): z.output<T> {
  const { data, error } = schema.safeParse(given);
  if (!error) return data;
  throw new SmsConfigurationError(`${problem} ${problemsIn(error).join(' ')}`, account);
}
