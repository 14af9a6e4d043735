import {
  type SmsErrorCode,
  type SmsGatewayError,
  SmsGuardError,
} from '../../../core/errors/index.js';
import type { CheckedMessage } from '../../../core/message/checked-message.js';
import type { CheckedSendOptions, Mode } from '../../../core/deadline/mode.js';
import { CallFailure } from '../../../core/deadline/send-result.js';
import { readFailure, SET_BACK } from '../../../core/deadline/failure.js';
import { outside } from '../../../core/limits/reach.js';
import { StartPermit } from '../../../core/deadline/start-permit.js';
import {
  acceptedOutcome,
  failedOutcome,
  mayRepeat,
  outcomeOfAll,
  plainOutcome,
  type StoredOutcome,
} from '../store/outcomes.js';
import type { QueueAccount } from '../queue-account.js';
import { type Cipher, DecryptionError } from '../../records/cipher.js';
import { encryptReason } from '../store/encrypted-reason.js';
import type { Brakes, Claim, StartEnd } from '../store/message-store.js';
import { readMessage } from '../store/stored-message.js';
import type { OtherReach } from './other-reach.js';
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
  readonly stops: Pick<Stops, 'ask' | 'claimed' | 'of' | 'watch'>;
  /** Whether another worker has to send a message. */
  readonly isOthers: OtherReach;
}

/** What to do with a message that a worker claimed: to send it, to end it, or to put it back for a time. */
type NextStep =
  | { readonly send: CheckedMessage }
  | { readonly end: StoredOutcome }
  | { readonly wait: number; readonly code?: SmsErrorCode };

/** What ended a send that had not begun. */
type Ending = Stop | 'expired';

/**
 * Sends a message of a queue that a worker claimed, at most once: the rules of one start, whatever store the message is
 * in. The store hands each start of a message to one worker, and never sends one again that a worker had and did not
 * report. Never rejects.
 */
export function startMessage(
  parts: MessageStartParts,
  claim: Claim,
  brakes: Brakes,
): Promise<StartEnd> {
  return new MessageStart(parts, claim, brakes).run();
}

/** One start of a message. */
class MessageStart {
  /** The numbers of a batch that are left out of its send. */
  private readonly refused: string[] = [];
  /** Each reports refused numbers, once nothing will be sent to them later. */
  private readonly giveUps: (() => void)[] = [];
  /** Why its send was not permitted to begin, if it was not. */
  private stopped: Ending | undefined;

  constructor(
    private readonly parts: MessageStartParts,
    private readonly claim: Claim,
    private readonly brakes: Brakes,
  ) {}

  async run(): Promise<StartEnd> {
    const next = await this.nextStep().catch((error: unknown) => this.waitAfter(error));
    if ('send' in next) return this.send(next.send);
    await this.brakes.giveBack();
    return 'end' in next ? this.end(next.end) : this.goBack(next.wait, next.code);
  }

  private async nextStep(): Promise<NextStep> {
    const { cipher, stops, lockDuration } = this.parts;
    const { claim } = this;
    stops.claimed(claim.askedAt);
    await stops.ask(claim.broadcast);
    const stop = stops.of(claim.broadcast);
    if (stop) return stepAfter(stop);
    const held = await this.brakes.hold.left();
    if (this.left <= held) return { end: plainOutcome('not-sent', 'expired') };
    if (held > 0) return { wait: held };
    if (this.parts.isOthers(claim)) {
      return { wait: Math.min(pauseBefore(claim.starts, LONGEST_FOR_OTHERS), this.left) };
    }
    const message = readMessage(cipher, claim);
    // It was erased while it waited.
    if (!message) return { end: plainOutcome('not-sent', 'settled') };
    // This process may have been frozen since it claimed the message, which is another worker's by now.
    if (performance.now() - claim.askedAt > lockDuration / 2) return { wait: 0 };
    return { send: message };
  }

