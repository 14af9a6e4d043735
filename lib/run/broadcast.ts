import { setImmediate } from 'node:timers/promises';
import { SmsMessageError } from '../errors/index.js';
import type { CheckedContent } from '../message/checked-message.js';
import type { SendOptions, SmsContent } from '../message/sms-message.js';
import { Input, isPromise, isSource, type Source } from './input.js';
import type { Job, JobSource } from './jobs.js';
import { Run, type RunOptions } from './run.js';
import type { RunAccount } from './run-account.js';
import { BROADCAST_OPTIONS, checkRunOptions } from './run-options.js';
import type { BroadcastOptions, SmsRun } from './sms-run.js';

/** After reading this many numbers without a send, such as duplicates, other code gets its turn. */
const NUMBERS_PER_TURN = 4096;

/** Sends one text to many. See `SmsService.broadcast`. */
export function broadcast(
  account: RunAccount,
  content: SmsContent,
  recipients: Source<string>,
  options: BroadcastOptions = {},
): SmsRun {
  return new Run(
    (checked) => openBatches(account, content, recipients, checked),
    () => checkRunOptions(options, BROADCAST_OPTIONS, account.concurrency),
    account,
  );
}

function openBatches(
  account: RunAccount,
  given: SmsContent,
  recipients: Source<string>,
  { batchSize, send }: RunOptions,
): JobSource {
  const { content, checked } = account.readContent(given);
  if (!isSource(recipients)) {
    throw new SmsMessageError([
      {
        path: 'recipients',
        message: 'must be an array, or another iterable, of strings',
      },
    ]);
  }
  const size = Math.min(batchSize, account.largestBatch);
  return new Batches(account, content, checked, new Input(recipients), size, send);
}

/** Collects recipients into batches. */
class Batches implements JobSource {
  /** With their input positions. */
  private numbers = new Map<string, number>();
  private position = 0;

  constructor(
    private readonly account: RunAccount,
    private readonly content: SmsContent,
    private readonly checked: CheckedContent,
    private readonly recipients: Input<string>,
    private readonly batchSize: number,
    private readonly options: SendOptions,
  ) {}

  next(isWanted: () => boolean): Job | undefined | Promise<Job | undefined> {
    for (let reads = 0; reads < NUMBERS_PER_TURN; reads += 1) {
      if (!isWanted()) return undefined;
      const step = this.recipients.next();
      if (isPromise(step)) return this.nextLater(isWanted, step);
      const job = this.take(step);
      if (job || step.done) return job;
    }
    return this.nextLater(isWanted, setImmediate(undefined));
  }

  return(): unknown {
    return this.recipients.return();
  }

  private async nextLater(
    isWanted: () => boolean,
    first: PromiseLike<IteratorResult<string> | undefined>,
  ): Promise<Job | undefined> {
    let step = await first;
    for (let reads = 1; ; reads += 1) {
      const job = step && this.take(step);
      if (job || step?.done) return job;
      // Settled promises starve all other code just as a plain loop does.
      if (reads % NUMBERS_PER_TURN === 0) await setImmediate();
      if (!isWanted()) return undefined;
      step = await this.recipients.next();
    }
  }

  private take(step: IteratorResult<string>): Job | undefined {
    if (step.done) return this.numbers.size > 0 ? this.batch() : undefined;
    const index = this.position++;
    const read = this.account.readRecipient(step.value);
    if (typeof read !== 'string') return this.invalid(index, step.value, read.issue);
    if (!this.numbers.has(read)) this.numbers.set(read, index);
    return this.numbers.size >= this.batchSize ? this.batch() : undefined;
  }

  private batch(): Job {
    const { numbers } = this;
    this.numbers = new Map();
    return this.jobTo(numbers);
  }

  private jobTo(numbers: ReadonlyMap<string, number>): Job {
    const recipients = [...numbers.keys()];
    const [index = 0] = numbers.values();
    return {
      index,
      message: { ...this.content, to: recipients },
      send: () => this.account.sendBatch(this.checked, recipients, this.options),
      divide: (refused) => this.divide(numbers, refused),
    };
  }

  // Each refused number goes alone, so that it gets a separate outcome.
  private divide(
    numbers: ReadonlyMap<string, number>,
    refused: readonly string[],
  ): readonly Job[] | undefined {
    if (numbers.size === 1) return undefined;
    const isRefused = new Set(refused);
    const alone = [...numbers].filter(([number]) => isRefused.has(number));
    const rest = [...numbers].filter(([number]) => !isRefused.has(number));
    if (alone.length === 0) return undefined;
    const jobs = alone.map((each) => this.jobTo(new Map([each])));
    return rest.length > 0 ? [this.jobTo(new Map(rest)), ...jobs] : jobs;
  }

  private invalid(index: number, to: string, message: string): Job {
    return {
      index,
      message: { ...this.content, to },
      send: () => this.account.failInvalid(new SmsMessageError([{ path: 'to', message }])),
    };
  }
}
