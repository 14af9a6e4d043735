import { parseArgs } from 'node:util';
import { GatewaySimulatorError } from '../simulator-error.js';
import type { GatewaySimulatorOptions } from '../simulator.options.js';
import { describeParseError } from './parse-error.js';

interface Flag {
  readonly option: keyof GatewaySimulatorOptions;
  readonly kind: 'text' | 'number' | 'list';
  readonly value: string;
  readonly help: string;
}

type Flags = Readonly<Record<string, Flag>>;

/** The command line's flags under the headings of the help, and the options that they stand for. */
export const FLAG_GROUPS: Readonly<Record<string, Flags>> = {
  'Where it is': {
    port: text('port', 'port', 'port to listen on; 0 takes a free one (4010)', 'number'),
    host: text('host', 'host', 'address to bind (127.0.0.1: this machine alone)'),
    'base-path': text('basePath', 'path', "path in front of the gateway's own paths (none)"),
  },
  'The account that your app uses': {
    'user-id': text('userId', 'name', 'user name (demo)'),
    password: text('password', 'text', 'password (demo-password)'),
    'api-key': text('apiKey', 'text', 'key (demo-api-key)'),
    'api-key-header': text('apiKeyHeader', 'name', 'header that carries the key (apikey)'),
    'token-ttl': text('tokenTtl', 'seconds', 'how long a token lives (3600)', 'number'),
    'time-zone': text('timeZone', 'zone', 'IANA zone of expires_after (UTC)'),
  },
  'What it takes and keeps': {
    'sender-id': text('senderIds', 'id', 'sender that is taken, may be repeated (any)', 'list'),
    duplicates: text('duplicates', 'how', 'flag, drop or refuse repeated messages (flag)'),
    keep: text('keep', 'count', 'messages that are kept, and refused sends (500)', 'number'),
    file: text('file', 'path', 'file that keeps them over a restart (none)'),
    seed: text('seed', 'number', 'seed of the dice that faults are thrown with (1)', 'number'),
  },
  'Who may look': {
    'inbox-password': text('inboxPassword', 'text', 'asked by page and API (none)'),
    'allowed-host': text(
      'allowedHosts',
      'name',
      'further name of the page, may be repeated',
      'list',
    ),
  },
};

/** All of them. */
export const FLAGS: Flags = Object.fromEntries(
  Object.values(FLAG_GROUPS).flatMap((flags) => Object.entries(flags)),
);

/** What the command line asks for. */
export type CliRequest =
  | { readonly do: 'help' }
  | { readonly do: 'version' }
  | {
      readonly do: 'start';
      readonly options: GatewaySimulatorOptions;
      /** The options that came from the environment, with their variables. */
      readonly variables: Readonly<Record<string, string>>;
    };

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
  const variables: Record<string, string> = {};
  for (const [name, flag] of Object.entries(FLAGS)) {
    const variable = variableOf(name);
    const typed = values[name];
    const given = typed ?? fromEnvironment(flag, environment[variable]);
    if (given === undefined) continue;
    options[flag.option] = convert(flag, given);
    if (typed === undefined) variables[flag.option] = variable;
  }
  return { do: 'start', options, variables };
}

/**
 * The error's text with flags in place of options: what one typed is what one reads.
 *
 * @param variables of the options that came from the environment
 */
export function nameFlags(
  message: string,
  variables: Readonly<Record<string, string>> = {},
): string {
  return Object.entries(FLAGS).reduce(
    (shown, [name, { option }]) =>
      shown.replace(
        new RegExp(`(^|: |; |so )${option}(?:\\.\\d+)?(?= )`, 'g'),
        `$1${variables[option] ?? `--${name}`}`,
      ),
    message.replace(/^GatewaySimulator\.start: /, ''),
  );
}

function text(
  option: Flag['option'],
  value: string,
  help: string,
  kind: Flag['kind'] = 'text',
): Flag {
  return { option, kind, value, help };
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
    const why = describeParseError((error as Error).message, Object.keys(FLAGS));
    throw new GatewaySimulatorError('options', `${why} --help lists the options.`);
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
