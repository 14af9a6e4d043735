import { type CallTimeout, Deadline } from '../deadline/deadline.js';
import { type AccessToken, readAccessToken } from './access-token.js';
import { Cooldown } from './cooldown.js';
import { CredentialSource } from './credential-source.js';
import { ExpiryWarnings } from './expiry-warnings.js';
import { isRefusedLogin, type Login, ownError } from './login.js';
import type { SharedTokens } from './shared-tokens.js';
import type { SmsCredentials } from './sms-auth-provider.js';

/** The settings of the token flow. */
export interface TokenFlowOptions {
  readonly userId: string;
  /** The zone of `expires_after`. */
  readonly timeZone?: string | undefined;
  /** A word before the token. */
  readonly scheme?: string | undefined;
  /** For how long no login follows a failed one, in ms. */
  readonly cooldown: number;
  /** The deadlines of a login. */
  readonly timeout: CallTimeout;
  /** The name of the account, for warnings. */
  readonly account: string;
}

/** A token in use. */
interface HeldToken extends AccessToken {
  /** The same object for the same token, so that it can be compared by identity. */
  readonly credentials: SmsCredentials;
  readonly heldSince: number;
  /** Whether the gateway accepted a call with it since a refusal last started a login. */
  accepted: boolean;
}

/**
 * Why a new token is needed: none is usable, the current one expires soon, it was refused, or both it and one
 * from another process were refused.
 */
type Need = 'none' | 'ending' | 'refused' | 'both-refused';

/**
 * The token flow (section 5.2 of the gateway specification): one login for all waiting sends, and
 * renewal ahead of the expiry, started by a send and never by a timer.
 *
 * A refusal can be about the token or about one message, so it does not drop the token: it starts a
 * login, at most one per `cooldown`, and only the refused send waits for that.
 */
export class TokenAuthProvider extends CredentialSource {
  private current: HeldToken | undefined;
  /**
   * The token before the current one. It is still masked, and not taken from the store again. Those before
   * it have ended, or a call with them was refused. A call masks its own in any case.
   */
  private previous: string | undefined;
  /** The login that all sends share, with its own deadlines. */
  private renewal: Promise<HeldToken> | undefined;
  private renewing: Deadline | undefined;
  private isClosed = false;
  /** When the login that made each token began, by its credentials; `-Infinity` if another process made it. */
  private readonly loginTimes = new WeakMap<SmsCredentials, number>();
  private readonly failed: Cooldown;
  private readonly refusals: Cooldown;
  private readonly warnings: ExpiryWarnings;

  constructor(
    private readonly options: TokenFlowOptions,
    private readonly login: Login,
    private readonly shared: SharedTokens | undefined,
  ) {
    super();
    this.failed = new Cooldown(options.cooldown);
    this.refusals = new Cooldown(options.cooldown);
    this.warnings = new ExpiryWarnings(options.timeZone, options.account);
  }

  override ready(): SmsCredentials | undefined {
    const { current } = this;
    if (!current) return undefined;
    const now = Date.now();
    // If the clock was set back, the token's age is not known.
    if (now >= current.usableUntil || now < current.heldSince) return undefined;
    if (now >= current.refreshAt && !this.renewal && !this.failed.isOn(now)) {
      // The current token stays in use, so no send needs to know of a failure.
      this.renew('ending').catch(() => undefined);
    }
    return current.credentials;
  }

  override async credentials(): Promise<SmsCredentials> {
    const ready = this.ready();
    if (ready) return ready;
    const now = Date.now();
    if (this.renewal || !this.failed.isOn(now)) return (await this.renew('none')).credentials;
    await this.takeStored('none', this.shared?.glance());
    const stored = this.ready();
    if (stored) return stored;
    throw this.failed.error(now);
  }

  override accepted(credentials: SmsCredentials, refused?: SmsCredentials): void {
    if (this.current?.credentials === credentials) this.current.accepted = true;
    if (refused) this.warnings.repeatAccepted(refused);
  }

  override madeAt(credentials: SmsCredentials): number | undefined {
    return this.loginTimes.get(credentials);
  }

