import { randomUUID } from 'node:crypto';
import FormData from 'form-data';
import { createConnection } from '../../lib/core/account/create-account.js';
import { createSmsService } from '../../lib/core/account/create-sms-service.js';
import { asLookupError } from '../../lib/core/pipeline/lookup-call.js';
import type { Connection } from '../../lib/core/account/sms-account.js';
import { Login, type LoginResult } from '../../lib/core/auth/login.js';
import { Secret } from '../../lib/core/auth/secret.js';
import type { SmsCredentials } from '../../lib/core/auth/sms-auth-provider.js';
import { SmsGatewayError, SmsTransportError } from '../../lib/core/errors/index.js';
import { checkOptions } from '../../lib/core/options/check-options.js';
import { readRejection } from '../../lib/core/protocol/answer-error.js';
import type { GatewayAnswer } from '../../lib/core/protocol/gateway-answer.js';
import { isHeaderValue } from '../../lib/core/protocol/header.js';
import { readJsonObject } from '../../lib/core/protocol/read-json.js';
import { readVerdict } from '../../lib/core/protocol/verdict.js';
import type { SmsAuthOptions } from '../../lib/core/sms-gateway.options.js';
import { Deadline, outgoing } from '../../lib/core/deadline/deadline.js';
import type { Transport } from '../../lib/core/transport/gateway-transport.js';
import { type CheckRequest, inFlags } from './arguments.js';
import type { Say } from './ask.js';
import { credentialsOf } from './credentials.js';
import { webPageIn } from './web-page.js';
import { showServed } from './what-is-served.js';
import { findZone } from './zone-finding.js';

/** Options that work, unless `isProved` is false: then the gateway's answers did not show it. */
export interface FoundAuth {
  readonly auth: SmsAuthOptions;
  readonly isProved: boolean;
}

/** How long all requests of a check may take together, in ms. */
const DEADLINE = 60_000;
const TIMEOUT = { connect: 5_000, attempt: 15_000 };
const NOT_SENT = { outcome: 'not-sent' } as const;
const ELSEWHERE =
  'There is no /SMSApi/send at this address (HTTP 404). Change --base-url to what comes before /me/ and /SMSApi/send, for example https://sms.example.com or https://example.com/gateway.';

/** Some hosts serve sends only. */
const NOT_SERVED: Readonly<Record<number, string>> = Object.fromEntries(
  [404, 405, 410].map((status) => [status, `HTTP ${status}: the host may not serve /me/`]),
);

type Try = () => Promise<FoundAuth | undefined>;

/** Finds out how an account can authenticate, by requests that send nothing, and prints what the answers mean. */
export class AuthFinder {
  private readonly connection: Connection;
  private wasRefused = false;
  /** The last answer to a login. */
  private toLogin: GatewayAnswer | undefined;
  private readonly deadline = new Deadline({ total: DEADLINE, attempt: TIMEOUT.attempt });

  constructor(
    private readonly request: CheckRequest,
    private readonly secret: string,
    private readonly say: Say,
  ) {
    const options = { ...request.account, timeout: TIMEOUT };
    this.connection = createConnection(checkOptions(options, { hasAuthProvider: true }));
  }

  /**
   * Tries the three ways, and first the one that the secret was given for.
   *
   * @throws SmsGatewayError if the gateway does not answer, or is not at this address
   */
  async find(): Promise<FoundAuth | undefined> {
    const { isKey } = this.request;
    const all = Object.values(this.attempts()).flat();
    for (const way of isKey ? all.toReversed() : all) {
      const foundAuth = await way();
      if (!foundAuth) continue;
      if ((foundAuth.auth.method === 'apiKey') !== isKey) {
        const [was, is] = isKey ? ['API key', 'password'] : ['password', 'API key'];
        this.say('?', `What you gave as the ${was} is the ${is}. Use it as shown below.`);
      }
      await showServed(this.connection, this.deadline, foundAuth.auth, this.secret, this.say);
      return foundAuth;
    }
    if (!this.wasRefused) {
      this.say(
        '?',
        'No answer shows whether the password or key is right. Check --base-url, and whether a firewall or proxy',
        'answers in place of the gateway. Then retry.',
      );
      return undefined;
    }
    this.say(
      '✗',
      'No way to authenticate was accepted. Check:',
      '- the user name, and that the password or key was copied as a whole;',
      "- that the account is not blocked, and may use the API from this machine's address;",
      '- whether the portal has a separate password or key for the API;',
      '- for a key, the name of its header: --api-key-header;',
      '- for a key, whether this account may use one: some gateways refuse the keys of whole accounts. Try the password.',
    );
    return undefined;
  }

  async close(): Promise<void> {
    this.deadline.dispose();
    await this.connection.transport.close();
  }

  /** With a token, and with the secret in each send: as a password, URL-encoded and not, and as a key. */
  private attempts(): Readonly<Record<SmsAuthOptions['method'], readonly Try[]>> {
    const { secret } = this;
    const { header, userId } = this.request;
    const trying = (name: string, auth: SmsAuthOptions) => () => this.tryOut(name, auth, secret);
    const password = { method: 'password', userId, password: secret } as const;
    const plain = { ...password, passwordEncoding: 'none' } as const;
    const key = { method: 'apiKey', userId, apiKey: secret, header } as const;
    const isPlain = encodeURIComponent(secret) === secret;
    return {
      token: [() => this.tryToken()],
      password: [
        trying('Password in each send', password),
        ...(isPlain ? [] : [trying('Password in each send, not URL-encoded', plain)]),
      ],
      apiKey: isHeaderValue(secret)
        ? [trying(`API key in the header ${header ?? 'apikey'}`, key)]
        : [],
    };
  }

