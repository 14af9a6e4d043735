import { inspect } from 'node:util';
import {
  Observable,
  type Observer,
  type OperatorFunction,
  Subject,
  type Subscriber,
  type Subscription,
  type TeardownLogic,
} from 'rxjs';
import { hasMethods } from '../common/members.js';
import { isPromise, within } from '../common/promises.js';
import { quietly, SafeLogger } from './safe-logger.js';

type Given<T> = Partial<Observer<T>> | ((value: T) => void) | null;

/** How long to wait for subscribers that are at work when the account closes, in ms. */
const PATIENCE = 5000;

const logger = new SafeLogger('SmsGateway');

/**
 * Runs a subscriber or handler of the app. What it throws, or rejects with, is logged: it must neither
 * fail a send nor end the process.
 *
 * @param what its name in the log
 * @returns if `work` returns a promise, whether it was fulfilled; otherwise undefined
 */
export function runSafely(
  account: string,
  what: string,
  work: () => unknown,
): Promise<boolean> | undefined {
  const failed = (error: unknown): false => {
    let stack: string | undefined;
    // What was thrown can be anything, for example an object that throws when it is shown.
    quietly(() => (stack = error instanceof Error ? error.stack : inspect(error)));
    logger.error(`[${account}] ${what} failed. No message was affected.`, stack);
    return false;
  };
  try {
    const result = work();
    if (isPromise(result)) return Promise.resolve(result).then(() => true, failed);
  } catch (error) {
    failed(error);
  }
  return undefined;
}

/** An observable whose subscribers may throw, also behind operators. RxJS would end the process. */
class SafeObservable<T> extends Observable<T> {
  /**
   * @param name what it is called in the log
   * @param atWork gets what asynchronous subscribers still do
   */
  constructor(
    private readonly account: string,
    private readonly name: string,
    private readonly atWork: Set<Promise<unknown>>,
    onSubscribe: (subscriber: Subscriber<T>) => TeardownLogic,
  ) {
    super(onSubscribe);
  }

  // Every operator would also come through `lift`, but RxJS calls that internal.
  override pipe<R>(...operators: readonly OperatorFunction<never, unknown>[]): Observable<R> {
    const piped: Observable<R> = Reflect.apply(super.pipe, this, operators);
    const { account, name, atWork } = this;
    return new SafeObservable(account, name, atWork, (subscriber) => piped.subscribe(subscriber));
  }

  override subscribe(
    observer?: Given<T>,
    onError?: ((error: unknown) => void) | null,
    onComplete?: (() => void) | null,
  ): Subscription {
    // An operator subscribes with a subscriber of RxJS itself, which passes errors on.
    if (isSubscriber(observer)) return super.subscribe(observer);
    const given: { [Key in keyof Observer<T>]?: Observer<T>[Key] | null | undefined } =
      typeof observer === 'object' && observer !== null
        ? observer
        : { next: observer, error: onError, complete: onComplete };
    return super.subscribe({
      next: (value) => this.run(() => given.next?.(value)),
      error: (reason: unknown) =>
        this.run(() => (given.error ? given.error(reason) : rethrow(reason))),
      complete: () => this.run(() => given.complete?.()),
    });
  }

  private run(work: () => unknown): void {
    const rest = runSafely(this.account, `A subscriber of ${this.name}`, work);
    if (!rest) return;
    this.atWork.add(rest);
    void rest.finally(() => this.atWork.delete(rest));
  }
}

/** Events, for subscribers that may throw. */
export class EventStream<Event> {
  readonly observable: Observable<Event>;
  private readonly subject = new Subject<Event>();
  private readonly atWork = new Set<Promise<unknown>>();

  /**
   * @param source where the events come from, if not from {@link emit}
   * @param name what it is called in the log
   */
  constructor(
    private readonly account: string,
    source: Observable<Event> = this.subject,
    private readonly name = 'events$',
  ) {
    this.observable = new SafeObservable(account, name, this.atWork, (subscriber) =>
      source.subscribe(subscriber),
    );
  }

  get isObserved(): boolean {
    return this.subject.observed;
  }

  emit(event: Event): void {
    // RxJS calls a `Subscriber` of the app directly.
    void runSafely(this.account, `A subscriber of ${this.name}`, () => this.subject.next(event));
  }

  /** Completes, and waits for asynchronous subscribers that are still at work, but not for long. */
  async close(): Promise<void> {
    this.subject.complete();
    if (this.atWork.size > 0) await within(PATIENCE, Promise.all(this.atWork));
  }
}

function rethrow(error: unknown): never {
  throw error;
}

function isSubscriber<T>(value: Given<T> | undefined): value is Subscriber<T> {
  return hasMethods(value, 'unsubscribe', 'add');
}
