import { parseArgs, type ParseArgsConfig } from 'node:util';

/** Wrong usage of a command: the exit code is 2. */
export class UsageError extends Error {}

/** A flag of a command: how `parseArgs` reads it, and what the help says about it. */
interface Flag {
  /** What the help shows as its value; empty if it has none. */
  readonly name: string;
  readonly help: string;
}

/** A flag that has a value. */
export const value = (name: string, help: string) =>
  ({ type: 'string', name: `<${name}>`, help }) as const;

/** A flag without a value. */
export const toggle = (help: string) => ({ type: 'boolean', name: '', help }) as const;

/** The lines of the help about flags. */
export function helpAbout(flags: Readonly<Record<string, Flag>>): string {
  return Object.entries(flags)
    .map(([flag, { name, help }]) => `  ${`--${flag} ${name}`.padEnd(27)}${help}\n`)
    .join('');
}

/**
 * Reads the flags of a command.
 *
 * @param advice one more sentence for the error
 * @throws UsageError, which repeats no value, because it may be a secret
 */
export function readFlags<Flags extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  flags: Flags,
  advice = '',
): ReturnType<typeof parseArgs<{ allowPositionals: true; options: Flags }>> {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: flags });
  } catch (error) {
    // The other sentences explain positional arguments.
    const [, problem] = /: ([^.\n]+)/.exec(String(error)) ?? [];
    throw new UsageError(`${problem}. --help lists the options.${advice}`);
  }
}
