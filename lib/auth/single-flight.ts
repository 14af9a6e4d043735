import { Call, type CallTimeout } from '../transport/call.js';

/** Work that all sends share, for example a login: one run at a time, under its own deadline. */
export class SingleFlight<T> {
  private running: Promise<T> | undefined;
  private call: Call | undefined;
  private closed = false;

  /** @param timeout how long it may take */
  constructor(private readonly timeout: CallTimeout) {}

  get isRunning(): boolean {
    return this.running !== undefined;
  }

  /** Starts the work, or waits for what is running. */
  run(work: (call: Call) => Promise<T>): Promise<T> {
    this.running ??= this.start(work).finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  /** Ends what is running, and what is started later. */
  close(): void {
    this.closed = true;
    this.call?.end('closed');
  }

  private async start(work: (call: Call) => Promise<T>): Promise<T> {
    const call = new Call(this.timeout);
    this.call = call;
    if (this.closed) call.end('closed');
    try {
      return await work(call);
    } finally {
      call.dispose();
    }
  }
}
