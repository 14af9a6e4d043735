import { Logger } from '@nestjs/common';
import { createSmsService } from '../../lib/core/account/create-sms-service.js';
import { SmsGatewayError } from '../../lib/core/errors/index.js';
import type { SmsMessage } from '../../lib/core/message/sms-message.js';
import type { SmsAuthOptions } from '../../lib/core/sms-gateway.options.js';
import { UsageError } from '../terminal/flags.js';
import type { Terminal } from '../terminal/terminal.js';
import { CHECK_HELP, type CheckRequest, inFlags, readCheckArguments } from './arguments.js';
import { ask, type Say } from './ask.js';
import { AuthFinder } from './find-auth.js';
import { optionsText } from './options-text.js';

/**
 * Logs in to a gateway, prints what it understood, and sends a message if it was asked to.
 *
 * @returns the exit code: 0 it works, or the gateway issued a token; 1 the gateway refused, did not answer, or
 *   its answers prove nothing; 2 wrong usage
 */
export async function runCheck(terminal: Terminal, args: readonly string[]): Promise<number> {
  const { env, stderr, stdin, stdout } = terminal;
  // What the account would log is in the output of the command.
  Logger.overrideLogger(false);
  const say: Say = (mark, ...lines) => void stdout.write(`${mark} ${lines.join('\n  ')}\n`);
  try {
    const request = readCheckArguments(args, env, stdin.isTTY === true);
    if (request === 'help') {
      stdout.write(CHECK_HELP);
      return 0;
    }
    const { account, message, userId } = request;
    const question = `Password or API key of ${userId} (it is not shown): `;
    const secret = request.secret || (await ask(terminal, question, true));
    if (!secret) throw new UsageError('No password or API key was given.');
    stdout.write(`\nGateway ${account.baseUrl}, user ${userId}\n\n`);
    const finder = new AuthFinder(request, secret, say);
    const foundAuth = await finder.find().finally(() => finder.close());
    if (!foundAuth) return 1;
    stdout.write(`\nCopy this into your module:\n\n${optionsText(request, foundAuth.auth)}\n`);
    if (message) return await sendOne(request, message, foundAuth.auth, terminal, say);
    stdout.write('Nothing was sent. To send one real message, add --to with a number.\n');
    return foundAuth.isProved ? 0 : 1;
  } catch (error) {
    if (error instanceof UsageError) {
      stderr.write(`sms-gateway check: ${error.message}\n`);
      return 2;
    }
    if (!(error instanceof SmsGatewayError)) throw error;
    say('✗', inFlags(error), ...adviceOn(error));
    return 1;
  }
}

async function sendOne(
  { account, yes }: CheckRequest,
  message: SmsMessage,
  auth: SmsAuthOptions,
  terminal: Terminal,
  say: Say,
): Promise<number> {
  const question = `Send one real message to ${message.to}? It may cost money. [y/N] `;
  if (!yes && !/^y(?:es)?$/i.test(await ask(terminal, question))) {
    say('?', 'Nothing was sent.');
    return 0;
  }
  const sms = await createSmsService({ ...account, auth });
  try {
    const { transactionId } = await sms.send(message);
    say(
      '✓',
      `Message: accepted, with the transaction ${transactionId}.`,
      'The gateway took it. It may not be delivered yet: look at the phone.',
    );
    return 0;
  } catch (error) {
    if (!(error instanceof SmsGatewayError) || error.outcome === 'not-sent') throw error;
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
