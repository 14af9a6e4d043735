import { parseArgs } from 'node:util';
import { GatewaySimulatorError } from '../simulator-error.js';
import type { GatewaySimulatorOptions } from '../simulator.options.js';

interface Flag {
  readonly option: keyof GatewaySimulatorOptions;
  readonly kind: 'text' | 'number' | 'list';
  readonly value: string;
  readonly help: string;
}

/** The command line's flags, and the options that they stand for. */
export const FLAGS: Readonly<Record<string, Flag>> = {
  port: { option: 'port', kind: 'number', value: 'port', help: 'port, 0 for a free one (4010)' },
  host: { option: 'host', kind: 'text', value: 'host', help: 'address to bind (127.0.0.1)' },
  'base-path': {
    option: 'basePath',
    kind: 'text',
    value: 'path',
    help: "path in front of the gateway's own paths (none)",
  },
  'user-id': { option: 'userId', kind: 'text', value: 'name', help: "the account's user (demo)" },
  password: {
    option: 'password',
    kind: 'text',
    value: 'text',
    help: 'its password (demo-password)',
  },
  'api-key': { option: 'apiKey', kind: 'text', value: 'text', help: 'its key (demo-api-key)' },
  'api-key-header': {
    option: 'apiKeyHeader',
    kind: 'text',
    value: 'name',
    help: 'header that carries the key (apikey)',
  },
  'token-ttl': {
    option: 'tokenTtl',
    kind: 'number',
    value: 'seconds',
    help: 'how long a token lives (3600)',
  },
  'time-zone': {
    option: 'timeZone',
    kind: 'text',
    value: 'zone',
    help: 'IANA zone of expires_after (UTC)',
  },
  'sender-id': {
    option: 'senderIds',
    kind: 'list',
    value: 'id',
    help: 'sender that is taken, may be repeated (any)',
  },
  duplicates: {
    option: 'duplicates',
    kind: 'text',
    value: 'how',
    help: 'flag, drop or refuse repeated messages (flag)',
  },
  keep: { option: 'keep', kind: 'number', value: 'count', help: 'messages that are kept (500)' },
  'inbox-password': {
    option: 'inboxPassword',
    kind: 'text',
    value: 'text',
    help: 'asked by page and API (none)',
  },
  'allowed-host': {
    option: 'allowedHosts',
    kind: 'list',
    value: 'name',
    help: 'further name of the page, may be repeated',
  },
  seed: { option: 'seed', kind: 'number', value: 'number', help: "seed of the faults' dice (1)" },
};

/** What the command line asks for. */
export type CliRequest =
  | { readonly do: 'help' }
  | { readonly do: 'version' }
  | { readonly do: 'start'; readonly options: GatewaySimulatorOptions };

/** The name of the variable that stands in for a flag. */
export function variableOf(flag: string): string {
  return `SMS_SIMULATOR_${flag.replaceAll('-', '_').toUpperCase()}`;
}

/**
 * Reads the command line, and the environment where a flag is not given.
 *
 * @throws GatewaySimulatorError saying what is wrong with it
 */
export function readCommandLine(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): CliRequest {
  const values = parse(args);
  if (values['help'] === true) return { do: 'help' };
  if (values['version'] === true) return { do: 'version' };
  const options: Record<string, unknown> = { port: 4010 };
  for (const [name, flag] of Object.entries(FLAGS)) {
    const given = values[name] ?? fromEnvironment(flag, environment[variableOf(name)]);
    if (given !== undefined) options[flag.option] = convert(flag, given);
  }
  return { do: 'start', options };
}

/** The error's text with flags in place of options: what one types is what one reads. */
export function nameFlags(message: string): string {
  return Object.entries(FLAGS).reduce(
    (text, [name, { option }]) =>
      text.replace(new RegExp(`(^|: |; |so )${option}(?= )`, 'g'), `$1--${name}`),
    message.replace(/^GatewaySimulator\.start: /, ''),
  );
}

function parse(args: readonly string[]): Record<string, unknown> {
  const flags = Object.entries(FLAGS).map(([name, { kind }]) => [
    name,
    { type: 'string', multiple: kind === 'list' } as const,
  ]);
  try {
    return parseArgs({
      args: [...args],
      options: {
        ...(Object.fromEntries(flags) as Record<string, { type: 'string'; multiple: boolean }>),
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    }).values;
  } catch (error) {
    const why = (error as Error).message.split('. To specify')[0] ?? '';
    throw new GatewaySimulatorError(
      'options',
      `${why.replace(/\.?$/, '.')} --help lists the options.`,
    );
  }
}

function fromEnvironment({ kind }: Flag, value: string | undefined): unknown {
  if (value === undefined || value === '') return undefined;
  return kind === 'list' ? value.split(',').map((item) => item.trim()) : value;
}

// Not Number alone: it reads an empty text as 0.
function convert({ kind }: Flag, given: unknown): unknown {
  if (kind !== 'number') return given;
  return /^-?\d+(?:\.\d+)?$/.test(String(given)) ? Number(given) : Number.NaN;
}