  /** Nothing was sent yet. */
  private waitAfter(error: unknown): NextStep {
    const { starts, id } = this.claim;
    const isUnreadable = error instanceof DecryptionError;
    // What another error says may quote the message.
    const name = error instanceof Error ? error.name : typeof error;
    this.parts.logError(
      isUnreadable
        ? `Message ${id} cannot be decrypted: ${error.message}. It was not sent, and stays in the queue until it can be decrypted or expires.`
        : `Message ${id} cannot be sent, because preparing it failed unexpectedly (${name}). It goes back to the queue and is tried again until it expires.`,
    );
    return {
      wait: Math.min(isUnreadable ? LONGEST_PAUSE : pauseBefore(starts), this.left),
    };
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
    try {
      const end = await this.attempt(message, permit);
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
      const wanted = Math.min(readFailure(error).hold, longest);
      if (wanted > 0) await hold.begin(wanted).catch(() => undefined);
      if (error.outcome === 'unknown') return this.end(failedOutcome(error, this.giveUpRefused()));
      const attempts = this.claim.attempts + (isAttempt ? 1 : 0);
      const isClosing = signal.aborted || error.code === 'closed';
      if (this.stopped && error.code === 'aborted' && !isClosing) {
        const next = stepAfter(this.stopped);
        if ('end' in next) return this.end(next.end);
        return this.goBack(next.wait, next.code, attempts);
      }
      // What the end of this app stopped is another worker's to send, now.
      const pause = isClosing ? 0 : pauseBefore(attempts);
      const wait = Math.max(pause, wanted || (error.retryAfter ?? 0));
      const isFinal = !mayRepeat(error);
      // Nobody has to wait until it expires to learn that it will not be sent.
      if (!isFinal && wait < this.left) return this.goBack(wait, error.code, attempts);
      const refused = this.giveUpRefused();
      end.giveUp?.();
      return this.end(
        isFinal || error instanceof SmsGuardError
          ? failedOutcome(error, refused)
          : plainOutcome('not-sent', 'expired'),
      );
    } finally {
      unwatch();
    }
  }

  /** Why it must not begin now. */
  private get ending(): Ending | undefined {
    return this.left <= 0 ? 'expired' : this.parts.stops.of(this.claim.broadcast);
  }

  private async attempt(message: CheckedMessage, permit: StartPermit) {
    const { account, mode, signal } = this.parts;
    const { broadcast, priority } = this.claim;
    const options: CheckedSendOptions = { signal, priority, permit, mode, batch: this };
    for (let rest = message.recipients; ;) {
      const end = await account.sendChecked({ ...message, recipients: rest }, options);
      if (!(end instanceof CallFailure)) return acceptedOutcome(end, this.giveUpRefused());
      // Of a broadcast's batch, the numbers that were not refused are sent to.
      const refused = end.error instanceof SmsGuardError ? end.error.recipients : [];
      const isPart = refused.length > 0 && refused.length < rest.length;
      if (broadcast === undefined || !isPart) return end;
      this.refused.push(...refused);
      this.giveUps.push(() => end.giveUp?.(refused));
      rest = outside(rest, refused);
    }
  }

  /** Reports the refused numbers, to which nothing is sent later, and returns them. */
  private giveUpRefused(): readonly string[] {
    for (const giveUp of this.giveUps) giveUp();
    return this.refused;
  }

  private end(ofLast: StoredOutcome): StartEnd {
    const { id, maybeSent } = this.claim;
    return { end: encryptReason(this.parts.cipher, id, outcomeOfAll(maybeSent, ofLast)) };
  }

  /** Puts back a message that was definitely not sent. */
  private goBack(
    back: number,
    code: SmsErrorCode | undefined,
    attempts = this.claim.attempts,
  ): StartEnd {
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

/** What to do with a message that did not begin. */
function stepAfter(ending: Ending): Exclude<NextStep, { readonly send: CheckedMessage }> {
  if (ending === 'cancelled' || ending === 'expired')
    return { end: plainOutcome('not-sent', ending) };
  // No worker takes it before `resume`.
  if (ending === 'paused') return { wait: 0 };
  // The store is down. Nothing is sent before it has answered.
  return { wait: FIRST_PAUSE, code: 'queue-failed' };
}

/** @param count how often it was tried */
function pauseBefore(count: number, most = LONGEST_PAUSE): number {
  const longest = Math.min(most, FIRST_PAUSE * 2 ** Math.max(0, count - 1));
  return longest / 2 + (Math.random() * longest) / 2;
}
