import type * as undici from 'undici';
import type { SmsAuthProvider, SmsSecret } from './auth/sms-auth-provider.js';
import type { SmsTokenCache, SmsTokenStore } from './auth/token-store.js';
import type { SmsGuardStore } from './limits/guard-store.js';
import type { SmsOptedOut } from './limits/sms-opted-out.js';
import type { SmsTextCheck } from './message/sms-message.js';

/** The part of undici's `Dispatcher` that is used. */
export type SmsDispatcher = { dispatch(options: object, handler: object): boolean };

/**
 * The options of an account. Times are in milliseconds. An unknown key is an error.
 */
export interface SmsGatewayOptions {
  /**
   * The gateway's base address, for example `https://sms.example.com`: https, or http to a loopback
   * address. It may have a path and a final slash; `/me/` and `/SMSApi/send` are appended to it, so it
   * must not end in them.
   */
  baseUrl: string;

  /** Allows `http:` to any host. Anyone on the network path can then read the credentials. Default `false`. */
  allowInsecure?: boolean | undefined;

  /**
   * How sends are authenticated: one of the three ways of the gateway specification, or an instance
   * of your own strategy. Omit it if the registration has an `authProvider`.
   */
  auth?: SmsAuthOptions | Strategy | undefined;

  /** Defaults for all messages. */
  defaults?: SmsMessageDefaults | undefined;

  /**
   * The country of numbers written without `+`, as an ISO 3166 code like `IN`. Without it, every
   * number needs its country prefix.
   */
  defaultCountry?: string | undefined;

  /**
   * How numbers are checked before anything is sent. Default `'strict'`.
   *
   * - `'strict'`: digits without `+` must be a valid number of the country whose prefix they begin
   *   with; a number with `+` is only checked for a length that its country uses.
   * - `'possible'`: every number is only checked for such a length.
   * - `'any'`: every number must have 8 to 15 digits.
   *
   * A prefix that is only dialled inside the country is removed from numbers with `+`, and under `'possible'` and `'any'`
   * from all others, if the numbering plan then has the number: `+91 098765 43210` is `919876543210`.
   *
   * With `defaultCountry`, digits without `+` must always be a valid number of that country: its
   * numbering plan is the only way to tell what they mean.
   */
  numbers?: 'strict' | 'possible' | 'any' | undefined;

  /**
   * The values of `status` that mean no in an answer with an HTTP status of 200 to 299, in any case.
   * Any other value but `success` proves nothing there. Default `error`, `failed`, `failure`, `fail`,
   * `rejected`, `invalid` and `denied` (an assumption: the gateway specification shows no failure
   * body).
   */
  failureWords?: readonly string[] | undefined;

  /**
   * Your own `HttpService` of `@nestjs/axios`: its interceptors run, but the package's own adapter and
   * deadlines apply. Errors that its interceptors see pass `axios.isAxiosError`.
   */
  http?:
    | { readonly axiosRef: { request(config: object): Promise<unknown>; defaults: object } }
    | undefined;

  /**
   * What to send through, for a proxy or TLS settings: a function that creates a dispatcher with the package's
   * own undici, for example `({ ProxyAgent }) => new ProxyAgent('http://proxy:3128')`, or an undici 7
   * `Dispatcher`. It must neither retry nor redirect by itself. The dispatcher that the function returns is
   * closed with the app; close one that you pass yourself. Default: a pool of the package's own.
   */
  dispatcher?: SmsDispatcher | ((library: typeof undici) => SmsDispatcher) | undefined;

  /** The most sockets that the package's own pool opens. Default 32. */
  maxConnections?: number | undefined;

  /** Deadlines. */
  timeout?: SmsTimeoutOptions | undefined;

  /** What is retried, and how. */
  retry?: SmsRetryOptions | undefined;

  /** Fails fast: while the gateway does not answer, sends fail at once as `not-sent`. Off by default. */
  breaker?: SmsBreakerOptions | undefined;

