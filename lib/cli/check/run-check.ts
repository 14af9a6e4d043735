import { createSmsService } from '../../create-sms-service.js';
import { SmsGatewayError, SmsMessageError } from '../../errors/index.js';
import { checkMessage } from '../../message/check-message.js';
import { createRecipientReader } from '../../message/recipient-reader.js';
import type { SmsMessage } from '../../message/sms-message.js';
import type { SmsAuthOptions } from '../../sms-gateway.options.js';
import { CHECK_HELP, type CheckRequest, readCheckArguments, UsageError } from './arguments.js';
import { ask, type Terminal } from './ask.js';
import { AuthFinder, type FoundAuth, plain, type Say } from './find-auth.js';
import { optionsText } from './options-text.js';
import { Trial } from './trial.js';

type GivenSecret = readonly [secret: string, givenAs: 'password' | 'apiKey'];

/**
 * Logs in to a gateway, prints what it understood, and sends a message if it was asked to.
 *
 * @returns the exit code: 0 it works, 1 the gateway refused or did not answer, 2 wrong usage
 */
export async function runCheck(
  terminal: Terminal,
  args: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  const write = (text: string) => void terminal.stdout.write(text);
  const say: Say = (mark, ...lines) => write(`${mark} ${lines.join('\n  ')}\n`);
  try {
    const request = readCheckArguments(args, terminal);
    if (request === 'help') {
      write(CHECK_HELP);
      return 0;
    }
    const message = messageOf(request);
    const secrets = await readSecrets(request, terminal, signal);
    write(`\nGateway ${request.baseUrl}, user ${request.userId}\n\n`);
    const found = await findAuth(request, secrets, say, signal);
    if (!found) return 1;
    write(`\nCopy this into your module:\n\n${optionsText(request, found.auth)}\n`);
    if (message) return await sendOne(request, message, found.auth, terminal, say, signal);
    write('Nothing was sent. To send one real message, add --to with a number.\n');
    return found.proved ? 0 : 1;
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.stderr.write(`sms-gateway check: ${error.message}\n`);
      return 2;
    }
    if (signal.aborted) {
      terminal.stderr.write('\nStopped. Nothing was sent.\n');
      return 130;
    }
    if (!(error instanceof SmsGatewayError)) throw error;
    say('✗', plain(error), ...adviceOn(error));
    return 1;
  }
}

/** @throws UsageError if it cannot be sent */
function messageOf(request: CheckRequest): SmsMessage | undefined {
  const { to, text, senderId, dltEntityId, dltTemplateId } = request;
  if (to === undefined) return undefined;
  const message = {
    to,
    text,
    ...(senderId && { senderId }),
    ...(dltEntityId && { dltEntityId }),
    ...(dltTemplateId && { fields: { dltTemplateId } }),
  };
  try {
    const readRecipient = createRecipientReader({ numbers: 'strict', defaultCountry: undefined });
    checkMessage(message, { defaults: { values: {}, fields: {} }, readRecipient });
    return message;
  } catch (error) {
    if (!(error instanceof SmsMessageError)) throw error;
    const issues = error.issues.map(({ path, message: why }) => `--${flagOf(path)} ${why}.`);
    throw new UsageError(issues.join(' '));
  }
}

function flagOf(path: string): string {
  return path.replace('fields.', '').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

async function readSecrets(
  { userId }: CheckRequest,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<readonly GivenSecret[]> {
  const { SMS_PASSWORD: password, SMS_API_KEY: apiKey } = terminal.env;
  const given: GivenSecret[] = [];
  if (password) given.push([password, 'password']);
  if (apiKey) given.push([apiKey, 'apiKey']);
  if (given.length > 0) return given;
  const question = `Password or API key of ${userId} (it is not shown): `;
  const typed = await ask(terminal, question, signal, true);
  if (typed === '') throw new UsageError('No password or API key was given.');
  return [[typed, 'password']];
}

async function findAuth(
  request: CheckRequest,
  secrets: readonly GivenSecret[],
  say: Say,
  signal: AbortSignal,
): Promise<FoundAuth | undefined> {
  const trial = new Trial(
    request,
    secrets.map(([secret]) => secret),
    signal,
  );
  try {
    const finder = new AuthFinder(request, trial, say);
    for (const [secret, givenAs] of secrets) {
      const found = await finder.find(secret, givenAs);
      if (!found) continue;
      const { balance } = await trial.readBalance(found.credentials);
      if (balance === undefined) say('?', 'Balance: the gateway does not show it here.');
      else say('✓', `Balance: ${balance}`);
      return found;
    }
    if (!finder.isElsewhere) {
      say(
        '✗',
        'None of the three ways to authenticate works. Check:',
        '- the user name, and that the password or key was copied as a whole;',
        "- that the account is not blocked, and may use the API from this machine's address;",
        '- whether the portal has a password or key of its own for the API;',
        '- for a key, the name of its header: --api-key-header.',
      );
    }
    return undefined;
  } finally {
    await trial.close();
  }
}

async function sendOne(
  { baseUrl, allowInsecure, yes }: CheckRequest,
  message: SmsMessage,
  auth: SmsAuthOptions,
  terminal: Terminal,
  say: Say,
  signal: AbortSignal,
): Promise<number> {
  const question = `Send one real message to ${message.to}? It may cost money. [y/N] `;
  if (!yes && !/^y(?:es)?$/i.test(await ask(terminal, question, signal))) {
    say('?', 'Nothing was sent.');
    return 0;
  }
  const sms = await createSmsService({ baseUrl, allowInsecure, auth });
  try {
    const { transactionId, rejected } = await sms.send(message, { signal });
    say(
      '✓',
      `Message: accepted, with the transaction ${transactionId}.`,
      'The gateway took it. That is not yet delivered: look at the phone.',
    );
    return rejected.length === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof SmsGatewayError)) throw error;
    if (error.outcome === 'not-sent') throw error;
    say(
      '?',
      `Message: unknown. ${error.message}`,
      'Look at the phone and in the portal: the gateway may have taken the message, and may charge',
      "for it. So do not just run this again. In your app this is the outcome 'unknown'.",
    );
    return 1;
  } finally {
    await sms.close();
  }
}

/** What to change after an error, in addition to what it says itself. */
function adviceOn({ code }: SmsGatewayError): readonly string[] {
  if (['rejected', 'recipients-rejected', 'credentials-refused'].includes(code)) {
    return ['Check the number and the sender: --sender-id, and in India the --dlt options.'];
  }
  if (!['connection-failed', 'login-failed', 'timeout'].includes(code)) return [];
  return ['Check the host, the port, http or https, and that no firewall or proxy is in between.'];
}
