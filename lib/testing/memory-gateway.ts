import type { GatewayAnswer } from '../protocol/gateway-answer.js';
import { jsonAnswer } from './memory-answer.js';
import type { PlannedFailure } from './planned-failure.js';

/** Answers sends as the gateway does, without one. */
export class MemoryGateway {
  private planned: PlannedFailure[] = [];
  private readonly rejected = new Set<string>();
  private transactions = 0n;

  /** Lets the next sends fail, after those already planned. */
  plan(failure: PlannedFailure): void {
    this.planned.push(failure);
  }

  /** Takes these numbers for invalid from now on. */
  reject(numbers: readonly string[]): void {
    for (const number of numbers) this.rejected.add(number);
  }

  /** Plans nothing and takes every number again. */
  clear(): void {
    this.planned = [];
    this.rejected.clear();
  }

  /**
   * The answer to one send.
   *
   * @throws SmsGatewayError where it was planned that none comes
   */
  answer(recipients: readonly string[]): GatewayAnswer {
    const failure = this.nextFailure();
    if (failure) return failure.answer();
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

  private nextFailure(): PlannedFailure | undefined {
    const [next] = this.planned;
    if (!next) return undefined;
    next.count -= 1;
    if (next.count === 0) this.planned.shift();
    return next;
  }

  // 19 digits of which the last is odd: no JavaScript number holds it, so that an app that reads it
  // as one is found out.
  private nextTransactionId(): string {
    this.transactions += 1n;
    return String(1_000_000_000_000_000_000n + 2n * this.transactions - 1n);
  }
}