  /**
   * At most this many recipients in a sliding window, over everything that this process sends through
   * the account. Default none: the gateway specification names no limit.
   */
  rateLimit?: SmsRateLimit | undefined;

  /**
   * The most requests at once through the account in this process. Default `maxConnections`, and never
   * more than that; with a `dispatcher` and without `rateLimit`, there is no default and no maximum.
   */
  maxConcurrency?: number | undefined;

  /**
   * Who messages are really sent to, which makes a staging environment safe. Default `'all'`; anything
   * else logs a warning at start. Numbers out of reach are in `receipt.held`, and the app goes on as if
   * they had been sent to. `guard` refuses as in production, without its `store`; `quiet` is off. A worker of a queue
   * whose `reach` is `'all'` sends only messages that were added with `'all'`, and any other worker only the rest.
   */
  reach?: SmsReach;

  /** Your own limits, which are checked before a send. They protect your forms from abuse. Default none. */
  guard?: SmsGuardOptions | undefined;

  /**
   * Hours in which only messages with `priority: 'high'` are sent. A `send` fails with an
   * `SmsGuardError`, a run waits until they end, the queue delays the message. Default none.
   */
  quiet?: SmsQuietHours | undefined;

  /**
   * The texts that you registered with the operators, as India requires: a text that matches none of them
   * fails with an `SmsMessageError` and is not sent. Default none: texts are not compared.
   */
  templates?: SmsTemplateOptions | undefined;

  /** Where the gateway shows the account's balance, and when that is low. */
  balance?: SmsBalanceOptions | undefined;

  /** The most bytes to read of an answer, before and after decompression. Default 1 MiB (1,048,576). */
  maxAnswerBytes?: number | undefined;

  /** How long `app.close()` waits for sends in progress. Default 30,000. */
  drain?: number | undefined;
}

/**
 * Any {@link SmsAuthProvider}. A class with a private member: editors then complete only the options of the three
 * built-in methods.
 */
declare abstract class Strategy extends SmsAuthProvider {
  private readonly hidesFromCompletion?: never;
}

/** The three built-in methods to authenticate. */
export type SmsAuthOptions = SmsTokenAuthOptions | SmsPasswordAuthOptions | SmsApiKeyAuthOptions;

export type { SmsSecret };

interface SmsCommonAuthOptions {
  /** The registered username (`userid`). */
  userId: string;
  /**
   * The `statusCode`s that mean that the credentials were refused. Default 401, 403 and 216 (an
   * assumption: the gateway specification lists no codes).
   */
  refusedCodes?: readonly (string | number)[] | undefined;
}

/** The token flow (section 5.2 of the gateway specification). */
export interface SmsTokenAuthOptions extends SmsCommonAuthOptions {
  /** Logs in, and sends with an access token. */
  method: 'token';
  /** Used for the login only: sends carry the token. */
  password: SmsSecret;
  /**
   * The IANA time zone of `expires_after`, for example `Asia/Kolkata`. The gateway specification
   * does not name it. If this is not set, UTC is assumed and no token is used for more than 10
   * minutes.
   */
  timeZone?: string | undefined;
  /** A word before the token in `Authorization`, for example `Bearer`. Default none, as in the gateway specification. */
  scheme?: string | undefined;
  /**
   * How long sends that need a login fail at once after a failed one, and the shortest time between two
   * logins that are caused by refused sends. Default 1,000.
   */
  cooldown?: number | undefined;
  /** Shares the token between processes: anything with Keyv's `get`, `set` and `delete`. Default none. */
  store?: SmsTokenStore | SmsTokenCache | undefined;
}

/** `userid` and password in each send (section 5.1 of the gateway specification). */
export interface SmsPasswordAuthOptions extends SmsCommonAuthOptions {
  /** Sends with the password, in the form. */
  method: 'password';
  /** The account's password, as it is: the package encodes it. */
  password: SmsSecret;
  /** `url` percent-encodes the password, as the gateway specification says; `none` sends it as it is. Default `url`. */
  passwordEncoding?: 'url' | 'none' | undefined;
}

