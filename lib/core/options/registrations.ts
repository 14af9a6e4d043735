import { z } from 'zod';
import { memberOf } from '../common/members.js';
import { SmsConfigurationError } from '../errors/index.js';
import { asObject, kind, problemsIn, text, trueOrFalse } from './schemas.js';

/** The name of an account, a failover or a queue. */
const accountName = text("a name such as 'marketing', or omit it for the default account");

/** What every registration may have. */
export const registration = z.object(
  { name: accountName.optional(), isGlobal: trueOrFalse().optional() },
  kind('an object with the options'),
);

/**
 * Checks how something is registered: the errors of Nest would not say what to provide.
 *
 * @param what what cannot be done, for the error
 * @param options the options in it, where keys of the registration itself have no effect
 * @throws SmsConfigurationError naming everything that is invalid
 */
export function checkRegistration(
  schema: z.ZodObject,
  registrationOptions: unknown,
  what: string,
  options?: unknown,
): void {
  checkGiven(schema, registrationOptions, `${what} because its registration is invalid.`);
  const misplaced = Object.keys({ ...ways, ...schema.shape }).filter(
    (key) => memberOf(options, key) !== undefined,
  );
  if (misplaced.length === 0) return;
  throw new SmsConfigurationError(
    `${what} because ${misplaced.join(' and ')} cannot be among its options. Provide this to forRootAsync itself, next to useFactory, useClass or useExisting.`,
  );
}

/**
 * Checks what an app gives.
 *
 * @param problem the first sentence of the error
 * @throws SmsConfigurationError naming everything that is invalid and what to provide instead
 */
export function checkGiven<T extends z.ZodType>(
  schema: T,
  registrationOptions: unknown,
  problem: string,
  account?: string,
): z.output<T> {
  const { data, error } = schema.safeParse(asObject(registrationOptions));
  if (!error) return data;
  throw new SmsConfigurationError(`${problem} ${problemsIn(error).join(' ')}`, account);
}

// Nest checks what they are.
const unchecked = z.unknown().optional();
const ways = { useFactory: unchecked, useClass: unchecked, useExisting: unchecked };
const fromNest = { inject: unchecked, imports: unchecked, provideInjectionTokensFrom: unchecked };

/**
 * What is wrong with the argument of a `forRootAsync`, for which Nest has no clear error.
 *
 * @param own what the registration may have in addition
 * @param option an option of the module, for the example
 */
export function asyncProblems(
  registrationOptions: unknown,
  { shape: ownShape }: z.ZodObject,
  option: string,
): string[] {
  const shape = { ...ways, ...fromNest, ...ownShape };
  const example = `{ inject: [ConfigService], useFactory: (config) => ({ ${option}: ... }) }`;
  const { error } = z
    .strictObject(shape, kind(`one like ${example}`))
    .superRefine((options, context) => {
      const waysUsed = Object.keys(ways).filter((way) => memberOf(options, way) !== undefined);
      if (waysUsed.length === 1) return;
      const message = `needs exactly one of ${Object.keys(ways).join(', ')}, but has ${waysUsed.join(' and ') || 'none'}. Provide one like ${example}`;
      context.addIssue({ code: 'custom', message });
    })
    .safeParse(asObject(registrationOptions));
  if (!error) return [];
  const problems = problemsIn(error, { whole: 'It', knownShape: shape });
  const isMisplaced = error.issues.some(({ code }) => code === 'unrecognized_keys');
  if (isMisplaced)
    problems.push(
      "The module's options belong in what useFactory, useClass or useExisting creates.",
    );
  return problems;
}
