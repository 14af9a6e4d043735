import { parseArgs } from 'node:util';
import { GatewaySimulatorError } from '../../simulator/simulator-error.js';
import type { Account, GatewaySimulatorOptions } from '../../simulator/simulator.options.js';

interface Flag {
  readonly option: keyof GatewaySimulatorOptions;
  readonly kind: 'text' | 'number' | 'list' | 'lines' | 'accounts' | 'switch' | 'pairs' | 'headers';
  /** What the help shows as its value; empty for a switch. */
  readonly value: string;
  readonly help: string;
}

type Flags = Readonly<Record<string, Flag>>;

/** The flags of the command line under the headings of the help. */
export const FLAG_GROUPS: Readonly<Record<string, Flags>> = {
  Address: {
    port: flag('port', 'port', 'port to listen on; 0 picks a free one (4010)', 'number'),
    host: flag('host', 'host', 'address to bind (127.0.0.1, for this machine only)'),
    'base-path': flag('basePath', 'path', "path in front of the gateway's own paths (none)"),
  },
  'The account of your app': {
    'user-id': flag('userId', 'name', 'user name (demo)'),
    password: flag('password', 'text', 'password (demo-password)'),
    'api-key': flag('apiKey', 'text', 'key (demo-api-key)'),
    account: flag(
      'accounts',
      'account',
      'one more, as user:password[:key]; repeatable',
      'accounts',
    ),
    'accept-any': flag('acceptAny', '', 'let every user id in, with any credentials', 'switch'),
    'api-key-header': flag('apiKeyHeader', 'name', 'header that carries the key (apikey)'),
    'token-ttl': flag('tokenTtl', 'seconds', 'lifetime of a token (3600)', 'number'),
    'token-scheme': flag('tokenScheme', 'word', 'word needed before the token, as Bearer (none)'),
    'time-zone': flag('timeZone', 'zone', 'IANA zone of expires_after and the page (UTC)'),
  },
  Messages: {
    'sender-id': flag('senderIds', 'id', 'allowed sender, can be repeated (any)', 'list'),
    template: flag('templates', 'text', 'registered template, can be repeated (any text)', 'lines'),
    duplicates: flag('duplicates', 'how', 'flag, drop or refuse repeated messages (flag)'),
    balance: flag('balance', 'count', 'segments that each account can send (unlimited)', 'number'),
    keep: flag(
      'keep',
      'count',
      'messages and refused sends to keep, of each (500); at most 64 MiB',
      'number',
    ),
    file: flag('file', 'path', 'file that keeps them over a restart (none)'),
    seed: flag('seed', 'number', 'seed of the dice for random faults (1)', 'number'),
  },
  'Delivery reports': {
    'delivery-delay': flag(
      'deliveryDelay',
      'ms',
      'time until a message is delivered (1000)',
      'number',
    ),
    'report-url': flag('reportUrl', 'url', 'address that reports are sent to (none)'),
    'report-method': flag(
      'reportMethod',
      'method',
      'POST, or GET with the fields in the query (POST)',
    ),
    'report-format': flag('reportFormat', 'how', 'form or json (form)'),
    'report-fields': flag(
      'reportFields',
      'names',
      'a preset, or part=name,part=name (transId)',
      'pairs',
    ),
    'report-states': flag(
      'reportStates',
      'words',
      'like delivered=DELIVRD,failed=UNDELIV',
      'pairs',
    ),
    'report-codes': flag('reportCodes', 'codes', 'like delivered=0,failed=1', 'pairs'),
    'report-times': flag('reportTimes', 'how', 'wall-clock, iso or epoch (wall-clock)'),
    'report-header': flag(
      'reportHeaders',
      'header',
      "like 'X-Key: secret', can be repeated",
      'headers',
    ),
  },
  'Access to the inbox': {
    'inbox-password': flag('inboxPassword', 'text', 'password of the page and the API (none)'),
    'allowed-host': flag('allowedHosts', 'name', 'additional host name, can be repeated', 'list'),
  },
};

/** All flags. */
export const FLAGS: Flags = Object.assign({}, ...Object.values(FLAG_GROUPS)) as Flags;

/** What is between the values of a flag in the environment. Templates and headers may contain commas. */
const SEPARATORS: Readonly<Partial<Record<Flag['kind'], string>>> = {
  list: ',',
  accounts: ',',
  lines: '\n',
  headers: '\n',
};

/** What the user asks for. */
export type CliRequest =
  | { readonly do: 'help' | 'version' }
  | {
      readonly do: 'start';
      readonly options: GatewaySimulatorOptions;
      /** What the user calls an option: its flag, or its variable if the value came from there. */
      readonly nameOf: (option: string) => string;
    };

