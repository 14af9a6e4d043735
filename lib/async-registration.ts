import type { DynamicModule, Type } from '@nestjs/common';
import { SmsConfigurationError } from './errors/index.js';
import { shownKey } from './common/mask.js';

const WAYS = ['useFactory', 'useClass', 'useExisting'] as const;

type Way = (typeof WAYS)[number];
type AsyncOptions = Readonly<Partial<Record<Way, unknown>>>;

/** What a `forRootAsync` takes, with at least one way to create the options: Nest's type needs none. */
export type WithAWay<Options extends AsyncOptions> = Options &
  { [Each in Way]: Required<Pick<Options, Each>> }[Way];

/** Nest's base class of a module, whose `forRootAsync` may ask for more than Nest does. */
export interface RegisteringClass<Options, Async> {
  new (): object;
  /** Registers it with options that are known in the code. */
  forRoot(options: Options): DynamicModule;
  /** Registers it with options that come from injection, for example from `ConfigService`. */
  forRootAsync(options: Async): DynamicModule;
}

const NEST_KEYS = ['inject', 'imports', 'provideInjectionTokensFrom'];

/**
 * Checks the argument of a `forRootAsync`, for which Nest has no clear error.
 *
 * @param token that of the options
 * @param own the keys that the module has in addition to Nest's
 * @param option an option of the module, for the example
 * @returns if it is wrong, a module that says so like invalid options, while Nest builds it
 * @internal
 */
export function wrongRegistration(
  module: Type,
  token: symbol,
  options: AsyncOptions,
  own: readonly string[],
  option: string,
): DynamicModule | undefined {
  const problem = problemOf(options, own, option);
  if (problem === undefined) return undefined;
  const useFactory = (): never => {
    throw new SmsConfigurationError(`${module.name}.forRootAsync ${problem}`);
  };
  return { module, providers: [{ provide: token, useFactory }] };
}

function problemOf(
  options: AsyncOptions,
  own: readonly string[],
  option: string,
): string | undefined {
  const ways = WAYS.filter((way) => options[way] !== undefined);
  if (ways.length !== 1) {
    const given = ways.length === 0 ? 'none was given' : `${ways.join(' and ')} were given`;
    return `takes exactly one of ${WAYS.join(', ')}, but ${given}. Provide one, for example { inject: [ConfigService], useFactory: (config) => ({ ${option}: ... }) }.`;
  }
  const known: readonly string[] = [...WAYS, ...NEST_KEYS, ...own];
  const unknown = Object.keys(options).filter((key) => !known.includes(key));
  if (unknown.length === 0) return undefined;
  return `has no option ${unknown.map(shownKey).join(', ')}. It takes ${known.join(', ')}. Return the module's other options from ${ways[0]}.`;
}
