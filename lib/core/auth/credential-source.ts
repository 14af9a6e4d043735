import { inspect } from 'node:util';
import { SmsAuthenticationError, SmsGatewayError, SmsMessageError } from '../errors/index.js';
import { fieldKeyProblem } from '../message/check-fields.js';
import { shownKey } from '../common/mask.js';
import { credentialProblem, isPlainObject, nameOfError } from '../common/value-checks.js';
import { endFault, logFault } from '../logging/log-fault.js';
import { isHeaderName, isHeaderValue, isSetByRequest } from '../protocol/header.js';
import { Deadline } from '../deadline/deadline.js';
import type { Secret } from './secret.js';
import { SmsAuthProvider, type SmsCredentials } from './sms-auth-provider.js';

type Fields = Readonly<Record<string, string>>;

// Names that a message's own fields cannot have, but credentials can.
const CREDENTIAL_FIELDS: ReadonlySet<string> = new Set(['userid', 'password', 'apikey']);

/** What the log calls an app's own strategy, and its optional method. */
const NAME = 'The SmsAuthProvider';
const REFUSED = 'The method refused of the SmsAuthProvider';

const WRONG_SHAPE =
  'did not return { headers, fields }, both plain objects of strings; convert a Headers or a Map with Object.fromEntries()';

/**
 * Where calls get their credentials: one of the package's own strategies, or what wraps an app's.
 *
 * @internal
 */
export abstract class CredentialSource extends SmsAuthProvider {
  /** Empty, because apps can inject it, and it holds passwords and tokens. */
  toJSON(): object {
    return {};
  }

  [inspect.custom](): string {
    return 'SmsAuthProvider {}';
  }

  /** What no error may show, in addition to the credentials of the call itself. */
  get secrets(): readonly string[] {
    return [];
  }

  /** Whether the credentials have to be obtained. With a password or a key, each message carries all that there is. */
  get logsIn(): boolean {
    return true;
  }

  /** Credentials that can be used without waiting, if there are any. */
  ready(): SmsCredentials | undefined {
    return undefined;
  }

  /** @throws SmsGatewayError, always `not-sent`, also if the fields of the message contain one of its own */
  obtain(_deadline: Deadline, _fields: Readonly<Record<string, string>>): Promise<SmsCredentials> {
    return this.credentials();
  }

  /**
   * Finds out whether there are credentials, without sending a message. A usable token is proof enough, so that
   * checks neither replace tokens nor load the gateway.
   *
   * @param timeout ms to wait
   * @returns `none` if there is no login, because each message carries the credentials
   * @throws SmsGatewayError if there are none
   */
  async check(timeout: number): Promise<'ok' | 'none'> {
    if (!this.logsIn) return 'none';
    const deadline = new Deadline({ total: timeout, attempt: timeout });
    try {
      if (!this.ready()) await deadline.wait(this.obtain(deadline, {}));
      return 'ok';
    } finally {
      deadline.dispose();
    }
  }

  /** @param _refused the credentials that the gateway had refused for the same call, if any */
  accepted(_credentials: SmsCredentials, _refused?: SmsCredentials): void {}

  /**
   * Called when a call is refused: once, and once more if the repeated call used a token of another
   * process ({@link madeAt}). Returns whether there are other credentials to repeat the call with.
   *
   * @param _again whether this is the second time; then credentials of other processes are not tried again
   */
  override refused(_credentials: SmsCredentials, _again?: boolean): Promise<boolean> {
    return Promise.resolve(false);
  }

  /**
   * When the login that made a token began, by `performance.now()`: undefined if these credentials are not a token,
   * `-Infinity` if another process made it. It may then have been revoked together with this process's.
   */
  madeAt(_credentials: SmsCredentials): number | undefined {
    return undefined;
  }

  /** Ends what is in progress. */
  close(): void {}
}

/** The user id with a password or a key in each request (section 5.1 of the gateway specification). */
export class DirectAuthProvider extends CredentialSource {
  private last: { readonly secret: string; readonly credentials: SmsCredentials } | undefined;

  constructor(
    private readonly secret: Secret,
    private readonly toCredentials: (secret: string) => SmsCredentials,
  ) {
    super();
    if (secret.fixed !== undefined) this.credentialsOf(secret.fixed);
  }

  /** Also masked in answers to requests with another password or key. */
  override get secrets(): readonly string[] {
    return this.secret.seen.flatMap((secret) => {
      const { headers, fields } = this.toCredentials(secret);
      return [secret, ...Object.values({ ...headers, ...fields })];
    });
  }

  override get logsIn(): boolean {
    return false;
  }

  override ready(): SmsCredentials | undefined {
    return this.secret.fixed === undefined ? undefined : this.last?.credentials;
  }

  override async credentials(): Promise<SmsCredentials> {
    return this.credentialsOf(await this.secret.read());
  }

  /** True if the password or key has changed. */
  override async refused(credentials: SmsCredentials): Promise<boolean> {
    return (await this.credentials()) !== credentials;
  }

