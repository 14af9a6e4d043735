import { randomUUID } from 'node:crypto';
import type { LoginResult } from '../../auth/login.js';
import type { SmsAuthProvider } from '../../auth/sms-auth-provider.js';
import { SmsAuthenticationError, SmsGatewayError } from '../../errors/index.js';
import type { SmsAuthOptions, SmsTokenAuthOptions } from '../../sms-gateway.options.js';
import type { CheckRequest } from './arguments.js';
import { fittingZones, lifetimeIn, shownLifetime } from './fitting-zones.js';
import type { Said, Trial } from './trial.js';

/** Prints one finding: it works, it does not, or it is not known. */
export type Say = (mark: '✓' | '✗' | '?', what: string, ...more: readonly string[]) => void;

/** Options that work, unless `proved` is false: then the gateway's answers did not tell. */
export interface FoundAuth {
  readonly auth: SmsAuthOptions;
  readonly proved: boolean;
  /** The same, without a new login. */
  readonly credentials: SmsAuthOptions | SmsAuthProvider;
}

const MOST_SHOWN = 5;

/** Finds out how an account can authenticate, and prints what each answer means. */
export class AuthFinder {
  /** Whether the gateway has no `/SMSApi/send`, so that no other way needs to be tried. */
  isElsewhere = false;

  constructor(
    private readonly request: CheckRequest,
    private readonly trial: Trial,
    private readonly say: Say,
  ) {}

  /** Tries the three ways, and first the one that the secret was given for. */
  async find(secret: string, givenAs: 'password' | 'apiKey'): Promise<FoundAuth | undefined> {
    const { userId, header } = this.request;
    const password = { method: 'password', userId, password: secret } as const;
    const inForm: SmsAuthOptions[] = [password];
    if (encodeURIComponent(secret) !== secret) {
      inForm.push({ ...password, passwordEncoding: 'none' });
    }
    const key: SmsAuthOptions = { method: 'apiKey', userId, apiKey: secret, header };
    const token = (): Promise<FoundAuth | undefined> => this.tryToken(secret);
    const others = [...inForm, key].map((auth) => () => this.tryDirect(auth));
    const ways = givenAs === 'password' ? [token, ...others] : [...others.toReversed(), token];
    for (const way of ways) {
      const found = this.isElsewhere ? undefined : await way();
      if (!found) continue;
      if ((found.auth.method === 'apiKey') !== (givenAs === 'apiKey')) {
        const [is, was] = givenAs === 'apiKey' ? ['password', 'API key'] : ['API key', 'password'];
        this.say('?', `What was given as the ${was} is the ${is}. Use it as below.`);
      }
      return found;
    }
    return undefined;
  }

  private async tryToken(password: string): Promise<FoundAuth | undefined> {
    const { userId } = this.request;
    if (userId.includes(':')) return undefined;
    let login: LoginResult;
    try {
      login = await this.trial.logIn(password);
    } catch (error) {
      const isAnswer = error instanceof SmsAuthenticationError;
      if (!isAnswer && !(error instanceof SmsGatewayError && error.code === 'gateway-failed')) {
        throw error;
      }
      this.say('✗', `Login for a token: ${plain(error)}`);
      return undefined;
    }
    this.say('✓', 'Login: the gateway gave an access token.');
    const timeZone = this.readTimeZone(login);
    const scheme = await this.findScheme(login.token);
    if (scheme === undefined) return undefined;
    const auth: SmsTokenAuthOptions = { method: 'token', userId, password, timeZone };
    const credentials = this.withToken(login.token, scheme);
    return { auth: scheme ? { ...auth, scheme } : auth, proved: true, credentials };
  }

  /** The word that is needed before the token; empty if there is none, undefined if nothing works. */
  private async findScheme(token: string): Promise<string | undefined> {
    let said: Said | undefined;
    for (const scheme of ['', 'Bearer']) {
      said = await this.trial.send(this.withToken(token, scheme));
      if (said.credentials === 'refused') continue;
      if (this.notFound(said)) return undefined;
      const how = scheme ? `with ${scheme} before it` : 'without a word before it (no scheme)';
      const isRefused = async () =>
        (await this.trial.send(this.withToken(randomUUID(), scheme))).credentials === 'refused';
      if (said.credentials === 'taken' && (await isRefused())) {
        this.say('✓', `Token: accepted ${how}. A made-up token was refused.`);
      } else {
        this.say(
          '?',
          `Token: not known whether it needs a word before it (a scheme). The gateway answers a send`,
          `without recipients with "${said.summary}", whatever the token. A message shows it: add --to.`,
        );
      }
      return scheme;
    }
    this.say(
      '✗',
      `Token: refused in a send without recipients, alone and after Bearer (${said?.summary}).`,
      'Ask the operator what has to precede the token, and set that as auth.scheme.',
    );
    return undefined;
  }

