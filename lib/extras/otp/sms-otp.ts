import { Inject } from '@nestjs/common';
import { sharedToken, tokenOf } from '../../nest/sms-gateway.tokens.js';
import { notAProvider } from '../../core/errors/not-a-provider.js';

/** A challenge whose code was sent. Times in ms since 1970. */
export interface SmsOtpStarted {
  /** Its id. Give it to the page that asks for the code. */
  readonly id: string;
  /** `unknown`: the code may have been sent. Treat it as sent. */
  readonly outcome: 'accepted' | 'unknown';
  /** The gateway's id of the text, which its delivery reports contain. Absent if the outcome is `unknown`. */
  readonly transactionId?: string;
  /** When the code expires. */
  readonly expiresAt: number;
  /** When the code may be sent again. */
  readonly resendAt: number;
}

/**
 * Why a code was not accepted: it was `wrong`; the challenge `expired`, was `used` before, or is `exhausted`
 * after `checks` attempts; or no challenge with that id is stored (`unknown-id`). A challenge is stored for at
 * least 10 minutes after its end.
 */
export type SmsOtpRefusal = 'wrong' | 'expired' | 'used' | 'exhausted' | 'unknown-id';

/** For a right code, the number in digits; otherwise the reason, and how many attempts are left. */
export type SmsOtpResult =
  | { readonly ok: true; readonly to: string }
  | { readonly ok: false; readonly reason: SmsOtpRefusal; readonly checksLeft: number };

/** One-time passwords by text message. Inject it by this class, or with `@InjectSmsOtp(name)` for a named account. */
export abstract class SmsOtp {
  /**
   * @throws SmsConfigurationError if the abstract class itself is instantiated, for example because `providers`
   * lists it
   */
  constructor() {
    if (new.target === SmsOtp) throw notAProvider('SmsOtp', 'SmsOtpModule');
  }

  /**
   * Starts a challenge: makes a code and sends it. Other challenges of the number stay valid.
   *
   * @param request the number, and what the code is for, for example `login`
   * @throws SmsOtpLimitError if the number has reached `perRecipient`
   * @throws SmsOtpStoreError if the store does not answer; nothing was sent
   * @throws SmsMessageError if the number or the purpose is invalid
   * @throws SmsGatewayError if the code was definitely not sent. The start then does not count
   */
  abstract start(request: { to: string; purpose: string }): Promise<SmsOtpStarted>;

  /**
   * Sends the code of a challenge again: the same code, valid until the same time.
   *
   * @throws SmsOtpLimitError during `cooldown`, and after `sends`
   * @throws SmsMessageError if the challenge has ended or ends within 30 s: start another one
   * @throws SmsOtpStoreError, SmsGatewayError as `start` does
   */
  abstract resend(id: string): Promise<SmsOtpStarted>;

  /**
   * Checks the code of a challenge, and counts the attempt. A right code is accepted once.
   *
   * Digits of every script count as 0 to 9; punctuation, spaces and invisible characters are ignored. If the rest
   * has another length or is not all digits, the code is `wrong`, but this does not count as an attempt.
   *
   * @throws SmsMessageError if something is missing or is not a string. This does not count as an attempt
   * @throws SmsOtpStoreError if the store does not answer. Nothing was verified, but the code may have been used up
   */
  abstract verify(attempt: { id: string; code: string; purpose: string }): Promise<SmsOtpResult>;

  /**
   * Erases a person's number: its starts, and the challenges that they name, under every key in `keys`. The ids
   * of these challenges are unknown from then on, and the limit `perRecipient` starts over.
   *
   * @param number with country prefix, or as the account reads it
   * @throws SmsMessageError if it is not a valid number
   * @throws SmsOtpStoreError if the store does not answer. Repeat it: some of it may have been erased
   */
  abstract forget(number: string): Promise<void>;
}

/** The injection token of an account's `SmsOtp`: for the default account the class itself. */
export function getSmsOtpToken(name?: string): symbol | typeof SmsOtp {
  return tokenOf(SmsOtp, 'otp', name);
}

/** Injects the `SmsOtp` of a named account. */
export function InjectSmsOtp(name?: string): PropertyDecorator & ParameterDecorator {
  return Inject(sharedToken('otp', name));
}