/** `userid` in each send and the key in a header (section 5.1 of the gateway specification). */
export interface SmsApiKeyAuthOptions extends SmsCommonAuthOptions {
  /** Sends with the key, in a header. */
  method: 'apiKey';
  /** From the gateway's control panel. */
  apiKey: SmsSecret;
  /** The header that carries the key. Default `apikey` (an assumption: the gateway specification does not name it). */
  header?: string | undefined;
}

/** Defaults for all messages. */
export interface SmsMessageDefaults {
  /** The gateway's `senderid`. Over 11 characters that are not a number cause a warning. Default: left out. */
  senderId?: string | undefined;
  /** The gateway's `dltEntityId`. Default: left out. */
  dltEntityId?: string | undefined;
  /** The gateway's `dltTemplateId`. Default: left out. */
  dltTemplateId?: string | undefined;
  /** The gateway's `duplicatecheck`. Default `true`. */
  duplicateCheck?: boolean | undefined;
  /**
   * The gateway's `msgType`. `'auto'` sends `text` if GSM-7 has every character of the text, otherwise `unicode`
   * (an assumption: the gateway specification only shows `text`). Default `'auto'`.
   */
  type?: string | undefined;
  /** Other form fields of every message, for example `trackLink`. */
  fields?: Readonly<Record<string, string>> | undefined;
}

/** Deadlines in ms. They include reading the answer's body. */
export interface SmsTimeoutOptions {
  /** To open a connection. Default 5,000. */
  connect?: number | undefined;
  /** From when a socket takes the request until the answer is complete. Default 30,000. */
  attempt?: number | undefined;
  /**
   * From the call, including waiting and retries. In a run, waiting for `rateLimit` and `maxConcurrency` does not
   * count. It is also how long a run waits while the gateway does not answer. Default 60,000.
   */
  total?: number | undefined;
}

/**
 * How often a message that was definitely not sent is retried. One that may have been sent never is. `base` and `cap`
 * are also the first and the longest pause of a run while the gateway does not answer.
 */
export interface SmsRetryOptions {
  /**
   * The most attempts, the first included. 1 turns retries off. An attempt that repeats a send with new
   * credentials does not count. Default 3.
   */
  attempts?: number | undefined;
  /** The longest first pause in ms. It doubles each time; the actual pause is random, up to that. Default 100. */
  base?: number | undefined;
  /** The longest pause in ms. Default 20,000. */
  cap?: number | undefined;
  /**
   * Points that all retries share, so that an outage does not multiply the load: each retry costs 5
   * points, and an answered send returns 1. Default 500.
   */
  budget?: number | undefined;
}

/** When the circuit breaker opens, and for how long. */
export interface SmsBreakerOptions {
  /** Attempts in a row without an answer that open it. Default 5. */
  failures?: number | undefined;
  /** Milliseconds until one attempt is let through again. Default 10,000. */
  halfOpenAfter?: number | undefined;
}

/** Where the gateway shows the account's balance, and when that is low. */
export interface SmsBalanceOptions {
  /** Appended to `baseUrl`. Default `/SMSApi/account/readstatus` (an assumption: seen at real gateways). */
  path?: string | undefined;
  /**
   * The balance is low below this: there is an event `balance-low`, a warning, and `degraded` in the health check.
   * Each process that sets it asks the gateway, so set it in one of them. Default none.
   */
  below?: number | undefined;
  /** With `below`: the time between two requests, in ms, at least 1,000. Default 900,000. */
  every?: number | undefined;
}

/** A limit of recipients in a sliding window. */
export interface SmsRateLimit {
  /** The most numbers in any window of `perMs`. */
  recipients: number;
  /** The length of the window in milliseconds. */
  perMs: number;
}

