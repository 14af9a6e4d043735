import { SmsMessageError } from '../errors/index.js';
import type { SmsMessage } from '../message/sms-message.js';
import { Input, isPromise, isSource, type Source } from './input.js';
import type { Job, JobSource } from './jobs.js';
import { Run, type RunOptions } from './run.js';
import type { RunAccount } from './run-account.js';
import { checkRunOptions, SEND_MANY_OPTIONS } from './run-options.js';
import type { SendManyOptions, SmsRun } from './sms-run.js';

/** Sends many messages. See `SmsService.sendMany`. */
export function sendMany(
  account: RunAccount,
  messages: Source<SmsMessage>,
  options: SendManyOptions = {},
): SmsRun {
  return new Run(
    (checked) => openMessages(account, messages, checked),
    () => checkRunOptions(options, SEND_MANY_OPTIONS, account.concurrency),
    account,
  );
}

function openMessages(
  account: RunAccount,
  messages: Source<SmsMessage>,
  { send }: RunOptions,
): JobSource {
  if (!isSource(messages)) {
    throw new SmsMessageError([
      { path: 'messages', message: 'must be an array, or another iterable, of messages' },
    ]);
  }
  const input = new Input(messages);
  let index = 0;
  const toJob = (step: IteratorResult<SmsMessage>): Job | undefined => {
    if (step.done) return undefined;
    const message = step.value;
    return { index: index++, message, send: () => account.sendInRun(message, send) };
  };
  return {
    next: () => {
      const step = input.next();
      return isPromise(step) ? Promise.resolve(step).then(toJob) : toJob(step);
    },
    return: () => input.return(),
  };
}
