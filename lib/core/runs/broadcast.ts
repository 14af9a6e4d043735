import { type CheckedSendOptions, inRun } from '../deadline/mode.js';
import { SmsMessageError } from '../errors/index.js';
import type { SmsContent, SmsMessage } from '../message/sms-message.js';
import { readCallOptions } from '../options/call-options.js';
import { broadcastOptions } from './run-options.js';
import { type AnyIterable, Input } from './input.js';
import { type Job, Run } from './run.js';
import type { RunAccount } from './run-account.js';
import type { BroadcastOptions, SmsRun } from './sms-run.js';

export function broadcast(
  account: RunAccount,
  content: SmsContent,
  recipients: AnyIterable<string>,
  options: BroadcastOptions = {},
): SmsRun {
  return new Run(account, () => {
    const read = readCallOptions(broadcastOptions, options);
    const { concurrency = account.concurrency, batchSize, ...rest } = read;
    const send = { ...rest, mode: inRun() };
    const batches = new Batches(account, content, batchSize, send);
    const input = new Input(recipients, 'recipients', 'strings');
    return { concurrency, send, input, toJob: (step) => batches.add(step) };
  });
}

/** The numbers of a batch, with their input positions. */
type Numbers = ReadonlyMap<string, number>;

/** Collects recipients into batches. */
class Batches {
  private readonly read: ReturnType<RunAccount['readContent']>;
  private readonly size: number;
  private numbers = new Map<string, number>();
  private position = 0;

  constructor(
    private readonly account: RunAccount,
    content: SmsContent,
    batchSize: number,
    private readonly options: CheckedSendOptions,
  ) {
    this.read = account.readContent(content);
    this.size = Math.min(batchSize, account.largestBatch);
  }

  add(step: IteratorResult<string>): Job | 'none' | undefined {
    if (step.done) return this.numbers.size > 0 ? this.batch() : undefined;
    const index = this.position++;
    const number = this.account.readRecipient(step.value);
    if (typeof number !== 'string') return this.invalid(index, step.value, number.issue);
    if (!this.numbers.has(number)) this.numbers.set(number, index);
    return this.numbers.size >= this.size ? this.batch() : 'none';
  }

  private batch(): Job {
    const { numbers } = this;
    this.numbers = new Map();
    return this.jobTo(numbers);
  }

  /** @param batch what they are a part of */
  private jobTo(numbers: Numbers, batch: object = numbers): Job {
    const { account, options, read } = this;
    const checked = { ...read.checked, recipients: [...numbers.keys()] };
    const [index = 0] = numbers.values();
    return {
      index,
      message: this.messageTo([...numbers.keys()]),
      numbers: numbers.size,
      send: () => account.sendChecked(checked, { ...options, batch }),
      divide: (refused) => this.divide(numbers, refused, batch),
    };
  }

  // Each refused number goes alone, so that it gets a separate outcome.
  private divide(
    numbers: Numbers,
    refused: readonly string[],
    batch: object,
  ): readonly Job[] | undefined {
    if (numbers.size === 1 || refused.length === 0) return undefined;
    const numbersLeft = new Map(numbers);
    const alone = refused.map((number) => {
      numbersLeft.delete(number);
      return this.jobTo(new Map([[number, numbers.get(number) ?? 0]]), batch);
    });
    return numbersLeft.size > 0 ? [this.jobTo(numbersLeft, batch), ...alone] : alone;
  }

  private invalid(index: number, to: string, message: string): Job {
    return {
      index,
      message: this.messageTo(to),
      numbers: 1,
      send: () => this.account.failInvalid(new SmsMessageError([{ path: 'to', message }])),
    };
  }

  /** The message of an outcome. The app may change it without changing other outcomes. */
  private messageTo(to: SmsMessage['to']): SmsMessage {
    const { content } = this.read;
    return content.fields ? { ...content, to, fields: { ...content.fields } } : { ...content, to };
  }
}
