import type { SendOptions, SmsMessage } from '../message/sms-message.js';
import { readCallOptions } from '../options/call-options.js';
import { sendManyOptions } from './run-options.js';
import { type AnyIterable, Input } from './input.js';
import { type Job, Run } from './run.js';
import type { RunAccount } from './run-account.js';
import { countNumbers } from './run-tally.js';
import type { SendManyOptions, SmsRun } from './sms-run.js';

export function sendMany(
  account: RunAccount,
  messages: AnyIterable<SmsMessage>,
  options: SendManyOptions = {},
): SmsRun {
  return new Run(account, () => {
    const { concurrency = account.concurrency, ...send } = readCallOptions(
      sendManyOptions,
      options,
    );
    let position = 0;
    return {
      concurrency,
      send,
      input: new Input(messages, 'messages', 'messages'),
      toJob: ({ done, value }) => (done ? undefined : jobOf(account, position++, value, send)),
    };
  });
}

// Each message is read only here: the app may use the same object for the next message.
function jobOf(account: RunAccount, index: number, message: SmsMessage, options: SendOptions): Job {
  const read = account.readMessage(message);
  return read instanceof Error
    ? { index, message, numbers: countNumbers(message), send: () => account.failInvalid(read) }
    : {
        index,
        message,
        numbers: read.recipients.length,
        send: () => account.sendInRun(read, options),
      };
}
