import type { SmsRegisteredTemplate } from '../../lib/core/sms-gateway.options.js';
import type { ReportCodes, ReportFields, ReportPreset, ReportStates } from './report-options.js';

/** The answer to a send with an expired token. */
export interface ExpiredTokenAnswer {
  /** HTTP status. Default 200, as with failures of real gateways. */
  httpStatus?: number | undefined;
  /** Default `'216'`, because no code for an expired token is known. */
  statusCode?: string | undefined;
  /** Default `'Invalid credentials'`. */
  reason?: string | undefined;
}

/** An account of the gateway. It needs a password, a key or both. */
export interface Account {
  /** User name, without a colon. */
  userId: string;
  /** Password; without one, the account has no logins and no sends with a password. */
  password?: string | undefined;
  /** API key; without one, the account has no sends with a key. */
  apiKey?: string | undefined;
}

/** The options of `GatewaySimulator.start`. All are optional; an unknown one is an error. */
export interface GatewaySimulatorOptions {
  /** Port to listen on; 0 picks a free one. Default 0. */
  port?: number | undefined;
  /** Address to bind. Default `127.0.0.1`. Any address that is not loopback requires `inboxPassword`. */
  host?: string | undefined;
  /** Path in front of the gateway's own paths, for example `/rest/v2`. Default none. */
  basePath?: string | undefined;
  /** User name of the account, without a colon, because Basic cannot carry one. Default `demo`. */
  userId?: string | undefined;
  /** Password of the account. Default `demo-password`. */
  password?: string | undefined;
  /** API key of the account. Default `demo-api-key`. */
  apiKey?: string | undefined;
  /** More accounts. */
  accounts?: readonly Account[] | undefined;
  /** Whether every user id gets in, with any credentials. Default false. */
  acceptAny?: boolean | undefined;
  /** Header with the key (an assumption: the specification does not name it). Default `apikey`. */
  apiKeyHeader?: string | undefined;
  /** Lifetime of a token in seconds, fractions allowed (an assumption). Default 3600. */
  tokenTtl?: number | undefined;
  /** Word that must come before the token in `Authorization`, for example `Bearer`. Default: none is needed. */
  tokenScheme?: string | undefined;
  /**
   * IANA zone of the times that the gateway writes, such as `expires_after` (an assumption: the
   * specification names none), of the page and of `before:` and `after:`. Default `UTC`.
   */
  timeZone?: string | undefined;
  /** Answer to a send with an expired token (an assumption). */
  expiredToken?: ExpiredTokenAnswer | undefined;
  /** Allowed sender identifiers; others are refused with 203. Default: any. */
  senderIds?: readonly string[] | undefined;
  /**
   * Registered templates: their texts, which are compared by the strict rules of
   * `nestjs-sms-gateway/templates`, or what `defineTemplate` returned. A text that matches none is
   * accepted, and its delivery fails later, as in India (an assumption). Default: every text is delivered.
   */
  templates?: readonly (string | SmsRegisteredTemplate)[] | undefined;
  /**
   * What happens to a message with the recipients, text and sender of a kept one if it asks for
   * `duplicatecheck` (an assumption). `flag` accepts and marks it, `drop` answers with success but
   * does not accept it, `refuse` answers with code 409. Default `flag`.
   */
  duplicates?: 'flag' | 'drop' | 'refuse' | undefined;
  /**
   * Which characters a text with the `msgType` `text` may have (an assumption). Others are refused with 171.
   * `gsm-7`: those of GSM-7. `ascii`: only those of ASCII, as at one real gateway. `off`: all. Default `gsm-7`.
   */
  typeCheck?: 'gsm-7' | 'ascii' | 'off' | undefined;
  /**
   * How many segments each account can send, a whole number: every segment to every number uses one. Sends
   * that need more than is left are refused with code 402 (all an assumption). Default: unlimited.
   */
  balance?: number | undefined;
  /**
   * What a segment costs. Each account is then a wallet of money: `/SMSApi/account/readstatus` answers with the
   * price of what is left (an assumption). Default: none, and it answers with a number of segments.
   */
  segmentPrice?: number | undefined;
  /**
   * How many accepted messages are kept, and how many refused sends. Default 500. Fewer are kept if they take
   * more than 64 MiB; `onWarning` is then called.
   */
  keep?: number | undefined;
  /**
   * File that keeps messages and refused sends over a restart, texts and numbers in plain text,
   * secrets masked. Created if missing; its folder must exist. Default: memory only.
   */
  file?: string | undefined;
  /**
   * Whether a line for each send is written to stdout: its outcome, its number, masked, and the code that
   * was found in it, or else the first 40 characters of its text. Default false.
   */
  log?: boolean | undefined;
  /**
   * Called with a sentence about problems outside of requests, for example a file that can no
   * longer be written. Default: `process.emitWarning`.
   */
  onWarning?: ((message: string) => void) | undefined;
  /** Largest body in bytes. Default 1 MiB. */
  maxBodyBytes?: number | undefined;
  /** Milliseconds until an accepted message is delivered. Default 1,000. */
  deliveryDelay?: number | undefined;
  /**
   * Whether the calls that ask for reports accept a key (an assumption: one vendor documents it, but a real gateway
   * refused one). Default false.
   */
  reportKeys?: boolean | undefined;
  /** The address that delivery reports are sent to. Default none. */
  reportUrl?: string | undefined;
  /**
   * Whether `/SMSApi/webhook/create` sets the address for the reports of its `userid`, unless there is a
   * `reportUrl`. Everyone who has credentials can then choose where the simulator posts to. Default false.
   */
  webhooks?: boolean | undefined;
  /** `GET` adds the fields to the query of the address. Default `POST`. */
  reportMethod?: 'POST' | 'GET' | undefined;
  /** How the body of a delivery report is written. Default `form`. */
  reportFormat?: 'form' | 'json' | undefined;
  /**
   * The names of its fields (an assumption: each account configures them), or a preset: a set of names that
   * real gateways use, named after its field for the transaction id. A part without a name is not sent.
   * Default `transId`.
   */
  reportFields?: ReportFields | ReportPreset | undefined;
  /** The words for its states (an assumption). */
  reportStates?: ReportStates | undefined;
  /** The codes for its states, if no fault names another one (an assumption). */
  reportCodes?: ReportCodes | undefined;
  /** How its times are written (an assumption), all in `timeZone`. Default `wall-clock`. */
  reportTimes?: 'wall-clock' | 'iso' | 'epoch' | undefined;
  /** Headers of each delivery report. */
  reportHeaders?: Readonly<Record<string, string>> | undefined;
  /** Password of the page and the API (not of the gateway), through HTTP Basic with any user name. */
  inboxPassword?: string | undefined;
  /** Additional host names for the page and the API, without port. */
  allowedHosts?: readonly string[] | undefined;
  /** Seed of the dice for random faults. Default 1. */
  seed?: number | undefined;
  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  now?: (() => number) | undefined;
}
