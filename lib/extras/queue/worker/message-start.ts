import {
  type SmsErrorCode,
  type SmsGatewayError,
  SmsGuardError,
} from '../../../core/errors/index.js';
import type { CheckedMessage } from '../../../core/message/checked-message.js';
import type { CheckedSendOptions, Mode } from '../../../core/deadline/mode.js';
import { CallFailure, readFailure, SET_BACK } from '../../../core/deadline/failure.js';
import { outside } from '../../../core/limits/reach.js';
import { StartPermit } from '../../../core/deadline/deadline.js';
import {
  acceptedOutcome,
  failedOutcome,
  mayRepeat,
  outcomeOfAll,
  plainOutcome,
  type StoredOutcome,
} from '../store/outcomes.js';
import { type QueueAccount, reachesAll } from '../queue-account.js';
import { type Cipher, DecryptionError } from '../../records/cipher.js';
import { encryptReason } from '../store/encrypted-reason.js';
import type { Brakes, Claim, StartEnd } from '../store/message-store.js';
import { readMessage } from '../store/stored-message.js';
import type { Stop, Stops } from './stops.js';

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 300_000;
/** The longest pause of a message that another worker has to send. */
const LONGEST_FOR_OTHERS = 60_000;

export interface MessageStartParts {
  readonly account: QueueAccount;
  readonly cipher: Cipher;
  readonly logError: (text: string) => void;
  /** How long a worker holds a message without renewing its lock, in ms. */
  readonly lockDuration: number;
  readonly signal: AbortSignal;
  /** Told how each attempt ended. */
  readonly onAttempt: (error?: SmsGatewayError) => void;
  /** `CLAIM` if the queue has a `rateLimit`: each start is one request to each account. */
  readonly mode: Mode;
  readonly stops: Pick<Stops, keyof Stops>;
  /** Called when a message is left for another worker. */
  readonly onLeft: (claim: Claim) => void;
}

/** What ended a send that had not begun. */
type Ending = Stop | 'expired';

/**
 * One start of a message that a worker claimed, in any store. It sends the message at most once. The store hands each
 * start to one worker, and never again if that worker did not report how it ended.
 */
export class MessageStart {
  /** The numbers of a batch that are left out of its send. */
  private readonly refused: string[] = [];
  /** Each reports refused numbers, once nothing will be sent to them later. */
  private readonly giveUps: (() => void)[] = [];
  /** Why its send was not permitted to begin; undefined if it was. */
  private stopped: Ending | undefined;

  constructor(
    private readonly parts: MessageStartParts,
    private readonly claim: Claim,
    private readonly brakes: Brakes,
  ) {}

  async run(): Promise<StartEnd> {
    const next = await this.prepare().catch((error: unknown) => this.waitAfter(error));
    if ('recipients' in next) return this.send(next);
    await this.brakes.giveBack();
    return next;
  }

  /** The message to send, or how the start ends without a send. */
  private async prepare(): Promise<CheckedMessage | StartEnd> {
    const { account, cipher, lockDuration, onLeft, stops } = this.parts;
    const { claim } = this;
    stops.claimed(claim.askedAt);
    await stops.ask(claim.broadcast);
    const stop = stops.of(claim.broadcast);
    if (stop) return this.stopFor(stop);
    const held = this.brakes.hold.left();
    if (this.left <= held) return this.endUnsent('expired');
    if (held > 0) return this.goBack(held);
    const isForAll = reachesAll(account);
    // A production worker would send to everybody what staging added, and a staging worker would end as accepted what
    // production added. Earlier releases did not store it.
    if ((claim.reachesAll ?? isForAll) !== isForAll) {
      onLeft(claim);
      return this.goBack(Math.min(pauseBefore(claim.starts, LONGEST_FOR_OTHERS), this.left));
    }
    const message = readMessage(cipher, claim);
    // It was erased while it waited.
    if (!message) return this.endUnsent('settled');
    // This process may have been frozen since it claimed the message, which is another worker's by now.
    if (performance.now() - claim.askedAt > lockDuration / 2) return this.goBack(0);
    return message;
  }

  /** Nothing was sent yet. */
  private waitAfter(error: unknown): StartEnd {
    const { starts, id } = this.claim;
    const isUnreadable = error instanceof DecryptionError;
    // What another error says may quote the message.
    const name = error instanceof Error ? error.name : typeof error;
    this.parts.logError(
      isUnreadable
        ? `Message ${id} cannot be decrypted: ${error.message}. It was not sent, and stays in the queue until it can be decrypted or expires.`
        : `Message ${id} cannot be sent, because preparing it failed unexpectedly (${name}). It goes back to the queue and is tried again until it expires.`,
    );
    return this.goBack(Math.min(isUnreadable ? LONGEST_PAUSE : pauseBefore(starts), this.left));
  }

  /** For how long it may still be sent, in ms. */
  private get left(): number {
    return this.claim.expiresAt - performance.now();
  }

