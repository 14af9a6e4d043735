import { jest } from '@jest/globals';
import type { Pass, PassEnd } from '../../lib/core/pipeline/rate-window.js';
import type { SmsRateLimit } from '../../lib/index.js';
import { SendGate } from '../../lib/core/pipeline/send-gate.js';
import type { Priority } from '../../lib/core/message/priority.js';
import { SmsTransportError } from '../../lib/index.js';
import { Deadline } from '../../lib/core/deadline/deadline.js';
import { type CallContext, type Mode, SEND } from '../../lib/core/deadline/mode.js';

const FOR_EVER = 1_000_000_000;

/** Replaces the pass of a call that was granted within the current tick. */
const JUST_GRANTED: Pass = { started: () => undefined, end: () => undefined };

/** A call that asked for a pass. */
export interface Guest {
  readonly name: string;
  readonly recipients: number;
  readonly call: CallContext;
  readonly askedAt: number;
  /** When it got its pass, by `performance.now()`. */
  grantedAt?: number;
  /** The code and outcome of the error with which it failed. */
  refused?: string;
}

/** A gate on a fake clock. Ends with {@link close}. */
export class GateClock {
  /** The calls that got a pass, in order. */
  readonly granted: Guest[] = [];
  readonly gate: SendGate;
  private readonly passes: Pass[] = [];

  constructor(
    readonly rate: SmsRateLimit | undefined,
    maxConcurrency?: number,
    /** What happens to a pass: the test ends it, or it is answered at once. */
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
      mode = SEND as Mode,
      inFailover = false,
    } = {},
  ): Guest {
    const call = {
      deadline: new Deadline({ total, attempt: total }, signal),
      priority,
      mode,
      keep: 0,
      inFailover,
    };
    const guest: Guest = { name, recipients, call, askedAt: performance.now() };
    void this.wait(guest);
    return guest;
  }

  private async wait(guest: Guest): Promise<void> {
    try {
      const pass = await this.gate.enter(guest.call, guest.recipients);
      guest.grantedAt = performance.now();
      this.granted.push(guest);
      if (this.onGrant === 'held') {
        this.passes.push(pass);
      } else if (this.onGrant === 'answered') {
        pass.started();
        this.gate.leave(pass, 'answered');
      } else {
        this.onGrant(pass);
      }
    } catch (error) {
      guest.refused =
        error instanceof SmsTransportError ? `${error.code}, ${error.outcome}` : String(error);
    } finally {
      guest.call.deadline.dispose();
    }
  }

  /** Starts the request of the last pass, or of an earlier one. */
  start(back = 0): void {
    this.passes.at(-1 - back)!.started();
  }

  /** Ends the oldest pass. */
  leave(how: PassEnd = 'answered'): void {
    this.gate.leave(this.passes.shift() ?? JUST_GRANTED, how);
  }

  /** Advances the clock, and runs every timer on the way. */
  async pass(ms: number): Promise<void> {
    await jest.advanceTimersByTimeAsync(ms);
  }

  get names(): string[] {
    return this.granted.map(({ name }) => name);
  }

  /** Restores the real clock, and fails if a timer is left. */
  close(): void {
    const timers = jest.getTimerCount();
    jest.useRealTimers();
    if (timers > 0) throw new Error(`${timers} timers are left`);
  }
}
