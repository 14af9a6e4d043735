import { within } from '../common/promises.js';
import { SmsAuthenticationError } from '../errors/index.js';
import { credentialProblem, nameOfError } from '../common/value-checks.js';
import { endFault, logFault } from '../logging/log-fault.js';
import { isHeaderValue } from '../protocol/header.js';
import type { SmsSecret } from './sms-auth-provider.js';

/** How many values of a function are masked: more than a usual number of sends at the same time. */
const KEPT = 100;

/** A password or key: the same at all times, or read from a function of the app whenever it is needed. */
export class Secret {
  /** The value if it never changes. */
  readonly fixed: string | undefined;
  private values: readonly string[] = [];

  /**
   * @param name the option that it was given as
   * @param patience how long the function may take, in ms
   * @param account the name of the account, for the log
   */
  constructor(
    private readonly source: SmsSecret,
    private readonly name: 'password' | 'apiKey',
    private readonly patience: number,
    private readonly account = 'default',
  ) {
    if (typeof source !== 'string') return;
    this.fixed = source;
    this.values = [source];
  }

  /** The last values, newest first: an answer may repeat one of another request. */
  get seen(): readonly string[] {
    return this.values;
  }

  /** @throws SmsAuthenticationError `credentials-unavailable` if the function fails; what it threw is not shown */
  async read(): Promise<string> {
    const { source } = this;
    if (typeof source === 'string') return source;
    const reading = (async (): Promise<{ value: unknown }> => ({ value: await source() }))();
    const readingOrError = reading.catch((error: unknown) => {
      logFault(this.account, this.values, source, `auth.${this.name}`, error);
      // What an error of the app says may contain the secret.
      throw this.unavailable(`threw (${nameOfError(error)}). Its message is in the log`);
    });
    // The send or login that waits keeps the process alive, and ends with the app.
    const answer = await within(this.patience, readingOrError, true);
    if (!answer)
      throw this.unavailable(`did not return within ${this.patience} ms (timeout.connect)`);
    endFault(source, `auth.${this.name}`);
    const { value } = answer;
    if (typeof value !== 'string' || value === '' || !value.isWellFormed())
      throw this.unavailable('did not return a non-empty string');
    if (this.name === 'apiKey' && !isHeaderValue(value))
      throw this.unavailable('returned a key that is not valid in an HTTP header');
    const problem = this.name === 'password' ? credentialProblem(value) : undefined;
    if (problem !== undefined) throw this.unavailable(`returned a password that ${problem}`);
    if (value !== this.values[0]) {
      this.values = [value, ...this.values.filter((earlierValue) => earlierValue !== value)].slice(
        0,
        KEPT,
      );
    }
    return value;
  }

  private unavailable(problem: string): SmsAuthenticationError {
    return new SmsAuthenticationError(
      'credentials-unavailable',
      `The function given as auth.${this.name} ${problem}. Nothing was sent.`,
    );
  }
}
