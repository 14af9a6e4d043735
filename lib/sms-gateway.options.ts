import type { HttpService } from '@nestjs/axios';
import type { Dispatcher } from 'undici';
import type { SmsAuthProvider } from './auth/sms-auth-provider.js';
import type { SmsTokenStore } from './auth/token-store.js';

/**
 * Everything that an account can be told. Times are in milliseconds. An unknown key is an error.
 * The checks stand in `options/`, one schema for each part.
 */
export interface SmsGatewayOptions {
  /**
   * The gateway's base address: https, or http to a loopback address. It may have a path and a
   * final slash. For example `https://sms.example.com`.
   */
  baseUrl: string;

  /** Allows `http:` to any host: whoever is on the way then reads the credentials. Default false. */
  allowInsecure?: boolean;

  /**
   * How sends are authenticated: one of the document's three ways, or an instance of a strategy of
   * your own. Leave it out where the registration has an `authProvider`.
   */
  auth?: SmsAuthOptions | SmsAuthProvider;

  /** What messages have that do not say otherwise. */
  defaults?: SmsMessageDefaults;

  /**
   * The country of numbers written without `+`, as an ISO 3166 code such as `IN`. Without it every
   * number needs its country prefix.
   */
  defaultCountry?: string;

  /** Your own `HttpService`: its interceptors run, while our adapter and our deadlines stay. */
  http?: HttpService;

  /**
   * An undici 7 `Dispatcher` to send through, for a proxy or TLS settings. It must neither retry
   * nor redirect by itself, and it is yours to close. Default: a pool of our own.
   */
  dispatcher?: Dispatcher;

  /** The most sockets that our own pool opens. Default 32. */
  maxConnections?: number;

  /** Deadlines. */
  timeout?: SmsTimeoutOptions;

  /** What is tried again, and how. */
  retry?: SmsRetryOptions;

  /** Holds sends back, as surely not sent, while the gateway gives no answers. Off by default. */
  breaker?: SmsBreakerOptions;

  /**
   * At most so many recipients in any stretch of so many ms, over everything that sends through the
   * account in this process. Default none: the document names no limit.
   */
  rateLimit?: SmsRateLimit;

  /** The most sends at once through the account in this process. Default none. */
  maxConcurrency?: number;

  /** The most bytes read of an answer, before and after decoding. Default 1 MiB (1,048,576). */
  maxAnswerBytes?: number;

  /** How long `app.close()` waits for sends under way. Default 30,000. */
  drain?: number;
}

/** The three ways to authenticate that the document has. */
export type SmsAuthOptions = SmsTokenAuthOptions | SmsPasswordAuthOptions | SmsApiKeyAuthOptions;

interface SmsCommonAuthOptions {
  /** The registered username (document: `userid`). */
  userId: string;
  /**
   * The `statusCode`s of a no that mean refused credentials. Default 401, 403 and 216 (an
   * assumption: the document publishes no codes).
   */
  refusedCodes?: readonly (string | number)[];
}

/** The token flow (document, section 5.2). */
export interface SmsTokenAuthOptions extends SmsCommonAuthOptions {
  method: 'token';
  /** For the login alone: sends carry the token. */
  password: string;
  /**
   * The IANA zone of `expires_after`, such as `Asia/Kolkata`. The document does not name it. While
   * this is not set, UTC is assumed and no token is used longer than 10 minutes.
   */
  timeZone?: string;
  /** A word before the token in the `Authorization` header. Default none, as the document shows. */
  scheme?: string;
  /** How long sends fail at once after a failed login. Default 1,000. */
  cooldown?: number;
  /** Where processes share the token: anything with Keyv's `get`, `set` and `delete`. Default none. */
  store?: SmsTokenStore;
}

/** Userid and password in each send (document, section 5.1). */
export interface SmsPasswordAuthOptions extends SmsCommonAuthOptions {
  method: 'password';
  password: string;
  /** `url` (default): the password percent-encoded, as the document rules; `none`: as it is. */
  passwordEncoding?: 'url' | 'none';
}

/** Userid in each send and the key in a header (document, section 5.1). */
export interface SmsApiKeyAuthOptions extends SmsCommonAuthOptions {
  method: 'apiKey';
  /** From the gateway's control panel. */
  apiKey: string;
  /** The header that carries the key. Default `apikey` (an assumption: the document does not name it). */
  header?: string;
}

/** What messages have that do not say otherwise. */
export interface SmsMessageDefaults {
  /** The document's `senderid`. Default: left out. */
  senderId?: string;
  /** The document's `dltEntityId`. Default: left out. */
  dltEntityId?: string;
  /** The document's `duplicatecheck`. Default true. */
  duplicateCheck?: boolean;
  /**
   * The document's `msgType`. `'auto'` sends `unicode` for texts that need UCS-2 and `text`
   * otherwise (an assumption: the document shows `text` alone). Default `'text'`.
   */
  type?: string;
  /** Further form fields of every message, such as `dltTemplateId`. */
  fields?: Readonly<Record<string, string>>;
}

/** Deadlines in ms. They cover the answer's body too. */
export interface SmsTimeoutOptions {
  /** To open a connection. Default 5,000. */
  connect?: number;
  /** From when a socket takes the request until the answer is whole. Default 30,000. */
  attempt?: number;
  /**
   * From the call, waiting and further tries included; in a run, waiting for `rateLimit` and
   * `maxConcurrency` excluded. Default 60,000.
   */
  total?: number;
}

/** What is tried again: what was surely not sent, and nothing else unless you say so. */
export interface SmsRetryOptions {
  /** How often a send is tried in all. 1 turns trying again off. Default 3. */
  attempts?: number;
  /** The longest first pause in ms; it doubles, and each is drawn between 0 and it. Default 100. */
  base?: number;
  /** The longest pause in ms. Default 20,000. */
  cap?: number;
  /**
   * Tokens that tries share, so that an outage does not multiply the load: a try again takes 5, an
   * answered send gives 1 back. Default 500.
   */
  budget?: number;
  /**
   * `never` (default): a message that may have been sent is not sent again. `with-duplicate-check`:
   * it is, where it carries `duplicatecheck: true`. What the gateway counts as a duplicate is not
   * published, so this can send, and cost, twice.
   */
  unknown?: 'never' | 'with-duplicate-check';
}

/** When the circuit breaker opens, and for how long. */
export interface SmsBreakerOptions {
  /** Tries without an answer, one after another, that open it. Default 5. */
  failures?: number;
  /** Milliseconds until one try is let through again. Default 10,000. */
  halfOpenAfter?: number;
}

/** A rate that the account keeps to. */
export interface SmsRateLimit {
  recipients: number;
  /** Milliseconds. */
  perMs: number;
}

/** A class that makes the options, for `forRootAsync`'s `useClass` and `useExisting`. */
export interface SmsGatewayOptionsFactory {
  createSmsGatewayOptions(): Promise<SmsGatewayOptions> | SmsGatewayOptions;
}