/**
 * Who messages are really sent to.
 *
 * - `'all'`: their recipients.
 * - `'none'`: nobody. No request is made.
 * - `{ only }`: recipients that match one of these numbers with country prefix, where `*` at the end
 *   stands for any digits: `['919876543210', '9198765*']`.
 * - `{ redirectTo }`: this number instead, with `[to 919876543210]` before the text; at most 10 messages
 *   for each `send`, `sendMany` or `broadcast`.
 */
export type SmsReach =
  'all' | 'none' | { readonly only: readonly string[] } | { readonly redirectTo: string };

/** Limits that are checked before a send; each is an `SmsGuardError`. */
export interface SmsGuardOptions {
  /**
   * The only countries whose numbers are sent to, as ISO 3166 codes like `IN`. Their premium-rate and shared-cost numbers
   * are refused, too.
   */
  countries?: readonly string[];
  /** The most segments that a text may take. */
  maxSegments?: number | undefined;
  /**
   * The most messages to one number. Numbers must then be valid in the numbering plan of their country,
   * also with a `+`: others are an `SmsMessageError`.
   */
  perRecipient?: SmsRecipientLimit | undefined;
  /**
   * Asks your app who must not get a message, for example because they replied STOP. It is called once for each send and
   * each batch, also of a queue, and must answer within 5 s. If it fails, nothing is sent (`opt-out-unknown`, retryable).
   */
  optedOut?: SmsOptedOut;
  /** The most recipients in 24 hours, over the whole account. */
  perDay?: SmsDailyLimit | undefined;
  /**
   * Where `perRecipient` and `perDay` are counted, for example `createGuardStore` of
   * `nestjs-sms-gateway/queue`, so that processes share their counts. Default: in this process.
   */
  store?: SmsGuardStore | undefined;
}

/** The most messages to one number in a sliding window. */
export interface SmsRecipientLimit {
  /** The most messages in any window of `perMs`. */
  count: number;
  /** The length of the window in milliseconds. */
  perMs: number;
}

/** The most recipients in a sliding window of 24 hours. */
export interface SmsDailyLimit {
  /** The most numbers in any 24 hours. */
  recipients: number;
}

/** Hours in which nothing is sent unless it has priority. */
export interface SmsQuietHours {
  /** When they begin, for example `'21:00'`. Required, together with `to`, unless there are `categories`. */
  from?: string;
  /** When they end, for example `'10:00'`: on the next day, if that is earlier than `from`. */
  to?: string;
  /** The IANA time zone of all these times, for example `'Asia/Kolkata'`. */
  timeZone: string;
  /**
   * Hours for messages of one category, which apply to high priority too. A message has the category of the
   * template in `templates.known` whose `dltTemplateId` it is sent with. Needs `templates`.
   */
  categories?:
    Readonly<Partial<Record<SmsTemplateCategory, SmsCategoryHours | undefined>>> | undefined;
}

/** Hours in which no messages of a category are sent. */
export interface SmsCategoryHours {
  /** When they begin, for example `'21:00'`. */
  from: string;
  /** When they end, for example `'10:00'`: on the next day, if that is earlier than `from`. */
  to: string;
}

/**
 * The most characters in a value of each kind. `numeric` also applies to `number`, and `url` to `urlott`. The
 * default of each is 30.
 */
export type SmsTemplateLengths = Readonly<
  Partial<Record<'var' | 'alphanumeric' | 'numeric' | 'url', number | undefined>>
>;

