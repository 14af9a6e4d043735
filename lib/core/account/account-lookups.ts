import { Deadline } from '../deadline/deadline.js';
import type { Lifetime } from '../deadline/lifetime.js';
import { CallFailure } from '../deadline/failure.js';
import { setAccount } from '../errors/index.js';
import type { AccountEvents } from '../events/account-events.js';
import { quietly } from '../logging/safe-logger.js';
import type { CheckedOptions } from '../options/check-options.js';
import type { CallPipeline } from '../pipeline/call-pipeline.js';
import { balanceAt, type Lookup, LookupCall } from '../pipeline/lookup-call.js';
import type { SmsBalance } from '../protocol/balance.js';
import { BalanceWatch } from './balance-watch.js';

type Pipeline = Pick<CallPipeline, 'run'>;

/** What an account asks its gateway for, within its deadline. Rejects with an SmsGatewayError, always `not-sent`. */
export class AccountLookups {
  /** Watches the balance, if the options ask for it. */
  readonly watch: BalanceWatch | undefined;

  /**
   * @param pipeline a refusal of a lookup says nothing about sends, but a strategy of the app is told
   * @param balances that of balance requests, which shares no limit with sends: not every gateway serves the path
   */
  constructor(
    private readonly options: CheckedOptions,
    private readonly events: AccountEvents,
    private readonly lifetime: Lifetime,
    private readonly refusedCodes: ReadonlySet<string>,
    private readonly pipeline: Pipeline,
    private readonly balances: Pipeline,
  ) {
    const { below, every } = options.balance;
    if (below === undefined) return;
    this.watch = new BalanceWatch(below, every, events, (signal) => this.balance(signal));
  }

  reports<T>(lookup: Lookup<T>, signal?: AbortSignal): Promise<T> {
    return this.ask(lookup, this.pipeline, signal);
  }

  async balance(signal?: AbortSignal): Promise<SmsBalance> {
    const lookup = balanceAt(`/${this.options.balance.path.slice(1)}`);
    const balance = await this.ask(lookup, this.balances, signal);
    quietly(() => this.events.balance(balance.credits));
    this.watch?.read(balance.credits);
    return balance;
  }

  private async ask<T>(lookup: Lookup<T>, pipeline: Pipeline, signal?: AbortSignal): Promise<T> {
    const { events, lifetime, options, refusedCodes } = this;
    if (lifetime.isOver) throw lifetime.closedError();
    const deadline = new Deadline(options.timeout, signal);
    const entry = lifetime.begin(deadline);
    try {
      const found = await pipeline.run(new LookupCall(deadline, lookup, refusedCodes));
      if (!(found instanceof CallFailure)) return found;
      setAccount(found.error, events.account);
      throw found.error;
    } finally {
      deadline.dispose();
      lifetime.end(entry);
    }
  }
}