  private async send(message: CheckedMessage): Promise<StartEnd> {
    const { account, onAttempt, signal, stops } = this.parts;
    const { hold, giveBack } = this.brakes;
    const permit = new StartPermit(() => (this.stopped = this.ending) === undefined);
    const unwatch = stops.watch(this.claim.broadcast, () => {
      // One that waits may be sent once the store answers again.
      if (this.ending === undefined || this.ending === 'unanswered') return;
      this.stopped = this.ending;
      permit.withdraw();
    });
    const end = await this.attempt(message, permit).finally(unwatch);
    if (!(end instanceof CallFailure)) {
      onAttempt();
      return this.end(end);
    }
    const { error } = end;
    const isAttempt = permit.hasBegun || madeAttempt(error);
    if (isAttempt) onAttempt(error);
    else await giveBack();
    // Another account of a failover may be up again soon. The one that asked waits by itself.
    const longest = account.accounts.length > 1 ? SET_BACK : Infinity;
    const holdTime = Math.min(readFailure(error).hold, longest);
    if (holdTime > 0) await hold.begin(holdTime).catch(() => undefined);
    if (error.outcome === 'unknown') return this.end(failedOutcome(error, this.giveUpRefused()));
    const attempts = this.claim.attempts + (isAttempt ? 1 : 0);
    const isClosing = signal.aborted || error.code === 'closed';
    if (this.stopped && error.code === 'aborted' && !isClosing) {
      return this.stopFor(this.stopped, attempts);
    }
    // What the end of this app stopped is another worker's to send, now.
    const pause = isClosing ? 0 : pauseBefore(attempts);
    const wait = Math.max(pause, holdTime || (error.retryAfter ?? 0));
    const isFinal = !mayRepeat(error);
    // Nobody has to wait until it expires to learn that it will not be sent.
    if (!isFinal && wait < this.left) return this.goBack(wait, error.code, attempts);
    const refused = this.giveUpRefused();
    end.giveUp?.();
    if (!isFinal && !(error instanceof SmsGuardError)) return this.endUnsent('expired');
    return this.end(failedOutcome(error, refused));
  }

  /** Why it must not begin now. */
  private get ending(): Ending | undefined {
    return this.left <= 0 ? 'expired' : this.parts.stops.of(this.claim.broadcast);
  }

  private async attempt(message: CheckedMessage, permit: StartPermit) {
    const { account, mode, signal } = this.parts;
    const { broadcast, priority } = this.claim;
    const options: CheckedSendOptions = { signal, priority, permit, mode, batch: this };
    for (let recipients = message.recipients; ;) {
      const end = await account.sendChecked({ ...message, recipients }, options);
      if (!(end instanceof CallFailure)) return acceptedOutcome(end.receipt, this.giveUpRefused());
      // Of a broadcast's batch, the numbers that were not refused are sent to.
      const refused = end.error instanceof SmsGuardError ? end.error.recipients : [];
      const isPart = refused.length > 0 && refused.length < recipients.length;
      if (broadcast === undefined || !isPart) return end;
      this.refused.push(...refused);
      this.giveUps.push(() => end.giveUp?.(refused));
      recipients = outside(recipients, refused);
    }
  }

  /** Reports the refused numbers, to which nothing is sent later, and returns them. */
  private giveUpRefused(): readonly string[] {
    for (const giveUp of this.giveUps) giveUp();
    return this.refused;
  }

  /** How a start ends if the message may not begin. */
  private stopFor(ending: Ending, attempts?: number): StartEnd {
    // No worker takes it before `resume`.
    if (ending === 'paused') return this.goBack(0, undefined, attempts);
    // The store is down. Nothing is sent before it has answered.
    if (ending === 'unanswered') return this.goBack(FIRST_PAUSE, 'queue-failed', attempts);
    return this.endUnsent(ending);
  }

  private endUnsent(code: 'cancelled' | 'expired' | 'settled'): StartEnd {
    return this.end(plainOutcome('not-sent', code));
  }

  private end(ofLast: StoredOutcome): StartEnd {
    const { id, maybeSent } = this.claim;
    return { end: encryptReason(this.parts.cipher, id, outcomeOfAll(maybeSent, ofLast)) };
  }

  /** Puts back a message that was definitely not sent. */
  private goBack(back: number, code?: SmsErrorCode, attempts = this.claim.attempts): StartEnd {
    return { back: Math.ceil(back), attempts, code };
  }
}

/**
 * Whether an error ended an attempt. Otherwise a limit or the end of the app came before it. If the app does not say who
 * has opted out, that counts as an attempt, so that the pauses grow.
 */
function madeAttempt(error: SmsGatewayError): boolean {
  if (error.outcome === 'unknown' || error.code === 'opt-out-unknown') return true;
  return !(error instanceof SmsGuardError) && error.code !== 'aborted' && error.code !== 'closed';
}

/** @param count how often it was tried */
function pauseBefore(count: number, most = LONGEST_PAUSE): number {
  const longest = Math.min(most, FIRST_PAUSE * 2 ** Math.max(0, count - 1));
  return longest / 2 + (Math.random() * longest) / 2;
}
