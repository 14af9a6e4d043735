import { shownKey } from './message/mask.js';

const WAYS = ['useFactory', 'useClass', 'useExisting'] as const;

const NEST_KEYS = ['inject', 'imports', 'provideInjectionTokensFrom'];

/**
 * What is wrong with the argument of a `forRootAsync`, for which Nest has no clear error. It follows
 * the method's name.
 *
 * @param own the keys that a module has in addition to Nest's
 * @param option an option of the module, for the example
 * @internal
 */
export function asyncProblem(
  options: Readonly<Partial<Record<(typeof WAYS)[number], unknown>>>,
  own: readonly string[],
  option: string,
): string | undefined {
  const ways = WAYS.filter((way) => options[way] !== undefined);
  if (ways.length !== 1) {
    const given = ways.length === 0 ? 'none was given' : `${ways.join(' and ')} were given`;
    return `takes exactly one of ${WAYS.join(', ')}, but ${given}. Give one, for example { inject: [ConfigService], useFactory: (config) => ({ ${option}: ... }) }.`;
  }
  const known: readonly string[] = [...WAYS, ...NEST_KEYS, ...own];
  const unknown = Object.keys(options).filter((key) => !known.includes(key));
  if (unknown.length === 0) return undefined;
  return `has no option ${unknown.map(shownKey).join(', ')}. It takes ${known.join(', ')}. Return the module's other options from ${ways[0]}.`;
}
