import { SendScope } from '../transport/send-scope.js';

/** Work that all sends share, for example a login: one run at a time, under its own deadline. */
export class SingleFlight<T> {
  private running: Promise<T> | undefined;
  private scope: SendScope | undefined;
  private closed = false;

  /** @param total how long it may take, in ms */
  constructor(private readonly total: number) {}

  get isRunning(): boolean {
    return this.running !== undefined;
  }

  /** Starts the work, or waits for what is running. */
  run(work: (scope: SendScope) => Promise<T>): Promise<T> {
    this.running ??= this.start(work).finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  /** Ends what is running, and what is started later. */
  close(): void {
    this.closed = true;
    this.scope?.end('closed');
  }

  private async start(work: (scope: SendScope) => Promise<T>): Promise<T> {
    const scope = new SendScope(this.total);
    this.scope = scope;
    if (this.closed) scope.end('closed');
    try {
      return await work(scope);
    } finally {
      scope.dispose();
    }
  }
}
