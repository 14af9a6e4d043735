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
  allowInsecure?: boolean | undefined;

  /**
   * How sends are authenticated: one of the document's three ways, or an instance of a strategy of
   * your own. Leave it out where the registration has an `authProvider`.
   */
  auth?: SmsAuthOptions | SmsAuthProvider | undefined;

  /** What messages have that do not say otherwise. */
  defaults?: SmsMessageDefaults | undefined;

  /**
   * The country of numbers written without `+`, as an ISO 3166 code such as `IN`. Without it every
   * number needs its country prefix.
   */
  defaultCountry?: string | undefined;

  /** Your own `HttpService`: its interceptors run, while our adapter and our deadlines stay. */
  http?: HttpService | undefined;

  /**
   * An undici 7 `Dispatcher` to send through, for a proxy or TLS settings. It must neither retry
   * nor redirect by itself, and it is yours to close. Default: a pool of our own.
   */
  dispatcher?: Dispatcher | undefined;

  /** The most sockets that our own pool opens. Default 32. */
  maxConnections?: number | undefined;

  /** Deadlines. */
  timeout?: SmsTimeoutOptions | undefined;

  /** What is tried again, and how. */
  retry?: SmsRetryOptions | undefined;

  /** Holds sends back, as definitely not sent, while the gateway gives no answers. Off by default. */
  breaker?: SmsBreakerOptions | undefined;

  /**
   * At most so many recipients in any stretch of so many ms, over everything that sends through the
   * account in this process. Default none: the document names no limit.
   */
  rateLimit?: SmsRateLimit | undefined;

  /** The most sends at once through the account in this process. Default none. */
  maxConcurrency?: number | undefined;

  /** The most bytes read of an answer, before and after decoding. Default 1 MiB (1,048,576). */
  maxAnswerBytes?: number | undefined;

  /** How long `app.close()` waits for sends under way. Default 30,000. */
  drain?: number | undefined;
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
  refusedCodes?: readonly (string | number)[] | undefined;
}

/** The token flow (document, section 5.2). */
export interface SmsTokenAuthOptions extends SmsCommonAuthOptions {
  /** Logs in, and sends with a token. */
  method: 'token';
  /** For the login alone: sends carry the token. */
  password: string;
  /**
   * The IANA zone of `expires_after`, such as `Asia/Kolkata`. The document does not name it. While
   * this is not set, UTC is assumed and no token is used longer than 10 minutes.
   */
  timeZone?: string | undefined;
  /** A word before the token in the `Authorization` header. Default none, as the document shows. */
  scheme?: string | undefined;
  /**
   * How long sends that need a login fail at once after a failed one, and the shortest time between
   * two logins that refused sends start. Default 1,000.
   */
  cooldown?: number | undefined;
  /** Where processes share the token: anything with Keyv's `get`, `set` and `delete`. Default: none. */
  store?: SmsTokenStore | undefined;
}

/** Userid and password in each send (document, section 5.1). */
export interface SmsPasswordAuthOptions extends SmsCommonAuthOptions {
  /** Sends with the password, in the form. */
  method: 'password';
  /** The account's. Give it as it is: the package encodes it. */
  password: string;
  /** `url` (default): the password percent-encoded, as the document rules; `none`: as it is. */
  passwordEncoding?: 'url' | 'none' | undefined;
}

/** Userid in each send and the key in a header (document, section 5.1). */
export interface SmsApiKeyAuthOptions extends SmsCommonAuthOptions {
  /** Sends with the key, in a header. */
  method: 'apiKey';
  /** From the gateway's control panel. */
  apiKey: string;
  /** The header that carries the key. Default `apikey` (an assumption: the document does not name it). */
  header?: string | undefined;
}

/** What messages have that do not say otherwise. */
export interface SmsMessageDefaults {
  /** The document's `senderid`. Default: left out. */
  senderId?: string | undefined;
  /** The document's `dltEntityId`. Default: left out. */
  dltEntityId?: string | undefined;
  /** The document's `duplicatecheck`. Default true. */
  duplicateCheck?: boolean | undefined;
  /**
   * The document's `msgType`. `'auto'` sends `unicode` for texts that need UCS-2 and `text`
   * otherwise (an assumption: the document shows `text` alone). Default `'text'`.
   */
  type?: string | undefined;
  /** Further form fields of every message, such as `dltTemplateId`. */
  fields?: Readonly<Record<string, string>> | undefined;
}

/** Deadlines in ms. They cover the answer's body too. */
export interface SmsTimeoutOptions {
  /** To open a connection. Default 5,000. */
  connect?: number | undefined;
  /** From when a socket takes the request until the answer is whole. Default 30,000. */
  attempt?: number | undefined;
  /**
   * From the call, waiting and further tries included; in a run, waiting for `rateLimit` and
   * `maxConcurrency` excluded. Default 60,000.
   */
  total?: number | undefined;
}

/** What is tried again: what was definitely not sent, and nothing else unless you say so. */
export interface SmsRetryOptions {
  /** How often a send is tried in all. 1 turns trying again off. Default 3. */
  attempts?: number | undefined;
  /** The longest first pause in ms; it doubles, and each is drawn between 0 and it. Default 100. */
  base?: number | undefined;
  /** The longest pause in ms. Default 20,000. */
  cap?: number | undefined;
  /**
   * Tokens that tries share, so that an outage does not multiply the load: a try again takes 5, an
   * answered send gives 1 back. Default 500.
   */
  budget?: number | undefined;
  /**
   * `never` (default): a message that may have been sent is not sent again. `with-duplicate-check`:
   * it is, where it carries `duplicatecheck: true`. What the gateway counts as a duplicate is not
   * published, so this can send, and cost, twice.
   */
  unknown?: 'never' | 'with-duplicate-check' | undefined;
}

/** When the circuit breaker opens, and for how long. */
export interface SmsBreakerOptions {
  /** Tries without an answer, one after another, that open it. Default 5. */
  failures?: number | undefined;
  /** Milliseconds until one try is let through again. Default 10,000. */
  halfOpenAfter?: number | undefined;
}

/** A rate that the account keeps to. */
export interface SmsRateLimit {
  /** At most so many numbers in any stretch of `perMs`. */
  recipients: number;
  /** Milliseconds. */
  perMs: number;
}

/** A class that makes the options, for `forRootAsync`'s `useClass` and `useExisting`. */
export interface SmsGatewayOptionsFactory {
  /** Called once, while the app starts. */
  createSmsGatewayOptions(): Promise<SmsGatewayOptions> | SmsGatewayOptions;
}
