import type { SmsGatewayError } from '../../core/errors/index.js';
import { MemoryGuardStore } from '../../core/limits/memory-guard-store.js';
import type { GatewayAnswer } from '../../core/protocol/gateway-answer.js';
import type { GatewayRequest, Transport } from '../../core/transport/gateway-transport.js';
import { jsonAnswer, type PlannedFailure } from './planned-failure.js';

/** What the simulator shows of an account without a limit. */
const CREDITS = '1000000';
const MOBILE = /name="mobile"\r\n\r\n([0-9,]*)\r\n/;

/** Replaces the transport: answers sends like the gateway, without a network. */
export class MemoryGateway implements Transport {
  /** What the account has left. */
  credits = CREDITS;

  /** What `guard` counts. */
  readonly guardStore = new MemoryGuardStore();

  private planned: PlannedFailure[] = [];
  private readonly rejected = new Set<string>();
  private transactions = 0n;

  /** Makes the next sends fail, after those already planned. */
  plan(failure: PlannedFailure): void {
    this.planned.push(failure);
  }

  /** Rejects these numbers from now on. */
  reject(numbers: readonly string[]): void {
    for (const number of numbers) this.rejected.add(number);
  }

  /** Removes planned failures, clears the counts, accepts every number again, and restores the initial balance. */
  clear(): void {
    this.credits = CREDITS;
    this.planned = [];
    this.guardStore.clear();
    this.rejected.clear();
  }

  async post({ path, body }: GatewayRequest): Promise<GatewayAnswer | SmsGatewayError> {
    // A lookup of the balance, or of delivery reports, of which there are none.
    if (path !== '/SMSApi/send') {
      const account = { smsBalance: this.credits };
      const response = { status: 'success', code: '200', account, count: 0, report_statusList: [] };
      return jsonAnswer({ response });
    }
    const failure = this.nextFailure();
    if (failure) return failure.answer();
    const recipients = MOBILE.exec(body?.toString('utf8') ?? '')?.[1]?.split(',') ?? [];
    const invalid = recipients.filter((number) => this.rejected.has(number));
    const mobile = recipients.filter((number) => !this.rejected.has(number));
    if (mobile.length === 0) {
      const reason = 'No valid mobile number';
      return jsonAnswer({ status: 'error', statusCode: '122', reason });
    }
    return jsonAnswer({
      status: 'success',
      mobile: mobile.join(','),
      invalidMobile: invalid.join(','),
      transactionId: this.nextTransactionId(),
      statusCode: '200',
      reason: 'success',
    });
  }

  distrust(): void {}

  async close(): Promise<void> {}

  private nextFailure(): PlannedFailure | undefined {
    const [next] = this.planned;
    if (!next) return undefined;
    next.count -= 1;
    if (next.count === 0) this.planned.shift();
    return next;
  }

  // 19 digits with an odd last one, which no JavaScript number can hold, so that an app that reads it
  // as a number fails its test.
  private nextTransactionId(): string {
    this.transactions += 1n;
    return String(1_000_000_000_000_000_000n + 2n * this.transactions - 1n);
  }
}
