import { eventually } from '../support/eventually.js';
import { acceptance, type Answer, type Answering, rejection } from '../support/scripted-gateway.js';

/** A send that waits for its answer. */
interface HeldSend {
  accept(): void;
  reject(): void;
  /** Answers 429, with a `Retry-After` in seconds if given. */
  throttle(retryAfter?: number): void;
}

/** Answers to sends that are given when the test says so. */
export class HeldAnswers {
  readonly held: HeldSend[] = [];
  mostHeld = 0;

  private answersAtOnce = false;

  /** The script of a gateway. */
  readonly send: Answering = () =>
    new Promise((resolve) => {
      const end = (answer: Answer): void => {
        this.held.splice(this.held.indexOf(send), 1);
        resolve(answer);
      };
      const send: HeldSend = {
        accept: () => end(acceptance()),
        reject: () => end(rejection()),
        throttle: (seconds) =>
          end({ status: 429, headers: seconds ? { 'Retry-After': String(seconds) } : {} }),
      };
      this.held.push(send);
      this.mostHeld = Math.max(this.mostHeld, this.held.length);
      // Later, so that other requests can come in meanwhile.
      if (this.answersAtOnce) setImmediate(() => send.accept());
    });

  /** Waits until this many sends wait. */
  async holds(count: number): Promise<void> {
    await eventually(() => this.held.length === count);
  }

  /** Answers what waits and everything that comes later. */
  answerAll(): void {
    this.answersAtOnce = true;
    for (const send of this.held.slice()) send.accept();
  }
}
