import { isPromise } from '../common/promises.js';
import { endedError } from '../deadline/deadline.js';
import { offAbort, onAbort } from '../deadline/shared-abort.js';
import type { SendGuard } from '../limits/send-guard.js';
import { countCountries } from '../message/calling-code.js';
import type { CheckedContent } from '../message/checked-message.js';
import { suggestGsmText } from '../message/gsm-text.js';
import type { SmsContent } from '../message/sms-message.js';
import { readCallOptions } from '../options/call-options.js';
import type { SmsRateLimit } from '../sms-gateway.options.js';
import { Batches, type InvalidItem, type Numbers } from './batches.js';
import { type AnyIterable, Input } from './input.js';
import type { RunAccount } from './run-account.js';
import { broadcastOptions } from './run-options.js';
import type { SmsPlan } from './sms-plan.js';
import type { BroadcastOptions } from './sms-run.js';

/** After how many items other code gets its turn. */
const ITEMS_PER_TURN = 1024;
const MOST_ISSUES = 100;

/** What a plan needs of its account, or of the first one of a failover. */
export interface PlanAccount extends Pick<
  RunAccount,
  'largestBatch' | 'lifetime' | 'readRecipient'
> {
  /** @throws SmsMessageError, SmsGuardError */
  foreseeContent(message: unknown): {
    readonly checked: CheckedContent;
    /** What it would log. */
    readonly warnings: readonly string[];
    readonly guard: SendGuard | undefined;
    readonly rateLimit: SmsRateLimit | undefined;
  };
}

/** Reads the input of a broadcast, and says what would happen to it. */
export async function plan(
  account: PlanAccount,
  content: SmsContent,
  recipients: AnyIterable<string>,
  options: BroadcastOptions = {},
): Promise<SmsPlan> {
  if (account.lifetime.isOver) throw account.lifetime.closedError();
  const { batchSize, priority = 'normal', signal } = readCallOptions(broadcastOptions, options);
  const reading = new Planning(account, content, priority);
  const batches = new Batches(account, batchSize);
  const input = new Input(recipients, 'recipients', 'strings');
  const read = async (): Promise<void> => {
    for (let items = 1; ; items += 1) {
      if (signal?.aborted) throw endedError('aborted', 'not-sent');
      if (account.lifetime.isOver) throw account.lifetime.closedError();
      if (items % ITEMS_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
      const step = input.next();
      const item = batches.add(isPromise(step) ? await step : step);
      if (item === undefined) return;
      if (item === 'none') continue;
      if ('issue' in item) reading.invalid(item);
      else await reading.add(item);
    }
  };
  try {
    await new Promise<void>((resolve, reject) => {
      const stop = (): void => reject(endedError('aborted', 'not-sent'));
      if (signal) onAbort(signal, stop);
      const offSignal = (): void => void (signal && offAbort(signal, stop));
      read().then(resolve, reject).finally(offSignal);
    });
  } catch (error) {
    // A source that is being read may never answer.
    (async () => input.return())().catch(() => undefined);
    throw error;
  }
  return reading.result(batches.duplicates);
}

/** Adds up what becomes of the batches. */
class Planning {
  private readonly read: ReturnType<PlanAccount['foreseeContent']>;
  private readonly issues: { readonly index: number; readonly message: string }[];
  private readonly countries = new Map<string | undefined, number>();
  private readonly refused = { country: 0, 'opted-out': 0 };
  private readonly pace: Pace | undefined;
  private recipients = 0;
  private requests = 0;
  private invalids = 0;
  private held = 0;

  constructor(
    account: PlanAccount,
    content: SmsContent,
    private readonly priority: 'normal' | 'high',
  ) {
    this.read = account.foreseeContent(content);
    this.issues = this.read.warnings.map((message) => ({ index: -1, message }));
    this.pace = this.read.rateLimit && new Pace(this.read.rateLimit);
  }

  invalid({ index, issue }: InvalidItem): void {
    this.invalids += 1;
    if (this.issues.length < MOST_ISSUES) this.issues.push({ index, message: issue });
  }

  async add(numbers: Numbers): Promise<void> {
    const { checked, guard } = this.read;
    const recipients = [...numbers.keys()];
    if (!guard) return this.send(recipients, recipients.length);
    const seen = await guard.foresee({ ...checked, recipients }, this.priority);
    for (const error of seen.refusals) {
      if (error.code !== 'country' && error.code !== 'opted-out') throw error;
      this.refused[error.code] += error.recipients.length;
    }
    const { mostRedirected } = guard;
    const chosen =
      mostRedirected === undefined
        ? seen.sent
        : seen.sent.slice(0, mostRedirected - this.recipients);
    this.held += seen.held.length + seen.sent.length - chosen.length;
    this.send(chosen, mostRedirected === undefined ? chosen.length : 1);
  }

  private send(recipients: readonly string[], perRequest: number): void {
    this.recipients += recipients.length;
    countCountries(recipients, this.countries);
    for (let left = recipients.length; left > 0; left -= perRequest) {
      this.requests += 1;
      this.pace?.take(perRequest);
    }
  }

  result(duplicates: number): SmsPlan {
    const { checked, guard } = this.read;
    const { dltTemplateId } = checked.values;
    const { recipients, requests } = this;
    const retryAfter = guard?.tooLate(checked, this.priority)?.retryAfter;
    const countries = Array.from(this.countries, ([country, count]) => ({
      country,
      recipients: count,
    }));
    const refused = (['country', 'opted-out'] as const).map((code) => ({
      code,
      recipients: this.refused[code],
    }));
    return {
      segments: suggestGsmText(checked.segments, checked.text),
      ...(dltTemplateId !== undefined && { dltTemplateId }),
      recipients,
      totalSegments: recipients * checked.segments.count,
      requests,
      countries: countries.toSorted((one, other) => other.recipients - one.recipients),
      duplicates,
      invalid: this.invalids,
      held: this.held,
      refused: refused.filter((each) => each.recipients > 0),
      issues: this.issues,
      ...(retryAfter !== undefined && { retryAfter }),
      ...(this.pace && { atLeast: this.pace.time }),
    };
  }
}

/** When the last request can start by a rate limit, if each is answered at once and nothing else is sent. */
class Pace {
  time = 0;
  private total = 0;
  /** What counts towards the limit, and until when. */
  private readonly counted: { readonly until: number; recipients: number }[] = [];

  constructor(private readonly rate: SmsRateLimit) {}

  take(recipients: number): void {
    const { perMs, recipients: limit } = this.rate;
    while (this.total > 0 && this.total + recipients > limit) {
      const oldest = this.counted.shift();
      this.total -= oldest?.recipients ?? this.total;
      this.time = Math.max(this.time, oldest?.until ?? 0);
    }
    const until = this.time + perMs * Math.max(1, recipients / limit);
    const last = this.counted.at(-1);
    this.total += recipients;
    // Few entries, however many requests: those that start together also end together.
    if (last?.until === until) last.recipients += recipients;
    else this.counted.push({ until, recipients });
  }
}
