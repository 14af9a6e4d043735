import { Logger } from '@nestjs/common';
import { SmsAuthenticationError, SmsGatewayError } from '../errors/index.js';
import { SendScope } from '../transport/send-scope.js';
import { type AccessToken, readLifetime, refreshTime } from './access-token.js';
import { Cooldown } from './cooldown.js';
import type { Login, LoginResult } from './login.js';
import type { SharedTokens } from './shared-tokens.js';
import { BuiltInAuthProvider } from './built-in.auth-provider.js';
import type { SmsCredentials } from './sms-auth-provider.js';

/** A store is asked no more often while logins rest, in ms: every send that comes would else ask. */
const LOOK_EVERY = 250;

/** What the token flow was told. Times in ms. */
export interface TokenFlowOptions {
  readonly timeZone: string | undefined;
  readonly scheme: string | undefined;
  readonly cooldown: number;
  /** The deadline of a login, tries and pauses included. */
  readonly total: number;
  readonly userId: string;
}

/** A token in use, with what has become of it. */
interface HeldToken extends AccessToken {
  readonly credentials: SmsCredentials;
  readonly heldSince: number;
  /** Whether this process obtained it; another may have used one from the store for long. */
  readonly own: boolean;
  /** Whether a send that carried it was accepted. */
  proven: boolean;
}

/**
 * The token flow (document, section 5.2): one login for all who wait, renewed ahead of its end by
 * the sends themselves, with no timer.
 */
export class TokenAuthProvider extends BuiltInAuthProvider {
  private held: HeldToken | undefined;
  private lastRefused: string | undefined;
  /** The last fresh token that was refused, until one is accepted: logins may take longer than any rest. */
  private doubted: HeldToken | undefined;
  private underWay: Promise<SmsCredentials> | undefined;
  private scope: SendScope | undefined;
  private looking: Promise<SmsCredentials | undefined> | undefined;
  private lookNotBefore = 0;
  private refreshNotBefore = 0;
  private warned = false;
  private closed = false;
  private readonly cooldown: Cooldown;
  private readonly logger = new Logger('SmsGateway');

  constructor(
    private readonly options: TokenFlowOptions,
    private readonly login: Login,
    private readonly shared: SharedTokens | undefined,
  ) {
    super();
    this.cooldown = new Cooldown(options.cooldown);
  }

  override ready(): SmsCredentials | undefined {
    const { held } = this;
    if (!held) return undefined;
    const now = Date.now();
    // A clock that was set back says nothing of how long the token has lived.
    if (now >= held.usableUntil || now < held.heldSince) return undefined;
    if (now >= held.refreshAt && now >= this.refreshNotBefore) this.refresh();
    return held.credentials;
  }

  override async credentials(): Promise<SmsCredentials> {
    const ready = this.ready();
    if (ready) return ready;
    if (this.underWay) return this.underWay;
    const now = Date.now();
    if (!this.cooldown.isOn(now)) return this.obtain(false);
    const error = this.cooldown.error(now);
    const fromOthers = this.shared && (await this.lookForOthers(this.shared));
    if (fromOthers) return fromOthers;
    throw error;
  }

  override async refused(credentials: SmsCredentials): Promise<boolean> {
    const { held } = this;
    // Compared first: fifty sends refused with the old token cause one new one.
    if (!held || held.credentials !== credentials) {
      return held !== undefined || this.underWay !== undefined || !this.cooldown.isOn(Date.now());
    }
    const now = Date.now();
    const again = !this.doubted && !this.cooldown.isOn(now);
    this.drop(held, now);
    if (held.proven || !held.own) return true;
    if (again) this.obtain(false).catch(() => undefined);
    // Where an account has but one token, another process's login ended this one.
    return again || (this.shared && (await this.lookForOthers(this.shared))) !== undefined;
  }

  override refusedAgain(credentials: SmsCredentials): void {
    const { held } = this;
    if (held?.credentials !== credentials || held.proven) return;
    // It may be this message alone that the gateway refuses. So others may still prove the token,
    // unless the one before it was refused as fresh as this.
    const isBlocked = this.doubted !== undefined && this.doubted !== held;
    if (isBlocked || !held.own) this.drop(held, Date.now());
    else this.doubt(held, Date.now());
  }

  override accepted(credentials: SmsCredentials): void {
    if (this.held?.credentials !== credentials || this.held.proven) return;
    this.held.proven = true;
    if (this.doubted) this.cooldown.stop();
    this.doubted = undefined;
  }

