import type { NoUnread } from '../common/no-unread.js';
import { Deadline } from '../deadline/deadline.js';
import type { Lifetime } from '../deadline/lifetime.js';
import { CallFailure, RetryPolicy } from '../deadline/failure.js';
import { setAccount } from '../errors/index.js';
import type { AccountEvents } from '../events/account-events.js';
import { quietly } from '../logging/safe-logger.js';
import type { CheckedOptions } from '../options/check-options.js';
import { CallPipeline, type CallPipelineParts } from '../pipeline/call-pipeline.js';
import { balanceAt, type Lookup, LookupCall } from '../pipeline/lookup-call.js';
import { SendGate } from '../pipeline/send-gate.js';
import type { SmsBalance } from '../protocol/balance.js';
import { BalanceWatch } from './balance-watch.js';

/** The options that requests for reports and balances depend on. */
export type LookupOptions = Pick<CheckedOptions, 'answers' | 'balance' | 'retry' | 'timeout'>;

/** What an account asks its gateway for, within its deadline. Rejects with an SmsGatewayError, always `not-sent`. */
export class AccountLookups {
  /** Watches the balance, if the options ask for it. */
  readonly watch: BalanceWatch | undefined;

  private readonly events: AccountEvents;
  /** A refusal of a lookup says nothing about sends, but a strategy of the app is told. */
  private readonly pipeline: CallPipeline;
  /** That of balance requests, which shares no limit with sends: not every gateway serves the path. */
  private readonly balances: CallPipeline;
  private readonly balanceLookup: Lookup<SmsBalance>;

  /** @param parts those of sends, with the credentials of lookups */
  constructor(
    private readonly options: LookupOptions,
    private readonly lifetime: Lifetime,
    parts: CallPipelineParts,
  ) {
    const { events } = parts;
    this.events = events;
    this.pipeline = new CallPipeline(parts);
    const retry = new RetryPolicy(options.retry);
    const ownParts = { breaker: undefined, retry, gate: new SendGate() };
    this.balances = new CallPipeline({ ...parts, ...ownParts });
    const { below, every, path, ...unread } = options.balance;
    void (unread satisfies NoUnread);
    this.balanceLookup = balanceAt(`/${path.slice(1)}`);
    if (below === undefined) return;
    this.watch = new BalanceWatch(below, every, events, (signal) => this.balance(signal));
  }

  reports<T>(lookup: Lookup<T>, signal?: AbortSignal): Promise<T> {
    return this.ask(lookup, this.pipeline, signal);
  }

  async balance(signal?: AbortSignal): Promise<SmsBalance> {
    const balance = await this.ask(this.balanceLookup, this.balances, signal);
    quietly(() => this.events.balance(balance.credits));
    this.watch?.read(balance.credits);
    return balance;
  }

  private async ask<T>(
    lookup: Lookup<T>,
    pipeline: CallPipeline,
    signal?: AbortSignal,
  ): Promise<T> {
    const { events, lifetime, options } = this;
    if (lifetime.isOver) throw lifetime.closedError();
    const deadline = new Deadline(options.timeout, signal);
    const entry = lifetime.begin(deadline);
    try {
      const lookupEnd = await pipeline.run(new LookupCall(deadline, lookup, options.answers));
      if (!(lookupEnd instanceof CallFailure)) return lookupEnd;
      setAccount(lookupEnd.error, events.account);
      throw lookupEnd.error;
    } finally {
      deadline.dispose();
      lifetime.end(entry);
    }
  }
}