  override async refused(credentials: SmsCredentials, again = false): Promise<boolean> {
    const { current } = this;
    // Sends that were refused with an older token need no login.
    if (current?.credentials !== credentials) return true;
    const now = Date.now();
    const mayLogIn = !this.failed.isOn(now) && !this.refusals.isOn(now);
    if (this.renewal || mayLogIn) {
      if (now < current.refreshAt) this.warnings.refusedEarly(credentials, now - current.heldSince);
      await this.renew(again ? 'both-refused' : 'refused');
    } else {
      await this.takeStored('refused', this.shared?.glance());
    }
    if (this.current?.credentials !== credentials) return true;
    if (this.failed.isOn(now)) throw this.failed.error(now);
    return false;
  }

  override get secrets(): readonly string[] {
    return [...this.login.secrets, ...this.tokens];
  }

  override close(): void {
    this.isClosed = true;
    this.renewing?.end('closed');
  }

  private get tokens(): readonly string[] {
    return [this.current?.token, this.previous].filter((token) => token !== undefined);
  }

  private renew(need: Need): Promise<HeldToken> {
    this.renewal ??= this.startRenewal(need).finally(() => (this.renewal = undefined));
    return this.renewal.catch((error: unknown) => {
      throw ownError(error);
    });
  }

  private async startRenewal(need: Need): Promise<HeldToken> {
    const deadline = new Deadline(this.options.timeout);
    this.renewing = deadline;
    if (this.isClosed) deadline.end('closed');
    try {
      return await this.renewOnce(need, deadline);
    } finally {
      deadline.dispose();
    }
  }

  private async renewOnce(need: Need, deadline: Deadline): Promise<HeldToken> {
    const isRefused = need === 'refused' || need === 'both-refused';
    if (!isRefused) this.warnings.reachedItsEnd();
    const stored = need !== 'both-refused' && (await this.takeStored(need, this.shared?.read()));
    if (stored) return stored;
    if (isRefused && this.current) this.current.accepted = false;
    try {
      const began = performance.now();
      const token = this.hold(await this.logIn(deadline), began);
      this.shared?.write(token);
      return token;
    } catch (error) {
      if (deadline.ended !== 'closed') this.failed.start(Date.now(), error);
      if (isRefused && isRefusedLogin(error)) this.giveUp();
      throw error;
    } finally {
      if (isRefused) this.refusals.start(Date.now());
    }
  }

  /** Both the token and the login were refused: the account is blocked, or its password changed. */
  private giveUp(): void {
    const { current } = this;
    // If the gateway accepts other messages with the token, the refusal was about the one message.
    if (!current || current.accepted) return;
    this.previous = current.token;
    this.current = undefined;
    this.shared?.drop();
  }

  /** Takes the token of another process, if it is of use. */
  private async takeStored(
    need: Need,
    reading: Promise<AccessToken | undefined> | undefined,
  ): Promise<HeldToken | undefined> {
    const stored = await reading;
    if (!stored || this.tokens.includes(stored.token)) return undefined;
    if (need === 'ending' && Date.now() >= stored.refreshAt) return undefined;
    return this.hold(stored);
  }

  private async logIn(deadline: Deadline): Promise<AccessToken> {
    const result = await this.login.run(deadline, this.tokens);
    const { doubt, ...token } = readAccessToken(result, this.options.timeZone);
    if (doubt) this.warnings.doubtful(doubt);
    return token;
  }

  /** @param madeAt when the login that made it began. Default: another process made it */
  private hold(token: AccessToken, madeAt = -Infinity): HeldToken {
    const { current } = this;
    const isSame = current?.token === token.token;
    const credentials = isSame ? current.credentials : this.toCredentials(token);
    if (current && !isSame) this.previous = current.token;
    if (!isSame) this.loginTimes.set(credentials, madeAt);
    this.current = { ...token, credentials, heldSince: Date.now(), accepted: false };
    return this.current;
  }

  private toCredentials({ token }: AccessToken): SmsCredentials {
    const { scheme, userId } = this.options;
    const authorization = scheme === undefined ? token : `${scheme} ${token}`;
    return { headers: { Authorization: authorization }, fields: { userid: userId } };
  }
}
