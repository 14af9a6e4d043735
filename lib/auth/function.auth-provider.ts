import { isDeepStrictEqual } from 'node:util';
import { SmsAuthenticationError } from '../errors/index.js';
import { isObject, nameOfError } from '../message/value-checks.js';
import type { AuthMethod } from '../options/auth-schema.js';
import { readAuthMethod } from '../options/check-options.js';
import type { SmsAuthSource } from '../sms-gateway.options.js';
import { endedError, type SendScope } from '../transport/send-scope.js';
import { Cooldown } from './cooldown.js';
import { CredentialSource, DEFAULT_REFUSED_CODES } from './credential-source.js';
import { SingleFlight } from './single-flight.js';
import type { SmsCredentials } from './sms-auth-provider.js';
import { isRefusedLogin } from './token.auth-provider.js';

/** The shortest time between two calls of the function, if the method has no `cooldown` of its own, in ms. */
const COOLDOWN = 1000;

/** What the function returned last, and the strategy that was made of it. */
interface Answered {
  readonly auth: AuthMethod;
  readonly strategy: CredentialSource;
}

/**
 * One of the package's strategies, with options that a function of the app returns. It is called before
 * the first send, and again when the gateway refused the credentials: somebody may have changed the
 * password. As with logins, all sends share one call, and there is a cool-down between calls.
 */
export class FunctionAuthProvider extends CredentialSource {
  private current: Answered | undefined;
  /** The one before: its secrets are still masked. */
  private previous: Answered | undefined;
  private readonly asking: SingleFlight<Answered>;
  private cooldown = new Cooldown(COOLDOWN);

  /** @param total how long the function may take, in ms */
  constructor(
    private readonly ask: SmsAuthSource,
    private readonly create: (auth: AuthMethod) => CredentialSource,
    total: number,
  ) {
    super();
    this.asking = new SingleFlight(total);
  }

  /** The `statusCode`s that mean refused credentials. */
  get refusedCodes(): ReadonlySet<string> {
    return this.current?.auth.refusedCodes ?? DEFAULT_REFUSED_CODES;
  }

  override get secrets(): readonly string[] {
    return [this.current, this.previous].flatMap((each) => each?.strategy.secrets ?? []);
  }

  override ready(): SmsCredentials | undefined {
    return this.current?.strategy.ready();
  }

  override async credentials(): Promise<SmsCredentials> {
    const answered = this.current ?? (await this.first());
    try {
      return await answered.strategy.credentials();
    } catch (error) {
      const other = isRefusedLogin(error) ? await this.afterRefusal(answered) : undefined;
      if (!other) throw error;
      return other.strategy.credentials();
    }
  }

  override accepted(credentials: SmsCredentials, refused?: SmsCredentials): void {
    this.current?.strategy.accepted(credentials, refused);
  }

  override async refused(credentials: SmsCredentials): Promise<boolean> {
    const { current } = this;
    if (!current) return true;
    try {
      // It may have newer credentials by itself, such as another token.
      if (await current.strategy.refused(credentials)) return true;
    } catch (error) {
      if (isRefusedLogin(error) && (await this.afterRefusal(current))) return true;
      throw error;
    }
    return (await this.afterRefusal(current)) !== undefined;
  }

  override close(): void {
    this.asking.close();
    this.current?.strategy.close();
  }

  private first(): Promise<Answered> {
    const now = Date.now();
    if (!this.asking.isRunning && this.cooldown.isOn(now))
      return Promise.reject(this.cooldown.error(now));
    return this.askOnce(false);
  }

  /** What the function returns now, if it is not the same as what the gateway refused. */
  private async afterRefusal(refused: Answered): Promise<Answered | undefined> {
    const mayAsk = this.asking.isRunning || !this.cooldown.isOn(Date.now());
    if (this.current === refused && mayAsk) await this.askOnce(true);
    return this.current === refused ? undefined : this.current;
  }

  private askOnce(isAgain: boolean): Promise<Answered> {
    return this.asking.run((scope) => this.callFunction(isAgain, scope));
  }

  private async callFunction(isAgain: boolean, scope: SendScope): Promise<Answered> {
    let failure: string;
    try {
      const given: unknown = await scope.wait((async () => this.ask())());
      const read = readAuthMethod(given);
      if (read.auth) {
        const answered = this.take(read.auth);
        if (isAgain) this.cooldown.start(Date.now());
        return answered;
      }
      failure = isObject(given)
        ? `returned invalid options. ${read.problems.join(' ')}`
        : "did not return an object such as { method: 'token', userId, password }.";
    } catch (error) {
      if (scope.ended === 'closed') throw endedError('closed', 'not-sent');
      // What an error of the app says may contain a secret.
      failure = scope.ended
        ? 'did not return within timeout.total.'
        : `threw (${nameOfError(error)}).`;
    }
    const error = unavailable(failure, isAgain);
    this.cooldown.start(Date.now(), error);
    throw error;
  }

  private take(auth: AuthMethod): Answered {
    const { current } = this;
    if (current && isSame(current.auth, auth)) return current;
    this.previous = current;
    this.current = { auth, strategy: this.create(auth) };
    this.cooldown = new Cooldown(auth.method === 'token' ? auth.cooldown : COOLDOWN);
    return this.current;
  }
}

// A function may create a store with each call, and the first one is as good.
function isSame(one: AuthMethod, other: AuthMethod): boolean {
  return isDeepStrictEqual({ ...one, store: undefined }, { ...other, store: undefined });
}

function unavailable(failure: string, isAgain: boolean): SmsAuthenticationError {
  const when = isAgain ? 'The gateway refused the credentials, and the' : 'The';
  return new SmsAuthenticationError(
    'credentials-unavailable',
    `${when} function given as auth ${failure} Nothing was sent.`,
  );
}
