import { jest } from '@jest/globals';
import { type Priority, type RateLimit, SendGate } from '../../lib/account/send-gate.js';
import { SmsTransportError } from '../../lib/index.js';
import { SendScope } from '../../lib/transport/send-scope.js';

const FOR_EVER = 1_000_000_000;

/** One that asked to be let through. */
export interface Guest {
  readonly name: string;
  readonly recipients: number;
  readonly scope: SendScope;
  readonly askedAt: number;
  /** When it was let through, in ms on the one clock. */
  grantedAt?: number;
  /** The code of the error that it was turned away with. */
  refused?: string;
}

/** A gate on a clock that only the test moves. Ends with {@link close}. */
export class GateClock {
  /** Those let through, in their order. */
  readonly granted: Guest[] = [];
  readonly gate: SendGate;

  constructor(
    readonly rate: RateLimit | undefined,
    maxConcurrency?: number,
  ) {
    jest.useFakeTimers();
    this.gate = new SendGate(rate, maxConcurrency);
  }

  ask(
    recipients: number,
    {
      name = '',
      priority = 'normal' as Priority,
      total = FOR_EVER,
      signal = undefined as AbortSignal | undefined,
    } = {},
  ): Guest {
    const scope = new SendScope(total, signal);
    const guest: Guest = { name, recipients, scope, askedAt: performance.now() };
    void this.wait(guest, priority);
    return guest;
  }

  private async wait(guest: Guest, priority: Priority): Promise<void> {
    try {
      await this.gate.enter(guest.recipients, priority, guest.scope);
      guest.grantedAt = performance.now();
      this.granted.push(guest);
    } catch (error) {
      guest.refused =
        error instanceof SmsTransportError ? `${error.code}, ${error.delivery}` : String(error);
    } finally {
      guest.scope.dispose();
    }
  }

  /** Moves the clock, every timer on its way run, with what follows from it. */
  async pass(ms: number): Promise<void> {
    await jest.advanceTimersByTimeAsync(ms);
  }

  get names(): string[] {
    return this.granted.map(({ name }) => name);
  }

  /** Ends the clock, and fails where a timer is left though nobody waits. */
  close(): void {
    const timers = jest.getTimerCount();
    jest.useRealTimers();
    if (timers > 0) throw new Error(`${timers} timers are left`);
  }
}