  private async tryDirect(auth: SmsAuthOptions): Promise<FoundAuth | undefined> {
    const [name, wrong] =
      auth.method === 'apiKey'
        ? [`API key in the header ${auth.header ?? 'apikey'}`, { apiKey: randomUUID() }]
        : [
            `Password in each send${'passwordEncoding' in auth ? ', not URL-encoded' : ''}`,
            { password: randomUUID() },
          ];
    const said = await this.trial.send(auth);
    if (this.notFound(said)) return undefined;
    if (said.credentials !== 'taken') {
      const isRefused = said.credentials === 'refused';
      this.say(
        isRefused ? '✗' : '?',
        `${name}: ${isRefused ? 'refused' : 'unclear'} (${said.summary}).`,
      );
      return undefined;
    }
    const proved = (await this.trial.send({ ...auth, ...wrong })).credentials === 'refused';
    if (proved) this.say('✓', `${name}: accepted. A made-up one was refused.`);
    else {
      this.say(
        '?',
        `${name}: not known. The gateway answers a made-up one in the same way (${said.summary}).`,
        'A message shows it: add --to.',
      );
    }
    return { auth, proved, credentials: auth };
  }

  private notFound({ httpStatus }: Said): boolean {
    if (httpStatus !== 404) return false;
    this.isElsewhere = true;
    this.say(
      '✗',
      'Sending: there is no /SMSApi/send at this address (HTTP 404).',
      'Change --base-url to what comes before /me/ and /SMSApi/send, for example',
      'https://sms.example.com or https://example.com/gateway.',
    );
    return true;
  }

  private withToken(token: string, scheme: string): SmsAuthProvider {
    const Authorization = scheme ? `${scheme} ${token}` : token;
    const credentials = { headers: { Authorization }, fields: { userid: this.request.userId } };
    return { credentials: () => Promise.resolve(credentials) };
  }

  /** Prints which zones fit `expires_after`, and returns the one to use. */
  private readTimeZone(login: LoginResult): string | undefined {
    const { timeZone } = this.request;
    const fitting = fittingZones(login);
    const [best] = fitting;
    if (!best) {
      this.say(
        '?',
        'Time zone: no zone fits expires_after: it is missing, has another form than',
        'YYYY-MM-DD HH:MM:SS, or is long past. Each token will be used for 60 s.',
      );
      return undefined;
    }
    const given = timeZone === undefined ? undefined : lifetimeIn(timeZone, login);
    if (timeZone !== undefined) {
      if (given === best.minutes) this.say('✓', `Time zone: expires_after fits ${timeZone}.`);
      else if (given)
        this.say('?', `Time zone: ${timeZone} fits, but see the rounder lifetimes below.`);
      else this.say('✗', `Time zone: not ${timeZone}. The new token would have expired already.`);
    }
    const shown = fitting.slice(0, MOST_SHOWN).map(({ minutes, zones }) => {
      const more = zones.length > 3 ? ', …' : '';
      return `  ${shownLifetime(minutes).padEnd(16)}${zones.slice(0, 3).join(', ')}${more}`;
    });
    const rest = fitting.length - shown.length;
    this.say(
      given === best.minutes ? '✓' : '?',
      `Time zone: expires_after is ${String(login.expiresAfter)}, and names no zone. A token lasts`,
      ...shown,
      ...(rest > 0 ? [`  (and ${rest} more, less round)`] : []),
      'The roundest is the likeliest. Compare it with a time that the portal shows.',
    );
    return given ? timeZone : best.zones[0];
  }
}

/** What an error says, with the flags of the command in place of options. */
export function plain(error: Error): string {
  return error.message
    .replace(' Nothing was sent.', '')
    .replaceAll('auth.userId', '--user-id')
    .replaceAll('auth.password', 'the password')
    .replaceAll('baseUrl', '--base-url');
}