  private async tryToken(): Promise<FoundAuth | undefined> {
    const { userId } = this.request;
    const login = userId.includes(':') ? undefined : await this.logIn();
    if (!login) return undefined;
    const { mark, lines, zone: timeZone } = findZone(login, this.request.timeZone);
    const [first = '', ...others] = lines;
    this.say(mark, `Time zone: ${first}`, ...others);
    const auth = { method: 'token', userId, password: this.secret, timeZone } as const;
    for (const scheme of [undefined, 'Bearer']) {
      const name = scheme ? `Token after ${scheme}` : 'Token without a word before it (no scheme)';
      const foundAuth = await this.tryOut(name, { ...auth, scheme }, login.token);
      if (foundAuth) return foundAuth;
    }
    this.say('✗', 'Ask the operator what must come before the token, and set that as auth.scheme.');
    return undefined;
  }

  private async logIn(): Promise<LoginResult | undefined> {
    const { events, options, retry, transport } = this.connection;
    const password = new Secret(this.secret, 'password', 0);
    const { userId } = this.request;
    const observed: Pick<Transport, 'post' | 'distrust'> = {
      post: async (request, sent) => {
        const answer = await transport.post(request, sent);
        this.toLogin = answer instanceof SmsGatewayError ? undefined : answer;
        return answer;
      },
      distrust: (sent, isMismatch) => transport.distrust(sent, isMismatch),
    };
    const login = new Login(observed, retry, options.answers, userId, password, events);
    try {
      const result = await login.run(this.deadline, []);
      this.say('✓', 'Login: the gateway gave an access token.');
      return result;
    } catch (error) {
      if (!(error instanceof SmsGatewayError)) throw error;
      // After an answer, another way may still work.
      if (!/^(?:login-refused|login-unusable|gateway-failed)$/.test(error.code)) throw error;
      const { toLogin } = this;
      const doubt = toLogin && (NOT_SERVED[toLogin.status] ?? webPageIn(toLogin));
      this.wasRefused ||= error.code === 'login-refused' && doubt === undefined;
      if (doubt === undefined) this.say('✗', `Login for a token: ${inFlags(error)}`);
      else this.say('?', `Login for a token: not known (${doubt}).`);
      return undefined;
    }
  }

  /** Compares the answer to a send without recipients with the answer to one with a made-up secret. */
  private async tryOut(name: string, auth: SmsAuthOptions, secret: string) {
    const { credentials, httpStatus, summary } = await this.trySend(credentialsOf(auth, secret));
    if (httpStatus === 404) throw new SmsTransportError('gateway-failed', ELSEWHERE, NOT_SENT);
    // A token is known to be right, because the gateway gave it.
    const isToken = auth.method === 'token';
    if (credentials === 'refused' || (credentials === 'unclear' && !isToken)) {
      this.wasRefused ||= credentials === 'refused';
      this.say(credentials === 'refused' ? '✗' : '?', `${name}: ${credentials} (${summary}).`);
      return undefined;
    }
    const madeUp = await this.trySend(credentialsOf(auth, randomUUID()));
    const isProved = credentials === 'taken' && madeUp.credentials === 'refused';
    const doubt = `${name}: not known. The gateway also answers a made-up one with "${summary}".`;
    if (isProved) this.say('✓', `${name}: accepted. A made-up one was refused.`);
    else this.say('?', doubt, 'A message shows whether it works: add --to.');
    await this.readBalance(auth);
    return { auth, isProved: isProved || isToken };
  }

  /** Asks as an app does, which may be with other credentials than a send. */
  private async readBalance(auth: SmsAuthOptions): Promise<void> {
    const sms = await createSmsService({ ...this.request.account, auth, timeout: TIMEOUT });
    const { signal } = this.deadline;
    await sms.balance({ signal }).then(
      ({ credits }) => this.say('✓', `Balance: ${credits}`),
      () => this.say('?', 'Balance: the gateway does not show it here.'),
    );
    await sms.close();
  }

  /** @throws SmsGatewayError if there is no answer */
  private async trySend({ fields = {}, headers = {} }: SmsCredentials) {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...fields, output: 'json' })) {
      form.append(name, value);
    }
    const request = {
      path: '/SMSApi/send',
      headers: { ...headers, ...form.getHeaders() },
      body: form.getBuffer(),
    } as const;
    const answer = await this.connection.transport.post(request, outgoing(this.deadline));
    if (answer instanceof SmsGatewayError) throw asLookupError(answer, 'request');
    const { answers } = this.connection.options;
    const answered = readJsonObject(answer.body);
    const page = webPageIn(answer);
    const sent = [this.secret, ...Object.values({ ...headers, ...fields })];
    const rejection = answered && readRejection(answer, answered, sent);
    const isRefused =
      (answer.meaning === 'refused' && page === undefined) ||
      answers.refusedCodes.has(rejection?.statusCode ?? '');
    const isTaken = answered && readVerdict(answer, answered, answers) !== 'unclear';
    return {
      /** `taken`: the gateway complained of something else, or of nothing. */
      credentials: isRefused ? 'refused' : isTaken ? 'taken' : 'unclear',
      httpStatus: answer.status,
      summary: page ?? rejection?.summary ?? `HTTP ${answer.status}`,
    } as const;
  }
}
