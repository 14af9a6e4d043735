import { answer } from '../faults/answers.js';
import type { Conversation } from '../faults/conversation.js';
import { formFields, type HttpRequest } from '../faults/http-request.js';
import { RawGateway } from '../faults/raw-gateway.js';
import { acceptance, type Answer, token } from './answers.js';

export { acceptance, type Answer, rejection, token } from './answers.js';

/** A request as it was received. */
export interface Received extends HttpRequest {
  /** The form's fields. A login has none. */
  readonly fields: Readonly<Record<string, string>>;
  /** When it came, by `performance.now()`. */
  readonly at: number;
}

/** Answers one request. `count` is 1 for the first of its kind. */
export type Answering = (request: Received, count: number) => Answer | Promise<Answer>;

export interface Script {
  readonly login?: Answering;
  readonly send?: Answering;
}

/** A gateway that answers as scripted and keeps everything that it received. */
export class ScriptedGateway {
  readonly logins: Received[] = [];
  readonly sends: Received[] = [];

  private sockets: RawGateway | undefined;

  /**
   * Without sockets, for a `ScriptedAccount`.
   *
   * @param script what it answers from now on
   */
  constructor(public script: Script = {}) {}

  /** Listens on a free port until the test ends. */
  static async listen(script: Script = {}): Promise<ScriptedGateway> {
    const gateway = new ScriptedGateway(script);
    gateway.sockets = await RawGateway.listen({ script: (each) => gateway.converse(each) });
    return gateway;
  }

  /** Listens again on the same port. */
  async reopen(): Promise<void> {
    await this.sockets?.open();
  }

  get url(): string {
    return this.sockets?.url ?? '';
  }

  /** The texts received, in order. */
  get texts(): readonly (string | undefined)[] {
    return this.sends.map(({ fields }) => fields['msg']);
  }

  async close(): Promise<void> {
    await this.sockets?.close();
  }

  /** Keeps a request. Returns what answers it. */
  keep(request: HttpRequest): () => Promise<Answer> {
    const received = { ...request, fields: formFields(request), at: performance.now() };
    const isLogin = received.path.endsWith('/me/');
    const count = (isLogin ? this.logins : this.sends).push(received);
    return async () => {
      const answering = isLogin ? this.script.login : this.script.send;
      return (await answering?.(received, count)) ?? (isLogin ? token(`t${count}`) : acceptance());
    };
  }

  private async converse(conversation: Conversation): Promise<void> {
    for (;;) {
      const { status, headers, body } = await this.keep(await conversation.readRequest())();
      // By the clock that tests set.
      const date = new Date(Date.now()).toUTCString();
      await conversation.write(answer(body, { status, headers: { Date: date, ...headers } }));
    }
  }
}
