import { setMaxListeners } from 'node:events';
import type { Server } from 'node:http';
import { Deliveries } from './delivery/deliveries.js';
import type { Fault } from './common/fault.js';
import { FaultPlan } from './faults/fault-plan.js';
import { makeFault } from './faults/fault-table.js';
import { findMagicFault } from './faults/magic-recipients.js';
import { AccessTokens } from './accounts/access-tokens.js';
import { Balances } from './accounts/balances.js';
import { listen, makeServer } from './http/server.js';
import { awaitMessage, awaitOtp, type WaitFor } from './inbox/await-message.js';
import { InboxFile } from './inbox/file/inbox-file.js';
import { Inbox } from './inbox/inbox.js';
import type { InboxMessage } from './inbox/inbox-message.js';
import { makeRouter } from './router.js';
import { sendLine } from './inbox/send-line.js';
import { GatewaySimulatorError } from './common/simulator-error.js';
import { problemOfAccount, resolveOptions, type ResolvedOptions } from './options/check-options.js';
import type { GatewaySimulatorOptions } from './options/simulator.options.js';

/**
 * A local gateway with an inbox. It serves the two paths of the gateway specification, and accepts
 * what clients of such gateways are known to send. Listens on 127.0.0.1 by default.
 *
 * @example
 * const gateway = await GatewaySimulator.start();
 * // ... let the app send to gateway.url ...
 * const message = await gateway.waitFor({ to: '919876543210' });
 * await gateway.close();
 */
export class GatewaySimulator implements AsyncDisposable {
  /** Makes the gateway fail on purpose. */
  readonly faults: FaultPlan;
  readonly #options: ResolvedOptions;
  readonly #inbox: Inbox;
  readonly #tokens: AccessTokens;
  readonly #balances: Balances;
  readonly #closing = new AbortController();
  readonly #server: Server;
  readonly #file: InboxFile | undefined;
  #port = 0;
  #logins = 0;
  #closed: Promise<void> | undefined;

  private constructor(options: ResolvedOptions, file: InboxFile | undefined) {
    const closing = this.#closing.signal;
    // Every open answer and every wait listens for the end. That is not a leak.
    setMaxListeners(0, closing);
    this.#options = options;
    this.#file = file;
    this.#inbox = new Inbox(options.keep, options.now, options.timeZone, options.onWarning);
    if (file) this.#inbox.restore(file.stored.messages, file.stored.lastId);
    this.#tokens = new AccessTokens(options.tokenTtl * 1000, options.now);
    this.#balances = new Balances(options);
    this.faults = new FaultPlan(options.seed, (account) => problemOfAccount(account, options));
    this.#inbox.subscribe((event) => {
      if (event.type !== 'added') return;
      const { message } = event;
      if (message.kind === 'login') this.#logins += 1;
      if (message.kind === 'send' && options.log) process.stdout.write(`${sendLine(message)}\n`);
    });
    const deliveries = new Deliveries(this.#inbox, options, closing);
    for (const message of this.#inbox.list('accepted')) deliveries.start(message, faultOf(message));
    const context = {
      options,
      deliveries,
      inbox: this.#inbox,
      tokens: this.#tokens,
      balances: this.#balances,
      faults: this.faults,
      closing,
    };
    this.#server = makeServer(makeRouter(context), options.now);
  }

  /**
   * Starts a simulator.
   *
   * @throws GatewaySimulatorError if an option is invalid, or the file or address cannot be used
   */
  static async start(givenOptions?: GatewaySimulatorOptions): Promise<GatewaySimulator> {
    const options = resolveOptions(givenOptions);
    const { file: path, onWarning } = options;
    const file = path === undefined ? undefined : await InboxFile.open(path, onWarning);
    const simulator = new GatewaySimulator(options, file);
    try {
      simulator.#port = await listen(simulator.#server, options.port, options.host);
      // Not earlier: a second start with the same port must not write the file of the first.
      await file?.follow(simulator.#inbox);
      return simulator;
    } catch (error) {
      await simulator.close();
      throw error;
    }
  }

  /** The gateway's base address, for the app's `baseUrl`. */
  get url(): string {
    return `${this.origin}${this.#options.basePath}`;
  }

  /** The address of the page and the API: `url` without the base path. */
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

  /** The sends that were refused, or that a fault did not let through, oldest first. */
  get refused(): readonly InboxMessage[] {
    return this.#inbox.list('refused');
  }

  /** The number of requests for a token, including refused ones. */
  get logins(): number {
    return this.#logins;
  }

  /** The kept requests for a token, oldest first. */
  get loginLog(): readonly InboxMessage[] {
    return this.others.filter(({ kind }) => kind === 'login');
  }

  /** Logins, and requests other than sends, oldest first. The latest 200 are kept. */
  get others(): readonly InboxMessage[] {
    return this.#inbox.list('other');
  }

  /**
   * Waits for an accepted message. A message that is already there counts (the newest). With `after`,
   * the id of a message, the first later one is returned. With `since`, a time by the simulator's clock,
   * only messages that came then or later count.
   *
   * @throws GatewaySimulatorError `timeout` after `timeout` ms (default 4,000), saying what came instead
   */
  async waitFor(query: WaitFor = {}): Promise<InboxMessage> {
    return awaitMessage(this.#inbox, query, this.#closing.signal);
  }

  /**
   * Waits for an accepted message with a one-time password and returns the password.
   *
   * @throws GatewaySimulatorError like `waitFor`; `no-code` if messages came but none had a password
   */
  async otp(query: Omit<WaitFor, 'text'> = {}): Promise<string> {
    return awaitOtp(this.#inbox, query, this.#closing.signal);
  }

  /** Expires all tokens now, like a gateway that lost its sessions. */
  expireTokens(): void {
    this.#tokens.expireAll();
  }

  /**
   * Sets how many segments an account can still send, as if it had been topped up or emptied, until {@link reset}.
   *
   * @param userId that of the account. Default: the option `userId`
   * @throws GatewaySimulatorError `options` if `segments` is not a whole number, or no account has this user id
   */
  setBalance(segments: number, userId: string = this.#options.userId): void {
    const problem = this.#balances.set(userId, segments);
    if (problem) throw new GatewaySimulatorError('options', problem);
  }

  /** Deletes everything that is kept (in the file too) and planned faults; restores balances. Tokens and webhooks stay. */
  reset(): void {
    this.#inbox.clear();
    this.faults.clear();
    this.#logins = 0;
    this.#balances.reset();
  }

  /** Ends every socket, wait and timer, and finishes writing the file. May be called twice. */
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
}

/** The fault applied to a message in an earlier run, with default options: the file stores only its name. */
function faultOf({ fault, to }: InboxMessage): Fault | undefined {
  if (fault === null) return undefined;
  const magic = findMagicFault(to);
  return magic?.fault === fault ? magic : makeFault({ fault }, {});
}

// A server on every address is reached through the loopback address.
function hostForUrl(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
