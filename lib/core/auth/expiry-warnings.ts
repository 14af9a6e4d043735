import { logOf } from '../logging/safe-logger.js';
import type { SmsCredentials } from './sms-auth-provider.js';

/** Why the `expires_after` of a token is not used. */
export type ExpiryDoubt = 'unreadable' | 'past' | 'far';

/** How many tokens in a row must end early before there is a warning. */
const PATTERN = 3;
/** The shortest plausible lifetime, in ms: a token that is refused sooner has not expired. */
const SHORTEST_LIFE = 60_000;

/** Warns about settings that make tokens end sooner or later than expected. Each warning once. */
export class ExpiryWarnings {
  private readonly givenWarnings = new Set<string>();
  private early: SmsCredentials | undefined;
  private earlyInARow = 0;

  /** @param account the name of the account, shown in every line */
  constructor(
    private readonly timeZone: string | undefined,
    private readonly account: string,
  ) {}

  /** Notes that a login was answered with an implausible expiry. */
  doubtful(doubt: ExpiryDoubt): void {
    const zone = this.timeZone === undefined ? 'not set, so UTC' : `'${this.timeZone}'`;
    const text = {
      unreadable: `The gateway's answer to the login has no readable expires_after, so each access token is used for 60 s. auth.timeZone (${zone}) has no effect meanwhile.`,
      past: `The expires_after of a new access token is already past, so each token is used for 60 s. ${this.advice('east')}`,
      far: `The expires_after of a new access token is more than 366 days away, so each token is used for 60 s. Check that the gateway's clock and this host's are right, and that auth.timeZone (${zone}) is the gateway's.`,
    }[doubt];
    this.warn(doubt, text);
  }

  /** Notes a token that was refused before its end. It may be about one message: the repeat decides. */
  refusedEarly(credentials: SmsCredentials, age: number): void {
    if (age >= SHORTEST_LIFE) this.early = credentials;
  }

  /** Notes that a refused call was accepted with another token. */
  repeatAccepted(refused: SmsCredentials): void {
    if (this.early !== refused) return;
    this.early = undefined;
    this.earlyInARow += 1;
    if (this.earlyInARow < PATTERN) return;
    this.warn(
      'early',
      `The gateway refused ${PATTERN} access tokens in a row before their expires_after, and each time accepted the same message after a new login. ${this.advice('west')} If it is right, something else ends the tokens: if other processes log in as the same user, share the token with auth.store.`,
    );
  }

  /** Notes that a token was used until it was due for renewal. */
  reachedItsEnd(): void {
    this.earlyInARow = 0;
  }

  private advice(direction: 'east' | 'west'): string {
    const { timeZone } = this;
    const [present, example] =
      timeZone === undefined
        ? ['auth.timeZone is not set, so UTC is assumed, which', ", for example 'Asia/Kolkata'"]
        : [`auth.timeZone is '${timeZone}', which`, ''];
    return `${present} is probably ${direction} of the gateway's time zone. Set auth.timeZone to the zone in which the gateway writes expires_after${example}.`;
  }

  private warn(key: string, text: string): void {
    if (this.givenWarnings.has(key)) return;
    this.givenWarnings.add(key);
    logOf(this.account).warn(`${text} (Logged once.)`);
  }
}
