import { parseArgs } from 'node:util';
import { z } from 'zod';
import { GatewaySimulatorError } from '../../simulator/common/simulator-error.js';
import { optionsSchema } from '../../simulator/options/check-options.js';
import type {
  Account,
  GatewaySimulatorOptions,
} from '../../simulator/options/simulator.options.js';

/** A flag of the command line. Its name, value and help are those of an option's schema. */
interface Flag {
  readonly option: string;
  readonly kind: 'text' | 'number' | 'list' | 'lines' | 'accounts' | 'switch' | 'pairs' | 'headers';
  /** What the help shows as its value; empty for a switch. */
  readonly value: string;
  readonly help: string;
}

/** How a flag is read, if the type of its option does not say so. */
const KINDS: Readonly<Record<string, Flag['kind']>> = {
  accounts: 'accounts',
  templates: 'lines',
  reportFields: 'pairs',
  reportStates: 'pairs',
  reportCodes: 'pairs',
  reportHeaders: 'headers',
};
const KINDS_OF_TYPES: Readonly<Record<string, Flag['kind']>> = {
  integer: 'number',
  number: 'number',
  boolean: 'switch',
  array: 'list',
};

/** What is between the values of a flag in the environment. Templates and headers may contain commas. */
const SEPARATORS: Readonly<Partial<Record<Flag['kind'], string>>> = {
  list: ',',
  accounts: ',',
  lines: '\n',
  headers: '\n',
};

/** The headings of the help, and the option that is the first one below each. */
const HEADINGS: Readonly<Record<string, string>> = {
  port: 'Address',
  userId: 'The account of your app',
  senderIds: 'Messages',
  deliveryDelay: 'Delivery reports',
  inboxPassword: 'Access to the inbox',
};

/** The flags under the headings of the help. */
export const FLAG_GROUPS: Readonly<Record<string, Readonly<Record<string, Flag>>>> = readFlags();

/** All flags. */
export const FLAGS: Readonly<Record<string, Flag>> = Object.assign(
  {},
  ...Object.values(FLAG_GROUPS),
);

/** What the user asks for. */
export type CliRequest =
  | 'help'
  | {
      readonly options: GatewaySimulatorOptions;
      /** What the user calls an option: its flag, or its variable if the value came from there. */
      readonly nameOf: (option: string) => string;
    };

const PREFIX = 'SMS_SIMULATOR_';
/** What Kubernetes sets for a service that is named `sms-simulator`. */
const OF_KUBERNETES = /^(?:SERVICE_|PORT_\d)/;

/** The environment variable for a flag. */
export function variableOf(name: string): string {
  return `${PREFIX}${name.replaceAll('-', '_').toUpperCase()}`;
}

/** What to say about variables that look like those of flags, but are misspelt. */
export function warningsAbout(environment: object): readonly string[] {
  const knownVariables = new Set(Object.keys(FLAGS).map(variableOf));
  return Object.keys(environment).flatMap((variable) => {
    const name = variable.slice(PREFIX.length);
    const isOther = !variable.startsWith(PREFIX) || OF_KUBERNETES.test(name);
    if (isOther || knownVariables.has(variable)) return [];
    return [`There is no option for ${variable}, so it is ignored${suggest(name, variableOf)}`];
  });
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
  if (values['help'] !== undefined) return 'help';
  const options: Record<string, unknown> = { port: 4010 };
  const names = new Map<string, string>();
  for (const [name, { option, kind, value, help }] of Object.entries(FLAGS)) {
    const variable = environment[variableOf(name)];
    const typed = values[name];
    names.set(option, typed === undefined && variable ? variableOf(name) : `--${name}`);
    if (typed !== undefined) options[option] = convert(kind, typed);
    else if (variable) {
      const separator = SEPARATORS[kind];
      const parts = separator === undefined ? [variable] : variable.split(separator);
      options[option] = convert(kind, parts);
    }
    // The option's own error would ask for an object.
    const converted = options[option];
    if (kind === 'pairs' && option !== 'reportFields' && typeof converted === 'string') {
      throw problem(`${names.get(option)} is not valid. Provide ${value} ${help}.`);
    }
    if (kind === 'headers' && Object.values(converted ?? {}).includes('')) {
      throw problem(`${names.get(option)} is not valid. Provide a header like 'X-Key: secret'.`);
    }
  }
  return { options, nameOf: (option) => names.get(option) ?? option };
}

function readFlags(): typeof FLAG_GROUPS {
  const groups: Record<string, Record<string, Flag>> = {};
  let group: Record<string, Flag> = {};
  for (const [option, schema] of Object.entries(optionsSchema.shape)) {
    const heading = HEADINGS[option];
    if (heading !== undefined) group = groups[heading] = {};
    if (schema.description === undefined) continue;
    const { type } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    const [, value = '', help = ''] = /^(?:<(\w+)> )?(.*)$/.exec(schema.description) ?? [];
    const kind = KINDS[option] ?? KINDS_OF_TYPES[String(type)] ?? 'text';
    // A flag that can be repeated is named in the singular.
    const name = kind in SEPARATORS ? option.replace(/s$/, '') : option;
    const flag = name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
    group[flag] = { option, kind, value, help };
  }
  return groups;
}

/** The values of each flag, in order. */
function parse(args: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const isSwitch = (name: string) => name === 'help' || FLAGS[name]?.kind === 'switch';
  const type = (name: string) => ({ type: isSwitch(name) ? 'boolean' : 'string' }) as const;
  const { tokens } = parseArgs({
    args: [...args],
    options: {
      ...Object.fromEntries(Object.keys(FLAGS).map((name) => [name, type(name)])),
      help: { type: 'boolean', short: 'h' },
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
    if (name !== 'help' && !Object.hasOwn(FLAGS, name)) {
      throw problem(`There is no option '${rawName}'${suggest(name)}`);
    }
    if (!isSwitch(name) && value === undefined) throw problem(`${rawName} needs a value.`);
    values[name] = [...(values[name] ?? []), value ?? 'true'];
  }
  return values;
}

// Not Number alone, because it reads an empty string as 0.
function convert(kind: Flag['kind'], values: readonly string[]): unknown {
  if (kind === 'list') return values.map((item) => item.trim());
  if (kind === 'accounts') return values.map(readAccount);
  if (kind === 'lines') return values.filter((line) => line !== '');
  if (kind === 'headers') return readPairs(values, ':');
  const text = values.at(-1) ?? '';
  if (kind === 'pairs') return text.includes('=') ? readPairs(text.split(','), '=') : text;
  if (kind === 'switch') return { true: true, false: false }[text] ?? text;
  if (kind === 'text') return text;
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
}

/** An object from texts like `name=value`. */
function readPairs(texts: readonly string[], separator: string): Record<string, string> {
  const pairs = texts.map((pair) => {
    const [name = '', ...value] = pair.split(separator);
    return [name.trim(), value.join(separator).trim()] as const;
  });
  return Object.fromEntries(pairs);
}

function readAccount(accountText: string): Account {
  const [userId = '', password, ...key] = accountText.trim().split(':');
  const apiKey = key.join(':');
  if (userId === '' || !(password || apiKey)) {
    throw problem('--account must be user:password or user:password:key.');
  }
  return { userId, ...(password && { password }), ...(apiKey && { apiKey }) };
}

// Another spelling (userId), swapped letters (prot), or the start of a name (-p).
function suggest(writtenName: string, write = (name: string) => `--${name}`): string {
  const near = Object.keys(FLAGS)
    .filter(
      (name) =>
        sorted(name) === sorted(writtenName) || letters(name).startsWith(letters(writtenName)),
    )
    .map(write);
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
