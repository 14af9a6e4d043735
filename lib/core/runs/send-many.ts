import type { SmsMessage } from '../message/sms-message.js';
import { readCallOptions } from '../options/call-options.js';
import { sendManyOptions } from './run-options.js';
import { Input, type Source } from './input.js';
import { Run } from './run.js';
import type { RunAccount } from './run-account.js';
import type { SendManyOptions, SmsRun } from './sms-run.js';

export function sendMany(
  account: RunAccount,
  messages: Source<SmsMessage>,
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
      toJob: ({ done, value: message }) =>
        done
          ? undefined
          : { index: position++, message, send: () => account.sendInRun(message, send) },
    };
  });
}