  // The same object for the same secret, so that it can be compared by identity.
  private credentialsOf(secret: string): SmsCredentials {
    if (this.last?.secret !== secret)
      this.last = { secret, credentials: this.toCredentials(secret) };
    return this.last.credentials;
  }
}

/** The source of a strategy: the package's own are sources themselves, an app's own is wrapped. */
export function credentialSourceOf(strategy: SmsAuthProvider, account: string): CredentialSource {
  return strategy instanceof CredentialSource ? strategy : new StrategySource(strategy, account);
}

/**
 * An app's own strategy as a source. It is asked for every attempt, because its credentials may be
 * valid for one request only. What it returns is checked, and what it throws is not shown.
 */
class StrategySource extends CredentialSource {
  /** What the strategy returned, by the copy of it that is sent. */
  private readonly originals = new WeakMap<SmsCredentials, SmsCredentials>();
  private last: SmsCredentials = {};

  constructor(
    private readonly strategy: SmsAuthProvider,
    private readonly account: string,
  ) {
    super();
  }

  /** The values of the last call's credentials: what the strategy throws may contain them. */
  override get secrets(): readonly string[] {
    return Object.values({ ...this.last.headers, ...this.last.fields });
  }

  override credentials(signal?: AbortSignal): Promise<SmsCredentials> {
    return this.strategy.credentials(signal);
  }

  override async obtain(deadline: Deadline, fields: Fields): Promise<SmsCredentials> {
    try {
      const appCredentials = await this.credentials(deadline.signal);
      endFault(this.strategy, NAME);
      const credentials = readSendable(appCredentials);
      this.last = credentials;
      checkNoClash(fields, credentials.fields ?? {});
      this.originals.set(credentials, appCredentials);
      return credentials;
    } catch (error) {
      // Nothing has been sent, even if an error from the strategy claims otherwise. The message of
      // another error may contain a secret.
      if (error instanceof SmsGatewayError && error.outcome === 'not-sent') throw error;
      if (!deadline.ended) logFault(this.account, this.secrets, this.strategy, NAME, error);
      throw unusable(`threw (${nameOfError(error)}). Its message is in the log`);
    }
  }

  override async refused(credentials: SmsCredentials): Promise<boolean> {
    try {
      const appCredentials = this.originals.get(credentials) ?? credentials;
      const isOther = (await this.strategy.refused?.(appCredentials)) ?? false;
      endFault(this.strategy, REFUSED);
      return isOther;
    } catch (error) {
      logFault(this.account, this.secrets, this.strategy, REFUSED, error);
      return false;
    }
  }
}

/**
 * Reads credentials once and copies them, because they may change after they were checked.
 *
 * @throws SmsAuthenticationError naming what cannot be sent, without its value
 */
function readSendable(appCredentials: SmsCredentials): SmsCredentials {
  if (typeof appCredentials !== 'object' || appCredentials === null) throw unusable(WRONG_SHAPE);
  const { headers: givenHeaders, fields: givenFields } = appCredentials;
  // A Headers or a Map has no properties, so its contents would be missing from the send.
  if (!isPlainObject(givenHeaders ?? {}) || !isPlainObject(givenFields ?? {})) {
    throw unusable(WRONG_SHAPE);
  }
  const headers = { ...givenHeaders };
  const fields = { ...givenFields };
  for (const [name, value] of Object.entries(headers)) {
    const isFit = isHeaderName(name) && !isSetByRequest(name);
    if (isFit && typeof value === 'string' && isHeaderValue(value)) continue;
    throw unusable(
      `returned the header '${shownKey(name)}', which the request itself sets, or whose name or value is not valid in a header`,
    );
  }
  for (const [name, value] of Object.entries(fields)) {
    const isCredential = CREDENTIAL_FIELDS.has(name.toLowerCase());
    const isFit = isCredential || !fieldKeyProblem(name);
    if (isFit && typeof value === 'string' && value.isWellFormed()) {
      const problem = isCredential ? credentialProblem(value) : undefined;
      if (problem === undefined) continue;
      throw unusable(`returned the form field '${name}', which ${problem}`);
    }
    throw unusable(
      `returned the form field '${shownKey(name)}', which the message sets, or whose name or value cannot be sent`,
    );
  }
  return { headers, fields };
}

/** @throws SmsMessageError if the message's own form fields contain one of the credentials */
function checkNoClash(fields: Fields, takenFields: Fields): void {
  const reserved = new Set(Object.keys(takenFields).map((name) => name.toLowerCase()));
  for (const key of Object.keys(fields)) {
    const message = fieldKeyProblem(key, reserved);
    if (message) throw new SmsMessageError([{ path: `fields.${shownKey(key)}`, message }]);
  }
}

function unusable(what: string): SmsAuthenticationError {
  return new SmsAuthenticationError(
    'credentials-unavailable',
    `The SmsAuthProvider ${what}. Nothing was sent. Fix the strategy given as auth or authProvider.`,
  );
}
