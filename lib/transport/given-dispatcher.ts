import type { DispatchSource } from './exchange.js';

/** Dispatchers that brought the answer to another request, for all accounts that use them. */
const mismatched = new WeakSet<object>();

/** A dispatcher that the user gave. */
export class GivenDispatcher implements DispatchSource {
  /** @param warn logs a warning for the user */
  constructor(
    readonly dispatcher: DispatchSource['dispatcher'],
    public reportsStart: boolean,
    private readonly warn: (text: string) => void,
  ) {}

  get closesEach(): boolean {
    return mismatched.has(this.dispatcher);
  }

  // Its other connections may bring such answers, too.
  onMismatch(): void {
    if (this.closesEach) return;
    mismatched.add(this.dispatcher);
    this.warn(
      'A connection of the dispatcher brought the answer to another request. From now on each connection is closed after one request of this package, which makes sends slower. Find out whether the gateway, or a proxy before it, answers requests twice. (Logged once.)',
    );
  }
}
