import { setImmediate } from 'node:timers/promises';
import type { SmsAccount } from '../account/sms-account.js';
import { SmsMessageError } from '../errors/index.js';
import type { CheckedContent } from '../message/checked-message.js';
import type { SendOptions, SmsContent } from '../message/sms-message.js';
import { Input, isPromise, isSource, type Source } from './input.js';
import type { Job, JobSource } from './jobs.js';
import { Run, type RunOptions } from './run.js';
import { BROADCAST_OPTIONS, checkRunOptions } from './run-options.js';
import type { BroadcastOptions, SmsRun } from './sms-run.js';

/** After so many pulls that made no send, as of duplicates, all else gets its turn. */
const TURN = 4096;

/** Sends one text to many. See `SmsService.broadcast`. */
export function broadcast(
  account: SmsAccount,
  content: SmsContent,
  recipients: Source<string>,
  options: BroadcastOptions = {},
): SmsRun {
  return new Run(
    (checked) => openBatches(account, content, recipients, checked),
    () => checkRunOptions(options, BROADCAST_OPTIONS, account.options.maxConnections),
    account,
  );
}

function openBatches(
  account: SmsAccount,
  given: SmsContent,
  recipients: Source<string>,
  { batchSize, send }: RunOptions,
): JobSource {
  const { content, checked } = account.checkContent(given);
  if (!isSource(recipients)) {
    throw new SmsMessageError([
      {
        path: 'recipients',
        message: 'is no list of numbers; give an array, or another iterable, of texts',
      },
    ]);
  }
  const size = Math.min(batchSize, account.options.rateLimit?.recipients ?? batchSize);
  return new Batches(account, content, checked, new Input(recipients), size, send);
}

/** Gathers recipients into sends. */
class Batches implements JobSource {
  private numbers = new Set<string>();
  private first = 0;
  private position = 0;

  constructor(
    private readonly account: SmsAccount,
    private readonly content: SmsContent,
    private readonly checked: CheckedContent,
    private readonly recipients: Input<string>,
    private readonly batchSize: number,
    private readonly options: SendOptions,
  ) {}

  next(isWanted: () => boolean): Job | undefined | Promise<Job | undefined> {
    for (let pulls = 0; pulls < TURN; pulls += 1) {
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
    for (let pulls = 1; ; pulls += 1) {
      const job = step && this.take(step);
      if (job || step?.done) return job;
      // Promises that are there already keep all else from its turn just as a plain loop does.
      if (pulls % TURN === 0) await setImmediate();
      if (!isWanted()) return undefined;
      step = await this.recipients.next();
    }
  }

  private take(step: IteratorResult<string>): Job | undefined {
    if (step.done) return this.numbers.size > 0 ? this.batch() : undefined;
    const index = this.position++;
    const read = this.account.context.readRecipient(step.value);
    if (typeof read !== 'string') return this.wrong(index, step.value, read.issue);
    if (this.numbers.size === 0) this.first = index;
    this.numbers.add(read);
    return this.numbers.size >= this.batchSize ? this.batch() : undefined;
  }

  private batch(): Job {
    const recipients = [...this.numbers];
    this.numbers = new Set();
    return {
      index: this.first,
      message: { ...this.content, to: recipients },
      send: () => this.account.sendChecked({ ...this.checked, recipients }, this.options, false),
    };
  }

  private wrong(index: number, to: string, message: string): Job {
    return {
      index,
      message: { ...this.content, to },
      send: () => this.account.refuse(new SmsMessageError([{ path: 'to', message }])),
    };
  }
}
