import { setMaxListeners } from 'node:events';
import type { Server } from 'node:http';
import { AccessTokens } from './gateway/access-tokens.js';
import { SendEndpoint } from './gateway/send-endpoint.js';
import { TokenEndpoint, type Login } from './gateway/token-endpoint.js';
import { FaultPlan } from './faults/fault-plan.js';
import { listen, makeServer } from './http/server.js';
import { awaitMessage, awaitOtp, type WaitFor } from './inbox/await-message.js';
import { InboxFile } from './inbox/file/inbox-file.js';
import { Inbox } from './inbox/inbox.js';
import type { InboxMessage } from './inbox/inbox-message.js';
import { makeRouter } from './router.js';
import { SimulatorStats } from './simulator-stats.js';
import {
  resolveOptions,
  type GatewaySimulatorOptions,
  type ResolvedOptions,
} from './simulator.options.js';

/**
 * A gateway of one's own, with an inbox: the document's two paths, and what other clients of such
 * gateways are known to rely on. Listens on 127.0.0.1 unless told otherwise.
 *
 * @example
 * const gateway = await GatewaySimulator.start({ userId: 'u', password: 'p' });
 * // ... let the app send to gateway.url ...
 * const message = await gateway.waitFor({ to: '919876543210' });
 * await gateway.close();
 */
export class GatewaySimulator implements AsyncDisposable {
  /** Breaks the gateway on purpose. */
  readonly faults: FaultPlan;
  readonly #options: ResolvedOptions;
  readonly #inbox: Inbox;
  readonly #tokens: AccessTokens;
  readonly #stats: SimulatorStats;
  readonly #loginLog: Login[] = [];
  readonly #closing = new AbortController();
  readonly #server: Server;
  readonly #file: InboxFile | undefined;
  #port = 0;
  #closed: Promise<void> | undefined;

  private constructor(options: ResolvedOptions, file: InboxFile | undefined) {
    const closing = this.#closing.signal;
    // Every open answer and every wait listens for the end; that is no leak.
    setMaxListeners(0, closing);
    this.#options = options;
    this.faults = new FaultPlan(options.seed);
    this.#file = file;
    this.#inbox = new Inbox(options.keep, options.now);
    if (file) this.#inbox.restore(file.stored.messages, file.stored.lastId);
    this.#tokens = new AccessTokens(options.tokenTtl * 1000, options.now);
    this.#stats = new SimulatorStats(this.#inbox, this.faults);
    const means = {
      options,
      tokens: this.#tokens,
      faults: this.faults,
      inbox: this.#inbox,
      closing,
    };
    const gateway = {
      me: new TokenEndpoint({ ...means, log: (login) => this.#logLogin(login) }),
      send: new SendEndpoint(means),
    };
    const api = { ...means, stats: this.#stats };
    this.#server = makeServer(makeRouter(gateway, api), options.now);
  }

  /**
   * Starts a simulator.
   *
   * @throws GatewaySimulatorError where an option is wrong, or file or address can't be had
   */
  static async start(given?: GatewaySimulatorOptions): Promise<GatewaySimulator> {
    const options = resolveOptions(given);
    const file =
      options.file === undefined
        ? undefined
        : await InboxFile.open(options.file, options.onWarning);
    const simulator = new GatewaySimulator(options, file);
    try {
      await simulator.#file?.follow(simulator.#inbox);
      simulator.#port = await listen(simulator.#server, options.port, options.host);
    } catch (error) {
      await simulator.#file?.close();
      throw error;
    }
    return simulator;
  }

  /** The gateway's base address: what an app has as `baseUrl`. */
  get url(): string {
    return `${this.origin}${this.#options.basePath}`;
  }

  /** Where page and API are: `url` without the base path. */
  get origin(): string {
    return `http://${hostForUrl(this.#options.host)}:${this.#port}`;
  }

  /** The port that it listens on. */
  get port(): number {
    return this.#port;
  }

  /** The accepted messages that are kept, oldest first. */
  get messages(): readonly InboxMessage[] {
    return this.#inbox.list('accepted');
  }

  /** The sends that were refused or lost on purpose, oldest first. */
  get refused(): readonly InboxMessage[] {
    return this.#inbox.list('refused');
  }

  /** How many requests for a token came, refused ones too. */
  get logins(): number {
    return this.#stats.logins;
  }

  /** The last requests for a token, oldest first; as many as messages are kept. */
  get loginLog(): readonly Login[] {
    return [...this.#loginLog];
  }

  /**
   * Waits for an accepted message. One that is there already counts (the newest), unless `after`
   * names a message: then the first later one does.
   *
   * @throws GatewaySimulatorError `timeout` after 4,000 ms or `timeout` ms, saying what came instead
   */
  async waitFor(query: WaitFor = {}): Promise<InboxMessage> {
    return awaitMessage(this.#inbox, query, this.#closing.signal);
  }

  /**
   * Waits for an accepted message with a one-time password in it, and gives the password.
   *
   * @throws GatewaySimulatorError as `waitFor` does; `no-code` where messages came and none held one
   */
  async otp(query: Omit<WaitFor, 'text'> = {}): Promise<string> {
    return awaitOtp(this.#inbox, query, this.#closing.signal);
  }

  /** Ends every token now, as a gateway does that lost its sessions. */
  expireTokens(): void {
    this.#tokens.expireAll();
  }

  /** Forgets messages, refused sends (in the file too), logins and planned faults; not tokens. */
  reset(): void {
    this.#inbox.clear();
    this.faults.clear();
    this.#loginLog.length = 0;
    this.#stats.reset();
  }

  /** Ends every socket, wait and timer, and writes the file to its end. May be called twice. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  /** Closes at the end of an `await using` block. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    this.#closing.abort();
    await new Promise((resolve) => {
      this.#server.close(resolve);
      this.#server.closeAllConnections();
    });
    await this.#file?.close();
  }

  #logLogin(login: Login): void {
    this.#stats.countLogin(login.status);
    this.#loginLog.push(login);
    if (this.#loginLog.length > this.#options.keep) this.#loginLog.shift();
  }
}

// What listens on every address is reached through the loopback one.
function hostForUrl(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
