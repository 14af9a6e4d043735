import type { SmsContent } from '../../core/message/sms-message.js';
import type { RecordStore } from '../records/record-store.js';

/** The values that `message` gets. */
export interface SmsOtpText {
  /** The code, for example `482913`. */
  readonly code: string;
  /** For how many minutes it is still valid, rounded up, for example `5`. */
  readonly minutes: string;
}

/** The options of one-time passwords. Times in ms. */
export interface SmsOtpOptions {
  /**
   * Secrets of 64 hex digits, from `openssl rand -hex 32`. The first one makes codes, all verify. To replace one,
   * add the new one last, then put it first, and remove the old one after `perRecipient.perMs`.
   */
  keys: readonly string[];
  /** Where challenges are stored: `redisOtpStore`, `postgresOtpStore`, or `memoryOtpStore` for one process. */
  store: RecordStore;
  /** Makes the message. Default: `Your code is 482913. It is valid for 5 minutes.` */
  message?: ((text: SmsOtpText) => string | SmsContent) | undefined;
  /** Digits of a code, 6 to 8: fewer can be guessed. Default 6. */
  length?: number | undefined;
  /** How long a code is valid, from a minute to an hour. NIST SP 800-63B allows 10 minutes. Default 300,000. */
  ttl?: number | undefined;
  /** How many attempts a challenge allows. Default 5. */
  checks?: number | undefined;
  /** How many times a code can be sent, including the first. Default 3. */
  sends?: number | undefined;
  /** How long until a code may be sent again. It is not sent in its last 30 s. Default 30,000. */
  cooldown?: number | undefined;
  /** How many challenges a number may start at this account within a sliding window. Default 5 in a day. */
  perRecipient?: { readonly starts: number; readonly perMs: number } | undefined;
  /** The site whose page fills the code in by itself (Web OTP): adds the line `@shop.example #482913`. */
  webOtp?: string | undefined;
  /**
   * The hash of the Android app that reads the code by itself (SMS Retriever): adds it as the last line. The message
   * may then have at most 140 bytes in UTF-8.
   */
  androidHash?: string | undefined;
}

/** A class that creates the options, for `useClass` and `useExisting`. */
export interface SmsOtpOptionsFactory {
  /** Called once, while the app starts. */
  createSmsOtpOptions(): SmsOtpOptions | Promise<SmsOtpOptions>;
}
