import { answer, NO_BODY, YES } from '../faults/answers.js';
import { formFields } from '../faults/http-request.js';
import { eventually } from '../faults/harness.js';
import { RawGateway } from '../faults/raw-gateway.js';

/** A request that the gateway has read and not answered. */
export interface HeldRequest {
  readonly text: string;
  readonly numbers: readonly string[];
  accept(): void;
  reject(): void;
  /** Answers 429, with a `Retry-After` in seconds if given. */
  throttle(retryAfter?: number): void;
}

/** A gateway that answers when the test says so, and counts how many requests it holds. */
export class HeldGateway implements AsyncDisposable {
  /** Every request, in the order in which it came. */
  readonly requests: HeldRequest[] = [];
  /** Those that wait for an answer. */
  readonly held: HeldRequest[] = [];
  mostHeld = 0;

  private raw: RawGateway | undefined;
  private answersAtOnce = false;

  static async listen(): Promise<HeldGateway> {
    const gateway = new HeldGateway();
    gateway.raw = await RawGateway.listen({
      script: async (conversation) => {
        for (;;) {
          const fields = formFields(await conversation.readRequest());
          await conversation.write(await gateway.hold(fields));
        }
      },
    });
    return gateway;
  }

  get url(): string {
    return this.raw!.url;
  }

  get texts(): string[] {
    return this.requests.map(({ text }) => text);
  }

  /** Waits until it holds this many. */
  async holds(count: number): Promise<void> {
    await eventually(() => this.held.length === count);
  }

  /** Answers what it holds and everything that comes later. */
  answerAll(): void {
    this.answersAtOnce = true;
    for (const request of this.held.slice()) request.accept();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.raw!.close();
  }

  private hold({ msg = '', mobile = '' }: Readonly<Record<string, string>>): Promise<Buffer> {
    return new Promise((resolve) => {
      const end = (bytes: Buffer): void => {
        this.held.splice(this.held.indexOf(request), 1);
        resolve(bytes);
      };
      const request: HeldRequest = {
        text: msg,
        numbers: mobile.split(','),
        accept: () => end(YES),
        reject: () => end(answer(NO_BODY)),
        throttle: (seconds) => {
          const headers = seconds === undefined ? {} : { 'Retry-After': String(seconds) };
          end(answer('', { status: 429, headers }));
        },
      };
      this.requests.push(request);
      this.held.push(request);
      this.mostHeld = Math.max(this.mostHeld, this.held.length);
      // Later, so that other requests can come in meanwhile.
      if (this.answersAtOnce) setImmediate(() => request.accept());
    });
  }
}
