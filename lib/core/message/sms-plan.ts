import type { SmsGuardErrorCode } from '../errors/index.js';
import type { SmsSegments } from './sms-message.js';

/** What a broadcast would do. Nothing was sent, logged or published for it. */
export interface SmsPlan {
  /** How the text is split, as in a receipt; with `gsmText` if a similar text needs fewer segments. */
  readonly segments: SmsSegments;
  /** The id of the registered template with which it is sent, if there is one. */
  readonly dltTemplateId?: string;
  /** How many numbers would get it. */
  readonly recipients: number;
  /** `recipients` times `segments.count`: as this package counts; a gateway may count differently. */
  readonly totalSegments: number;
  /** How many requests it takes, without retries. */
  readonly requests: number;
  /**
   * Their countries, the most frequent first. The country is undefined if no numbering plan has the number and it
   * may belong to several, or if its prefix belongs to none. If several plans have it, the main country counts: Italy,
   * not the Vatican.
   */
  readonly countries: readonly {
    readonly country: string | undefined;
    readonly recipients: number;
  }[];
  /** How many numbers appear again within their batch. */
  readonly duplicates: number;
  /** How many numbers are invalid. */
  readonly invalid: number;
  /** How many numbers the option `reach` keeps back. */
  readonly held: number;
  /** How many numbers `guard` refuses. Its options `perRecipient` and `perDay` are ignored. */
  readonly refused: readonly {
    readonly code: 'country' | 'opted-out';
    readonly recipients: number;
  }[];
  /**
   * Why numbers are invalid, masked: the first 100, with their input positions. The text's issue, with
   * `templates.unmatched: 'warn'`, has the index -1.
   */
  readonly issues: readonly { readonly index: number; readonly message: string }[];
  /** Milliseconds until quiet hours end; undefined outside of them. */
  readonly retryAfter?: number;
  /** The least time, in ms, that `rateLimit` allows if only this process sends; undefined without one. */
  readonly atLeast?: number;
}

/** What `send` would find before its first request. */
export interface SmsPreview {
  /** All recipients, as they would be sent to. The country is undefined as in {@link SmsPlan.countries}. */
  readonly recipients: readonly { readonly number: string; readonly country?: string }[];
  /** How the text is split, with `gsmText` if a similar text needs fewer segments; undefined without a text. */
  readonly segments?: SmsSegments;
  /** The id of the registered template with which it would be sent, if there is one. */
  readonly dltTemplateId?: string;
  /** The recipients that the option `reach` keeps back. */
  readonly held: readonly string[];
  /** The recipients that `guard` refuses. One is enough to refuse the whole send. */
  readonly refused: readonly {
    /** The limit's code. Limits that count are not checked. */
    readonly code: SmsGuardErrorCode;
    readonly recipients: readonly string[];
  }[];
  /** Milliseconds until quiet hours end; undefined outside of them. */
  readonly retryAfter?: number;
}
