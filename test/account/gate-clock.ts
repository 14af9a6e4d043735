import { jest } from '@jest/globals';
import type { Pass, RateLimit } from '../../lib/account/rate-window.js';
import { type Priority, SendGate } from '../../lib/account/send-gate.js';
import { SmsTransportError } from '../../lib/index.js';
import { SendScope } from '../../lib/transport/send-scope.js';

const FOR_EVER = 1_000_000_000;

/** Stands for the pass of one that was let through in this very turn of the engine. */
const JUST_GRANTED: Pass = { started: () => undefined, end: () => undefined };

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
  private readonly passes: Pass[] = [];

  constructor(
    readonly rate: RateLimit | undefined,
    maxConcurrency?: number,
    /** What who is let through does: the test says when, or it is answered in no time. */
    private readonly onGrant: 'held' | 'answered' | ((pass: Pass) => void) = maxConcurrency
      ? 'held'
      : 'answered',
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
      const pass = await this.gate.enter(
        guest.recipients,
        { priority, queueTime: 'counted' },
        guest.scope,
      );
      guest.grantedAt = performance.now();
      this.granted.push(guest);
      if (this.onGrant === 'held') {
        this.passes.push(pass);
      } else if (this.onGrant === 'answered') {
        pass.started();
        this.gate.leave(pass);
      } else {
        this.onGrant(pass);
      }
    } catch (error) {
      guest.refused =
        error instanceof SmsTransportError ? `${error.code}, ${error.outcome}` : String(error);
    } finally {
      guest.scope.dispose();
    }
  }

  /** Starts the request of the one that was let through so many before the last. */
  start(back = 0): void {
    this.passes.at(-1 - back)!.started();
  }

  /** Lets the one leave that was let through first. */
  leave(isUnused = false): void {
    this.gate.leave(this.passes.shift() ?? JUST_GRANTED, isUnused);
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