  override get secrets(): readonly string[] {
    return [...this.login.secrets, ...this.tokens];
  }

  override close(): void {
    this.closed = true;
    this.scope?.end('closed');
  }

  private get tokens(): readonly string[] {
    return [this.held?.value, this.lastRefused].filter((token) => token !== undefined);
  }

  private drop(token: HeldToken, now: number): void {
    this.held = undefined;
    this.lastRefused = token.value;
    if (!token.proven && token.own) this.doubt(token, now);
  }

  // Fresh from the login and refused all the same: a blocked account would log in for every send.
  private doubt(token: HeldToken, now: number): void {
    this.doubted = token;
    this.cooldown.start(freshTokenRefused(), now);
  }

  private refresh(): void {
    if (this.underWay) return;
    // The token at hand goes on serving; a refresh that fails is not the business of any send.
    this.obtain(true).catch(() => undefined);
  }

  private obtain(refreshing: boolean): Promise<SmsCredentials> {
    if (this.underWay) return this.underWay;
    const work = this.obtainOnce(refreshing).finally(() => {
      this.underWay = undefined;
    });
    this.underWay = work;
    return work;
  }

  /** The token of another process while this one rests: no login is made for it. */
  private lookForOthers(shared: SharedTokens): Promise<SmsCredentials | undefined> {
    if (performance.now() < this.lookNotBefore) return Promise.resolve(undefined);
    this.looking ??= this.takeStored(shared, false).finally(() => {
      this.looking = undefined;
      this.lookNotBefore = performance.now() + LOOK_EVERY;
    });
    return this.looking;
  }

  private async takeStored(
    shared: SharedTokens,
    refreshing: boolean,
  ): Promise<SmsCredentials | undefined> {
    const stored = await shared.read(Date.now());
    if (stored && stored.value === this.lastRefused) shared.drop();
    else if (stored && this.isNews(stored, refreshing)) return this.hold(stored, false);
    return undefined;
  }

  private async obtainOnce(refreshing: boolean): Promise<SmsCredentials> {
    const stored = this.shared && (await this.takeStored(this.shared, refreshing));
    if (stored) return stored;
    const scope = new SendScope(this.options.total);
    this.scope = scope;
    if (this.closed) scope.end('closed');
    try {
      const token = this.toToken(await this.login.run(scope, this.tokens));
      const credentials = this.hold(token, true);
      this.shared?.write(token, Date.now());
      return credentials;
    } catch (error) {
      const now = Date.now();
      this.refreshNotBefore = now + this.cooldown.lengthAfter(error);
      if (error instanceof SmsGatewayError && !this.closed) this.cooldown.start(error, now);
      throw error;
    } finally {
      scope.dispose();
    }
  }

  private isNews(stored: AccessToken, refreshing: boolean): boolean {
    return !refreshing || (stored.value !== this.held?.value && Date.now() < stored.refreshAt);
  }

  private hold(token: AccessToken, own: boolean): SmsCredentials {
    const { scheme, userId } = this.options;
    const authorization = scheme === undefined ? token.value : `${scheme} ${token.value}`;
    const credentials = Object.freeze({
      headers: Object.freeze({ Authorization: authorization }),
      fields: Object.freeze({ userid: userId }),
    });
    this.held = { ...token, credentials, heldSince: Date.now(), own, proven: false };
    return credentials;
  }

  private toToken(result: LoginResult): AccessToken {
    const { timeZone } = this.options;
    const { usableUntil, doubt } = readLifetime({ ...result, timeZone });
    if (doubt !== undefined) this.warn(doubt);
    const refreshAt = refreshTime(result.answeredAt, usableUntil, Math.random());
    return { value: result.token, usableUntil, refreshAt };
  }

  private warn(doubt: string): void {
    if (this.warned) return;
    this.warned = true;
    const { timeZone } = this.options;
    const zone =
      timeZone === undefined
        ? "auth.timeZone is not set, so UTC is assumed. Set it to the zone that the gateway writes its times in, for example timeZone: 'Asia/Kolkata'"
        : `auth.timeZone is '${timeZone}'. Set timeZone to the zone that the gateway writes its times in`;
    this.logger.warn(
      `The expires_after of the access token is ${doubt}; the token is used for 60 s. ${zone}. (This warning is given once.)`,
    );
  }
}

function freshTokenRefused(): SmsAuthenticationError {
  return new SmsAuthenticationError(
    'credentials-refused',
    'The gateway refused an access token that it had just issued. Nothing was sent. Check that the account may send and is not blocked.',
  );
}
