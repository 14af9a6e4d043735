import { parseArgs } from 'node:util';
import { isTimeZone } from '../../common/time-zone.js';
import { baseUrlProblem } from '../../options/base-url.js';
import { isHeaderName, isSetByRequest } from '../../protocol/header.js';
import { isTerminal, type Terminal } from './ask.js';

/** Wrong usage of the command: the exit code is 2. */
export class UsageError extends Error {}

/** What `sms-gateway check` was asked to do. */
export interface CheckRequest {
  readonly baseUrl: string;
  readonly allowInsecure: boolean;
  readonly userId: string;
  readonly header: string | undefined;
  readonly timeZone: string | undefined;
  readonly to: string | undefined;
  readonly text: string;
  readonly senderId: string | undefined;
  readonly dltEntityId: string | undefined;
  readonly dltTemplateId: string | undefined;
  /** Whether to send without asking. */
  readonly yes: boolean;
}

const TEXT = 'Test message of sms-gateway check.';

/** The flags with their value, empty for a switch, and their help. */
const FLAGS: Readonly<Record<string, readonly [value: string, help: string]>> = {
  'base-url': ['url', "the gateway's base address, or SMS_BASE_URL"],
  'user-id': ['name', 'the user name of the account, or SMS_USER_ID'],
  'allow-insecure': ['', 'allow http to another machine'],
  'time-zone': ['zone', 'check whether expires_after fits this time zone'],
  'api-key-header': ['name', 'the header that carries an API key (apikey)'],
  to: ['number', 'then send one real message to this number, after a question'],
  yes: ['', 'send it without the question'],
  text: ['text', `its text ('${TEXT}')`],
  'sender-id': ['id', 'its sender'],
  'dlt-entity-id': ['id', 'its registered entity (India)'],
  'dlt-template-id': ['id', 'its registered template (India)'],
  help: ['', 'show this text'],
};

/** The output of `sms-gateway check --help`. */
export const CHECK_HELP = `sms-gateway check: logs in to a real gateway and says how to set up the module. It sends nothing,
unless you give it a number.

Usage: npx -p nestjs-sms-gateway sms-gateway check --base-url <url> --user-id <name> [options]

${Object.entries(FLAGS)
  .map(([name, [value, help]]) => `  --${value ? `${name} <${value}>` : name}`.padEnd(29) + help)
  .join('\n')}

The password or the API key comes from SMS_PASSWORD or SMS_API_KEY, or you are asked for it. It is
never an argument, because other users of this machine can see those.

Exit code: 0 it works, 1 the gateway refused or did not answer, 2 wrong usage.
`;

/** @throws UsageError */
export function readCheckArguments(
  args: readonly string[],
  { env, stdin }: Terminal,
): CheckRequest | 'help' {
  const given = parse(args);
  if (given.has('help')) return 'help';
  const baseUrl = given.get('base-url') ?? env['SMS_BASE_URL'] ?? '';
  const userId = given.get('user-id') ?? env['SMS_USER_ID'] ?? '';
  const allowInsecure = given.has('allow-insecure');
  const [header, timeZone] = [given.get('api-key-header'), given.get('time-zone')];
  const canAsk = isTerminal(stdin);
  if (baseUrl === '')
    throw new UsageError('--base-url is missing, for example https://sms.example.com.');
  if (userId === '') throw new UsageError('--user-id is missing: the user name of the account.');
  const problem = baseUrlProblem(baseUrl, allowInsecure, 'add --allow-insecure');
  if (problem)
    throw new UsageError(
      `--base-url ${problem.replace('Pass them as auth', 'Give the name as --user-id')}.`,
    );
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    throw new UsageError("--time-zone is not an IANA time zone. An example is 'Asia/Kolkata'.");
  }
  if (header !== undefined && (!isHeaderName(header) || isSetByRequest(header))) {
    throw new UsageError('--api-key-header is not the name of a header that can carry a key.');
  }
  if (!canAsk && !env['SMS_PASSWORD'] && !env['SMS_API_KEY']) {
    throw new UsageError(
      'Set SMS_PASSWORD or SMS_API_KEY, because there is no terminal to ask for it.',
    );
  }
  if (!canAsk && given.has('to') && !given.has('yes')) {
    throw new UsageError('--to also needs --yes, because there is no terminal to ask first.');
  }
  return {
    baseUrl,
    allowInsecure,
    userId,
    header,
    timeZone,
    to: given.get('to'),
    text: given.get('text') ?? TEXT,
    senderId: given.get('sender-id'),
    dltEntityId: given.get('dlt-entity-id'),
    dltTemplateId: given.get('dlt-template-id'),
    yes: given.has('yes'),
  };
}

/** The value of each flag; empty for a switch. Errors repeat no value, because it may be a secret. */
function parse(args: readonly string[]): ReadonlyMap<string, string> {
  const options = Object.entries(FLAGS).map(
    ([name, [value]]) => [name, { type: value === '' ? 'boolean' : 'string' }] as const,
  );
  const { tokens } = parseArgs({
    args: [...args],
    options: { ...Object.fromEntries(options), help: { type: 'boolean', short: 'h' } },
    // Not strict, because the errors of Node.js repeat what was given.
    strict: false,
    tokens: true,
  });
  const given = new Map<string, string>();
  for (const token of tokens) {
    if (token.kind === 'option' && !Object.hasOwn(FLAGS, token.name)) {
      throw new UsageError(
        /^(?:p|k)$|pass|secret|key|token/i.test(token.name)
          ? 'A password or key is never an argument, because other users of this machine can see those. Set SMS_PASSWORD or SMS_API_KEY, or leave it out to be asked.'
          : `There is no option ${token.rawName.slice(0, 20)}. --help lists the options.`,
      );
    }
    if (token.kind === 'positional') {
      throw new UsageError(
        'Something was given without an option before it. --help lists the options.',
      );
    }
    if (token.kind !== 'option') continue;
    const isSwitch = FLAGS[token.name]?.[0] === '';
    if (!isSwitch && !token.value) throw new UsageError(`${token.rawName} needs a value.`);
    if (isSwitch && token.value !== undefined)
      throw new UsageError(`${token.rawName} takes no value.`);
    given.set(token.name, token.value ?? '');
  }
  return given;
}
