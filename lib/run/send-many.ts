import type { SendingService } from '../account/sending-service.js';
import type { SmsMessage } from '../message/sms-message.js';
import { Input, type Source } from './input.js';
import { Run } from './run.js';
import { checkRunOptions, SEND_MANY_OPTIONS } from './run-options.js';
import type { SendManyOptions, SmsRun } from './sms-run.js';

export function sendMany(
  account: SendingService,
  messages: Source<SmsMessage>,
  options: SendManyOptions = {},
): SmsRun {
  return new Run(account, () => {
    const checked = checkRunOptions(options, SEND_MANY_OPTIONS, account.concurrency);
    const { send } = checked;
    let position = 0;
    return {
      ...checked,
      input: new Input(messages, 'messages', 'messages'),
      toJob: ({ done, value: message }) =>
        done
          ? undefined
          : { index: position++, message, send: () => account.sendInRun(message, send) },
    };
  });
}