/** The environment variable for a flag. */
export function variableOf(name: string): string {
  return `SMS_SIMULATOR_${name.replaceAll('-', '_').toUpperCase()}`;
}

/**
 * Reads the command line, and the environment for flags that are not given.
 *
 * @throws GatewaySimulatorError saying what is wrong
 */
export function readCommandLine(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): CliRequest {
  const values = parse(args);
  if (values['help'] !== undefined) return { do: 'help' };
  if (values['version'] !== undefined) return { do: 'version' };
  const options: Record<string, unknown> = { port: 4010 };
  const names = new Map<string, string>();
  for (const [name, { option, kind }] of Object.entries(FLAGS)) {
    const variable = environment[variableOf(name)];
    const typed = values[name];
    names.set(option, typed === undefined && variable ? variableOf(name) : `--${name}`);
    if (typed !== undefined) options[option] = convert(kind, typed);
    else if (variable) {
      const separator = SEPARATORS[kind];
      const parts = separator === undefined ? [variable] : variable.split(separator);
      options[option] = convert(kind, parts);
    }
  }
  return { do: 'start', options, nameOf: (option) => names.get(option) ?? option };
}

function flag(
  option: Flag['option'],
  value: string,
  help: string,
  kind: Flag['kind'] = 'text',
): Flag {
  return { option, kind, value, help };
}

/** The values of each flag, in order. */
function parse(args: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const type = (name: string) =>
    ({ type: FLAGS[name]?.kind === 'switch' ? 'boolean' : 'string' }) as const;
  const { tokens } = parseArgs({
    args: [...args],
    options: {
      ...Object.fromEntries(Object.keys(FLAGS).map((name) => [name, type(name)])),
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean', short: 'v' },
    },
    // Not strict, because the errors of Node do not say which flags there are.
    strict: false,
    tokens: true,
  });
  const values: Record<string, string[]> = {};
  for (const token of tokens) {
    if (token.kind === 'positional') {
      throw problem(`'${token.value}' is not an option. Options start with two dashes.`);
    }
    if (token.kind !== 'option') continue;
    const { name, rawName, value } = token;
    const isOther = name === 'help' || name === 'version';
    const isSwitch = isOther || FLAGS[name]?.kind === 'switch';
    if (!isOther && !Object.hasOwn(FLAGS, name)) {
      throw problem(`There is no option '${rawName}'${suggest(name)}`);
    }
    if (!isSwitch && value === undefined) throw problem(`${rawName} needs a value.`);
    values[name] = [...(values[name] ?? []), value ?? (isSwitch ? 'true' : '')];
  }
  return values;
}

// Not Number alone, because it reads an empty string as 0.
function convert(kind: Flag['kind'], given: readonly string[]): unknown {
  if (kind === 'list') return given.map((item) => item.trim());
  if (kind === 'accounts') return given.map(readAccount);
  if (kind === 'lines') return given.filter((line) => line !== '');
  if (kind === 'headers') return readPairs(given, ':');
  const text = given.at(-1) ?? '';
  if (kind === 'pairs') return text.includes('=') ? readPairs(text.split(','), '=') : text;
  if (kind === 'switch') return { true: true, false: false }[text] ?? text;
  if (kind === 'text') return text;
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
}

/** An object from texts like `name=value`. */
function readPairs(given: readonly string[], separator: string): Record<string, string> {
  const pairs = given.map((pair) => {
    const [name = '', ...value] = pair.split(separator);
    return [name.trim(), value.join(separator).trim()] as const;
  });
  return Object.fromEntries(pairs);
}

function readAccount(given: string): Account {
  const [userId = '', password, ...key] = given.trim().split(':');
  const apiKey = key.join(':');
  if (userId === '' || !(password || apiKey)) {
    throw problem('--account must be user:password or user:password:key.');
  }
  return { userId, ...(password && { password }), ...(apiKey && { apiKey }) };
}

// Another spelling (userId), swapped letters (prot), or the start of a name (-p).
function suggest(given: string): string {
  const near = Object.keys(FLAGS)
    .filter((name) => sorted(name) === sorted(given) || letters(name).startsWith(letters(given)))
    .map((name) => `--${name}`);
  return near.length > 0 ? `; did you mean ${near.join(' or ')}?` : '.';
}

function letters(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}

function sorted(name: string): string {
  return [...letters(name)].toSorted().join('');
}

function problem(message: string): GatewaySimulatorError {
  return new GatewaySimulatorError('options', `${message} --help lists the options.`);
}
