import { Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { type HealthIndicatorResult, HealthIndicatorService } from '@nestjs/terminus';
import type { AccountHealth } from '../../core/account/account-health.js';
import type { SmsAccount } from '../../core/account/sms-account.js';
import { SmsGatewayError } from '../../core/errors/index.js';
import type { NoUnread } from '../../core/common/no-unread.js';
import { within } from '../../core/common/promises.js';
import type { SmsQueue } from '../queue/sms-queue.js';
import { findAccount } from '../../nest/find-account.js';
import { DEFAULT_NAME } from '../../nest/sms-gateway.tokens.js';

/** For how long the result of a login that failed is used again at most, in ms. */
const FAILURE_KEPT_FOR = 5000;

/** What it needs of the account that it checks. */
type HealthAccount = Pick<SmsAccount, 'health' | 'checkLogin'>;

/** The last login of an account. */
interface Login {
  /** When it began, by `performance.now()`. */
  readonly at: number;
  hasFailed: boolean;
  readonly result: Promise<string>;
}

/** What is checked, and what counts as down. Times in ms. */
export interface SmsHealthOptions {
  /** The name of the account. Default: the default account. */
  account?: string | undefined;
  /** The queue of the account, to check it as well. Default none. */
  queue?: SmsQueue | undefined;
  /** For how long the result of a login is used again; if it failed, at most 5,000. Default 30,000. */
  cacheFor?: number | undefined;
  /** How long to wait for a login, or for the queue. Default 5,000. */
  timeout?: number | undefined;
  /** Down if more sends than this wait for their turn in this process. Default: no limit. */
  maxWaiting?: number | undefined;
  /** Down if more messages than this wait in the queue. Default: no limit. */
  maxQueued?: number | undefined;
  /** Down if a message in the queue has been ready to be sent for longer than this. Default: no limit. */
  maxQueueAge?: number | undefined;
  /** Down if more messages of unknown outcome than this are not settled. Default: no limit. */
  maxUnknown?: number | undefined;
}

/** What the health check shows. */
export interface SmsHealth {
  /** The name of the account. */
  readonly account: string;
  /**
   * `ok`: there is a usable token, or a login gave one; the code of the error, for example
   * `login-refused`; `none`: the account sends its credentials with each message, so they cannot be
   * checked without sending one.
   */
  readonly login: string;
  /** The state of the circuit breaker. */
  readonly breaker: AccountHealth['breaker'];
  /** Sends that wait for their turn in this process. */
  readonly waiting: number;
  /** Sends in progress in this process, including those that wait. */
  readonly sending: number;
  /** The queue, if one was given: its numbers, or the code of the error. */
  readonly queue?:
    | {
        /** With `maxQueued`: messages that wait to be sent. PostgreSQL counts at most one more than that. */
        readonly waiting?: number;
        /** For how long the oldest of them has been ready to be sent, in ms; 0 if none waits. */
        readonly oldest: number;
        /** With `maxUnknown`: messages that may have been sent and are not settled, counted in the same way. */
        readonly unknown?: number;
      }
    | string;
  /** What is wrong, if anything is. */
  readonly problems?: readonly string[];
  /** What needs attention, but is no reason to be down: the balance is low (option `balance.below`). */
  readonly degraded?: readonly string[];
}

/**
 * Checks an account for `@nestjs/terminus`, without ever sending a message. Provide it in a module that
 * imports `TerminusModule`.
 *
 * It is down while a login fails, while the circuit breaker is open, and beyond the limits that you
 * set.
 */
@Injectable()
export class SmsHealthIndicator {
  private readonly logins = new WeakMap<HealthAccount, Login>();

  /** Called by Nest. */
  constructor(
    @Inject(HealthIndicatorService) private readonly indicators: HealthIndicatorService,
    @Inject(ModuleRef) private readonly modules: ModuleRef,
  ) {}

  /**
   * Checks an account, and its queue if one is given.
   *
   * @param key its name in the result of the health check
   * @throws SmsConfigurationError if there is no such account
   */
  async isHealthy<const Key extends string>(
    key: Key,
    options: SmsHealthOptions = {},
  ): Promise<HealthIndicatorResult<Key>> {
    const { account: name = DEFAULT_NAME, queue, ...limits } = options;
    const { cacheFor = 30_000, timeout = 5000, maxWaiting, maxQueued, ...others } = limits;
    const { maxQueueAge, maxUnknown, ...unread } = others;
    void (unread satisfies NoUnread);
    const methods = ['health', 'checkLogin'] as const;
    const account = findAccount<HealthAccount>(this.modules, name, methods, 'SmsHealthIndicator');
    const [login, queued] = await Promise.all([
      this.login(account, cacheFor, timeout),
      queue && readQueue(queue, { maxQueued, maxUnknown }, timeout),
    ]);
    const { breaker, waiting, sending, degraded } = account.health();
    const numbers = typeof queued === 'object' ? queued : undefined;
    const problems = [
      login !== 'ok' && login !== 'none' && `the login failed (${login})`,
      breaker === 'open' && 'the circuit breaker is open',
      isOver(waiting, maxWaiting) && `${waiting} sends wait for their turn`,
      typeof queued === 'string' && `the queue did not answer (${queued})`,
      isOver(numbers?.waiting, maxQueued) && `more than ${maxQueued} messages wait in the queue`,
      isOver(numbers?.oldest, maxQueueAge) &&
        `the oldest message in the queue has waited for ${numbers?.oldest} ms`,
      isOver(numbers?.unknown, maxUnknown) && `more than ${maxUnknown} messages may have been sent`,
    ].filter((problem) => problem !== false);
    const health: SmsHealth = {
      account: name,
      login,
      breaker,
      waiting,
      sending,
      ...(queued !== undefined && { queue: queued }),
      ...(problems.length > 0 && { problems }),
      ...(degraded.length > 0 && { degraded }),
    };
    const indicator = this.indicators.check(key);
    return problems.length > 0 ? indicator.down({ ...health }) : indicator.up({ ...health });
  }

  private login(account: HealthAccount, cacheFor: number, timeout: number): Promise<string> {
    const lastLogin = this.logins.get(account);
    const at = performance.now();
    const lifetime = Math.min(cacheFor, lastLogin?.hasFailed ? FAILURE_KEPT_FOR : Infinity);
    if (lastLogin && at - lastLogin.at < lifetime) return lastLogin.result;
    const login: Login = {
      at,
      hasFailed: false,
      result: account.checkLogin(timeout).catch((error: unknown) => {
        login.hasFailed = true;
        return codeOf(error);
      }),
    };
    this.logins.set(account, login);
    return login.result;
  }
}

/** Asks only for what is compared, because counting everything in a long queue takes long. */
async function readQueue(
  queue: SmsQueue,
  { maxQueued, maxUnknown }: SmsHealthOptions,
  timeout: number,
): Promise<SmsHealth['queue']> {
  try {
    const most = { waiting: beyond(maxQueued), unknown: beyond(maxUnknown) };
    const counts = await within(timeout, queue.counts(most));
    if (!counts) return 'timeout';
    const { capped: _capped, ...found } = counts;
    return { oldest: 0, ...found };
  } catch (error) {
    return codeOf(error);
  }
}

/** A limit for counting that shows whether there are more. */
function beyond(limit: number | undefined): number | undefined {
  return limit === undefined ? undefined : limit + 1;
}

function isOver(value: number | undefined, limit: number | undefined): boolean {
  return value !== undefined && limit !== undefined && value > limit;
}

function codeOf(error: unknown): string {
  return error instanceof SmsGatewayError ? error.code : 'failed';
}