/** Rules for the values of variables on which published guides disagree. The defaults are the strictest. */
export interface SmsTemplateRules {
  /** The most characters (Unicode code points) in a value, or in one of each kind. Default 30. */
  maxValueLength?: number | SmsTemplateLengths | undefined;
  /**
   * `'written'`: `var` and `alphanumeric` refuse anything that is written as a link, also `K.Rahul`. `'allow'`: they
   * accept it, real links included. Default `'written'`.
   */
  links?: 'written' | 'allow' | undefined;
  /**
   * `'written'`: `var` and `alphanumeric` refuse anything that is written as a phone number: ten digits or more
   * with a `+`, ten to fifteen in groups, or an Indian mobile number. `'allow'`: they accept any digits. Default
   * `'written'`.
   */
  phoneNumbers?: 'written' | 'allow' | undefined;
  /** `'strict'`: letters and digits; `'loose'`: also space, `_`, `/` and full stop. Default `'strict'`. */
  alphanumeric?: 'strict' | 'loose' | undefined;
  /** Compares texts without their spaces, full stops and commas. Default `false`. */
  ignorePunctuation?: boolean | undefined;
  /** The allowed prefixes of `url` and `urlott` values, each with a path: `https://acme.example/`. Default none. */
  urls?: readonly string[] | undefined;
  /** The allowed `cbn` values, as they are written in texts. Default none. */
  callbacks?: readonly string[] | undefined;
}

/** The option `templates`. Its rules replace those of the templates. */
export interface SmsTemplateOptions extends SmsTemplateRules {
  /** What `defineTemplate` and `readTemplates` of `nestjs-sms-gateway/templates` return. */
  known: readonly SmsRegisteredTemplate[];
  /** What happens to a text that matches none: an error, a warning in the log, or nothing. Default `'error'`. */
  unmatched?: 'error' | 'warn' | 'allow' | undefined;
}

/** What kind of texts a template is for. `service`: it is not known whether implicit or explicit. */
export type SmsTemplateCategory =
  'transactional' | 'service-implicit' | 'service-explicit' | 'service' | 'promotional';

/** What a variable takes: the kinds that the text of a template can name, except `var`. */
export type SmsTemplateKind =
  'numeric' | 'number' | 'alphanumeric' | 'url' | 'urlott' | 'cbn' | 'email';

/** A template as it was registered. */
export interface SmsTemplateDefinition<Name extends string = string> {
  /** The registered text, with its variables: `Your code is {#numeric#}`. */
  text: string;
  /** A name for each variable, in their order. Needed to call the template. */
  values?: readonly Name[] | undefined;
  /**
   * The kinds of its `{#var#}`, by the names of their values (`'1'`, `'2'` and so on without `values`). Some portals
   * keep them beside the text.
   */
  kinds?:
    | Partial<Record<[Name] extends [never] ? string : NoInfer<Name>, SmsTemplateKind | undefined>>
    | undefined;
  /** The template's id, in digits. */
  dltTemplateId: string;
  /**
   * The header that it is registered for. Default: left to the message and to `defaults`. It can list several,
   * separated by commas, semicolons or `|`: the message or `defaults` must then name one of them.
   */
  senderId?: string | undefined;
  /** The id, in digits, of the entity that registered it. Default: left to the message and to `defaults`. */
  dltEntityId?: string | undefined;
  /**
   * Hours for it can be set in `quiet.categories`. If set, a `senderId` that does not have the form of this
   * category causes a warning at start.
   */
  category?: SmsTemplateCategory | undefined;
}

/** A registered template, for the option `templates`. */
export interface SmsRegisteredTemplate {
  /** What it was defined with. */
  readonly definition: Readonly<SmsTemplateDefinition>;
  /** Its rules. */
  readonly rules: SmsTemplateRules;
  /** Creates the check of an account's texts, for all templates of the options. */
  createTextCheck(
    options: SmsTemplateOptions,
    warn?: (text: string) => void,
    defaultSender?: string,
  ): SmsTextCheck;
}

/** A class that creates the options, for `useClass` and `useExisting` of `forRootAsync`. */
export interface SmsGatewayOptionsFactory {
  /** Called once, while the app starts. */
  createSmsGatewayOptions(): Promise<SmsGatewayOptions> | SmsGatewayOptions;
}
