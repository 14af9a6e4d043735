import { inRun } from '../deadline/mode.js';
import type { SmsMessage } from '../message/sms-message.js';
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
    const read = readCallOptions(sendManyOptions, options);
    const { concurrency = account.concurrency, ...rest } = read;
    const send = { ...rest, mode: inRun() };
    const input = new Input(messages, 'messages', 'messages');
    let position = 0;
    const jobOf = (message: SmsMessage): Job => {
      const index = position++;
      // Each message is read only here: the app may use the same object for the next message.
      const checked = account.readMessage(message);
      if (checked instanceof Error) {
        const numbers = countNumbers(message);
        return { index, message, numbers, send: () => account.failInvalid(checked) };
      }
      const numbers = checked.recipients.length;
      return { index, message, numbers, send: () => account.sendChecked(checked, send) };
    };
    return {
      concurrency,
      send,
      input,
      toJob: ({ done, value }) => (done ? undefined : jobOf(value)),
    };
  });
}
