import { parseArgs } from 'node:util';
import { isTimeZone } from '../../lib/core/common/time-zone.js';
import { SmsConfigurationError, SmsMessageError } from '../../lib/core/errors/index.js';
import { checkMessage, NO_DEFAULTS } from '../../lib/core/message/check-message.js';
import { createRecipientReader } from '../../lib/core/message/recipient-reader.js';
import { checkOptions } from '../../lib/core/options/check-options.js';

/** Wrong usage of the command: the exit code is 2. */
export class UsageError extends Error {}

/** What `sms-gateway check` was asked to do. */
export type CheckRequest = Exclude<ReturnType<typeof readCheckArguments>, 'help'>;

const TEXT = 'Test message of sms-gateway check.';
const value = { type: 'string' } as const;
const toggle = { type: 'boolean' } as const;

/** The output of `sms-gateway check --help`. */
export const CHECK_HELP = `sms-gateway check: logs in to a real gateway and says how to set up the module. It sends nothing,
unless you give it a number.

Usage: npx -p nestjs-sms-gateway sms-gateway check --base-url <url> --user-id <name> [options]

  --base-url <url>           the gateway's base address, or SMS_BASE_URL
  --user-id <name>           the user name of the account, or SMS_USER_ID
  --allow-insecure           allow http to another machine
  --time-zone <zone>         check how well expires_after fits this time zone, or SMS_TIME_ZONE
  --api-key-header <name>    the header that carries an API key (apikey)
  --to <number>              send one real message to this number, after asking
  --yes                      send it without asking
  --text <text>              its text ('${TEXT}')
  --sender-id <id>           its sender
  --dlt-entity-id <id>       its registered entity (India)
  --dlt-template-id <id>     its registered template (India)
  --help                     show this text

The password or the API key comes from SMS_PASSWORD or SMS_API_KEY, or you are asked for it. It
cannot be an argument, because other users of this machine can see arguments.

Exit code: 0 it works, or the gateway issued a token; 1 the gateway refused, did not answer, or its
answers prove nothing; 2 wrong usage.
`;

const FLAGS = [
  ['set allowInsecure: true', 'add --allow-insecure'],
  ['Pass them as auth', 'Give the name as --user-id'],
  ['auth.header', '--api-key-header'],
  ['auth.userId', '--user-id'],
  ['auth.password', 'the password'],
  ['baseUrl', '--base-url'],
  ['the lookup', 'a request'],
  [' Nothing was sent.', ''],
] as const;

/** What an error of the package says, with the flags of the command in place of options. */
export function inFlags(text: string): string {
  return FLAGS.reduce((said, [option, flag]) => said.replaceAll(option, flag), text);
}

/** @throws UsageError, which repeats no value, because it may be a secret */
export function readCheckArguments(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  canAsk: boolean,
) {
  const given = parse(args);
  if (given.help) return 'help';
  const baseUrl = given['base-url'] ?? env['SMS_BASE_URL'];
  const userId = given['user-id'] ?? env['SMS_USER_ID'];
  const { SMS_PASSWORD: password, SMS_API_KEY: apiKey } = env;
  const { text = TEXT, to, yes = false } = given;
  const header = given['api-key-header'];
  // An empty variable is one that is not set.
  const timeZone = given['time-zone'] ?? (env['SMS_TIME_ZONE'] || undefined);
  const account = { baseUrl: baseUrl ?? '', allowInsecure: given['allow-insecure'] };
  const defaults = {
    senderId: given['sender-id'],
    dltEntityId: given['dlt-entity-id'],
    dltTemplateId: given['dlt-template-id'],
  };
  if (!baseUrl) throw new UsageError('--base-url is missing, for example https://sms.example.com.');
  if (!userId) throw new UsageError('--user-id is missing: the user name of the account.');
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    const setting = given['time-zone'] === undefined ? 'SMS_TIME_ZONE' : '--time-zone';
    throw new UsageError(`${setting} is not an IANA time zone. An example is 'Asia/Kolkata'.`);
  }
  if (!canAsk && !password && !apiKey) {
    throw new UsageError('Set SMS_PASSWORD or SMS_API_KEY: there is no terminal to ask for it.');
  }
  if (!canAsk && to !== undefined && !yes) {
    throw new UsageError('--to also needs --yes, because there is no terminal to ask first.');
  }
  const message = to === undefined ? undefined : { to, text, ...defaults };
  try {
    const auth = { method: 'apiKey', userId, apiKey: 'not known yet', header };
    checkOptions({ ...account, auth }, {}, '');
    const readRecipient = createRecipientReader({ numbers: 'strict', defaultCountry: undefined });
    if (message) checkMessage(message, { defaults: NO_DEFAULTS, readRecipient });
  } catch (error) {
    if (error instanceof SmsConfigurationError) throw new UsageError(inFlags(error.message).trim());
    if (!(error instanceof SmsMessageError)) throw error;
    const issues = error.issues.map(({ message: problem, path }) => {
      const flag = path.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      return `--${flag} ${problem}.`;
    });
    throw new UsageError(issues.join(' '));
  }
  const secret = password || apiKey;
  return {
    account,
    userId,
    secret,
    isKey: !password && !!apiKey,
    header,
    timeZone,
    message,
    defaults,
    yes,
  };
}

function parse(args: readonly string[]) {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'base-url': value,
        'user-id': value,
        'allow-insecure': toggle,
        'time-zone': value,
        'api-key-header': value,
        to: value,
        yes: toggle,
        text: value,
        'sender-id': value,
        'dlt-entity-id': value,
        'dlt-template-id': value,
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (positionals.length === 0) return values;
  } catch (error) {
    // The other sentences explain positional arguments.
    const [, problem] = /: ([^.\n]+)/.exec(String(error)) ?? [];
    throw new UsageError(
      `${problem}. --help lists the options. A password or key is never one: set SMS_PASSWORD or SMS_API_KEY.`,
    );
  }
  throw new UsageError(
    'Something was given without an option before it. --help lists the options.',
  );
}
