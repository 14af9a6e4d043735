import type { NoUnread } from '../../lib/core/common/no-unread.js';
import { isTimeZone } from '../../lib/core/common/time-zone.js';
import { ADVICE } from '../../lib/core/errors/advice.js';
import { type SmsGatewayError, SmsMessageError } from '../../lib/core/errors/index.js';
import { checkMessage, NO_DEFAULTS } from '../../lib/core/message/check-message.js';
import { createRecipientReader } from '../../lib/core/message/recipient-reader.js';
import type { SmsMessage } from '../../lib/core/message/sms-message.js';
import { authSchema } from '../../lib/core/options/auth-schema.js';
import { baseUrlProblem } from '../../lib/core/options/base-url.js';
import { problemsIn } from '../../lib/core/options/schemas.js';
import { helpAbout, readFlags, toggle, UsageError, value } from '../terminal/flags.js';

/** What `sms-gateway check` was asked to do. */
export type CheckRequest = Exclude<ReturnType<typeof readCheckArguments>, 'help'>;

const TEXT = 'Test message of sms-gateway check.';

/** The flags: how they are read, and what the help says about them. */
const FLAGS = {
  'base-url': value('url', "the gateway's base address, or SMS_BASE_URL"),
  'user-id': value('name', 'the user name of the account, or SMS_USER_ID'),
  'allow-insecure': toggle('allow http to another machine'),
  'time-zone': value('zone', 'check how well expires_after fits this time zone, or SMS_TIME_ZONE'),
  'api-key-header': value('name', 'the header that carries an API key (apikey)'),
  to: value('number', 'send one real message to this number, after asking'),
  yes: toggle('send it without asking'),
  text: value('text', `its text ('${TEXT}')`),
  'sender-id': value('id', 'its sender'),
  'dlt-entity-id': value('id', 'its registered entity (India)'),
  'dlt-template-id': value('id', 'its registered template (India)'),
  help: { ...toggle('show this text'), short: 'h' },
};

/** The output of `sms-gateway check --help`. */
export const CHECK_HELP = `sms-gateway check: logs in to a real gateway and says how to set up the module. It sends nothing,
unless you give it a number.

Usage: npx -p nestjs-sms-gateway sms-gateway check --base-url <url> --user-id <name> [options]

${helpAbout(FLAGS)}
The password or the API key comes from SMS_PASSWORD or SMS_API_KEY, or you are asked for it. It
cannot be an argument, because other users of this machine can see arguments.

Exit code: 0 it works, or the gateway issued a token; 1 the gateway refused, did not answer, or its
answers prove nothing; 2 wrong usage.
`;

// The flags instead of the options that errors of the package name. It does not compile if a sentence is missing, or
// is not one of the package's.
const ADVICE_HERE: Readonly<Record<(typeof ADVICE)[keyof typeof ADVICE], string>> = {
  [ADVICE.credentials]: 'Check --user-id and the password.',
  [ADVICE.address]: 'Check that --base-url is the base address of the gateway.',
  [ADVICE.gateway]: 'Check --base-url and that the gateway is up.',
  [ADVICE.certificate]: 'Check --base-url.',
  [ADVICE.redirect]: 'Use the address it points to as --base-url.',
  [ADVICE.notFound]:
    'HTTP 404 can mean that --base-url is not the base address of the gateway: check it.',
};
/** The problems of an address that name options. */
const ADDRESS: Readonly<Partial<Record<NonNullable<ReturnType<typeof baseUrlProblem>>, string>>> = {
  'contains credentials, which would show in logs. Pass them as auth':
    'contains credentials, which would show in logs. Give the name as --user-id',
  'is http to another machine, where others could read the credentials on the way. Use an https address, or set allowInsecure: true':
    'is http to another machine, where others could read the credentials on the way. Use an https address, or add --allow-insecure',
};

/** What an error of the package says, with the flags of the command in its advice. */
export function inFlags({ message }: SmsGatewayError): string {
  let textInFlags = message;
  for (const [advice, here] of Object.entries(ADVICE_HERE))
    textInFlags = textInFlags.replace(advice, here);
  return textInFlags;
}

/** @throws UsageError, which repeats no value, because it may be a secret */
export function readCheckArguments(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  canAsk: boolean,
) {
  const {
    help,
    'base-url': baseUrl = env['SMS_BASE_URL'],
    'user-id': userId = env['SMS_USER_ID'],
    'allow-insecure': allowInsecure = false,
    'time-zone': zone,
    'api-key-header': header,
    to,
    yes = false,
    text = TEXT,
    'sender-id': senderId,
    'dlt-entity-id': dltEntityId,
    'dlt-template-id': dltTemplateId,
    ...unread
  } = parse(args);
  // It does not compile if a flag is not read.
  void (unread satisfies NoUnread);
  if (help) return 'help';
  const { SMS_PASSWORD: password, SMS_API_KEY: apiKey } = env;
  // An empty variable is one that is not set.
  const timeZone = zone ?? (env['SMS_TIME_ZONE'] || undefined);
  const defaults = { senderId, dltEntityId, dltTemplateId };
  if (!baseUrl) throw new UsageError('--base-url is missing, for example https://sms.example.com.');
  if (!userId) throw new UsageError('--user-id is missing: the user name of the account.');
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    const setting = zone === undefined ? 'SMS_TIME_ZONE' : '--time-zone';
    throw new UsageError(`${setting} is not an IANA time zone. An example is 'Asia/Kolkata'.`);
  }
  if (!canAsk && !password && !apiKey) {
    throw new UsageError('Set SMS_PASSWORD or SMS_API_KEY: there is no terminal to ask for it.');
  }
  if (!canAsk && to !== undefined && !yes) {
    throw new UsageError('--to also needs --yes, because there is no terminal to ask first.');
  }
  const auth = { method: 'apiKey', userId, apiKey: 'not known yet', header };
  const problems = problemsIn(authSchema.safeParse(auth).error, {
    nameOf: (key) => (key === 'header' ? '--api-key-header' : '--user-id'),
  });
  const address = baseUrlProblem(baseUrl, allowInsecure);
  if (address) problems.push(`--base-url ${ADDRESS[address] ?? address}.`);
  if (problems.length > 0) throw new UsageError(problems.join(' '));
  const message = to === undefined ? undefined : { to, text, ...defaults };
  if (message) checkText(message);
  const secret = password || apiKey;
  return {
    account: { baseUrl, allowInsecure: allowInsecure || undefined },
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

/** @throws UsageError */
function checkText(message: SmsMessage): void {
  const readRecipient = createRecipientReader({ numbers: 'strict', defaultCountry: undefined });
  try {
    checkMessage(message, { defaults: NO_DEFAULTS, readRecipient });
  } catch (error) {
    if (!(error instanceof SmsMessageError)) throw error;
    const issues = error.issues.map(({ message: problem, path }) => {
      const flag = path.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      return `--${flag} ${problem}.`;
    });
    throw new UsageError(issues.join(' '));
  }
}

function parse(args: readonly string[]) {
  const advice = ' A password or key is never one: set SMS_PASSWORD or SMS_API_KEY.';
  const { positionals, values } = readFlags(args, FLAGS, advice);
  if (positionals.length === 0) return values;
  throw new UsageError(
    'Something was given without an option before it. --help lists the options.',
  );
}
