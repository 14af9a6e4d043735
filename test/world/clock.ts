/** What the clock replaces while a world runs. The originals are kept, because the world itself needs one of them. */
const real = {
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setImmediate: globalThis.setImmediate,
  clearImmediate: globalThis.clearImmediate,
  now: performance.now,
  date: Date.now,
  random: Math.random,
};

/** The longest time of a timer. Node.js fires a longer one at once, with a warning. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Something that happens at a time. Events of the same time happen in the order in which they were created. */
class Timer {
  cancelled = false;
  isRef = true;

  constructor(
    readonly at: number,
    readonly order: number,
    readonly work: () => void,
  ) {}

  ref(): this {
    this.isRef = true;
    return this;
  }

  unref(): this {
    this.isRef = false;
    return this;
  }

  hasRef(): boolean {
    return this.isRef;
  }
}

/**
 * Time that jumps to the next event. Timers, `performance.now`, `Date.now` and `setImmediate` follow it while a
 * world runs in it, and `Math.random` comes from the world's seed.
 */
export class WorldClock {
  /** How many timers were longer than Node.js allows. */
  overflows = 0;
  /** In ms, as `performance.now()` tells it. */
  private time = 1000;
  private order = 0;
  /** When the process's clock was set, by this clock. */
  readonly jumps: number[] = [];
  /** How far the process's clock is ahead of the world's, in ms. */
  private ahead = 0;
  private readonly heap: Timer[] = [];
  private immediates: Timer[] = [];

  /**
   * @param calendar what `Date.now()` is at the start
   * @param random replaces `Math.random`
   */
  constructor(
    private readonly calendar: number,
    private readonly random: () => number,
  ) {}

  get now(): number {
    return this.time;
  }

  /** ms since 1970. */
  get date(): number {
    return this.dateAt(this.time);
  }

  /** ms since 1970, at a time of this clock. */
  dateAt(time: number): number {
    return this.calendar + Math.floor(time - 1000);
  }

  /** Sets the process's clock forward or back. The gateways' clocks stay. */
  jump(ms: number): void {
    this.ahead += ms;
    this.jumps.push(this.time);
  }

  /** How many timers are set that keep a process running. */
  get timers(): number {
    return this.heap.filter(({ cancelled, isRef }) => !cancelled && isRef).length;
  }

  /** Calls back after some time of this world. */
  after(ms: number, work: () => void): Timer {
    if (ms > LONGEST_TIMER) this.overflows += 1;
    const timer = new Timer(this.time + Math.max(0, ms), this.order++, work);
    this.push(timer);
    return timer;
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  /** Makes the process follow this clock. Returns a function that ends this. */
  take(): () => void {
    const later = (work: (...args: unknown[]) => void, ms = 1, ...args: unknown[]): Timer => {
      // As in Node.js: whole ms, at least one.
      const whole = ms >= 1 ? Math.trunc(ms) : 1;
      return this.after(whole, () => work(...args));
    };
    const soon = (work: (...args: unknown[]) => void, ...args: unknown[]): Timer => {
      const timer = new Timer(this.time, this.order++, () => work(...args));
      this.immediates.push(timer);
      return timer;
    };
    Object.assign(globalThis, {
      setTimeout: later,
      clearTimeout: cancel,
      setImmediate: soon,
      clearImmediate: cancel,
    });
    performance.now = () => this.time;
    Date.now = () => this.date + this.ahead;
    Math.random = this.random;
    return () => {
      const { now, date, random, ...timers } = real;
      Object.assign(globalThis, timers);
      performance.now = now;
      Date.now = date;
      Math.random = random;
    };
  }

  /**
   * Lets everything happen until nothing is left, or until it is told to stop.
   *
   * @param isDone asked after each event
   * @param most how many events may happen
   * @returns whether it ended by itself
   */
  async run(isDone: () => boolean, most: number): Promise<boolean> {
    for (let events = 0; events < most; events += 1) {
      // After this, all promises that can settle have settled.
      await new Promise<void>((resolve) => real.setImmediate(resolve));
      if (isDone()) return true;
      if (this.immediates.length > 0) {
        const due = this.immediates;
        this.immediates = [];
        for (const each of due) if (!each.cancelled) each.work();
        continue;
      }
      const next = this.pop();
      if (!next) return true;
      this.time = Math.max(this.time, next.at);
      next.work();
    }
    return false;
  }

  private push(timer: Timer): void {
    const { heap } = this;
    let at = heap.push(timer) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(timer, heap[parent]!)) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = timer;
  }

  private pop(): Timer | undefined {
    for (;;) {
      const first = this.heap[0];
      if (!first) return undefined;
      this.removeFirst();
      if (!first.cancelled) return first;
    }
  }

  private removeFirst(): void {
    const { heap } = this;
    const last = heap.pop()!;
    if (heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1;
      if (!isBefore(heap[child]!, last)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = last;
  }
}

function cancel(timer: unknown): void {
  if (timer instanceof Timer) timer.cancelled = true;
}

function isBefore(one: Timer, other: Timer): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}
