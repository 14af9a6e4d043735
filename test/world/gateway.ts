import type { WorldClock } from './clock.js';
import { diceOf } from './dice.js';
import { MARK_HEADER } from './interceptors.js';
import type { Fate } from './weather.js';

/** A request as the gateway reads it. */
export interface Request {
  readonly kind: 'login' | 'send' | 'balance';
  /** What it is for: the mark of the text, or the login of an account. */
  readonly id: string;
  /** 1 for the first request of this id. */
  readonly attempt: number;
  readonly authorization: string | undefined;
  readonly apiKey: string | undefined;
  /** Whether an interceptor of the app added its header. */
  readonly isMarked: boolean;
  readonly fields: Readonly<Record<string, string>>;
  readonly text: string;
  readonly numbers: readonly string[];
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Whether it refuses the credentials. */
  readonly refuses?: boolean;
  /** Whether it says that a message was accepted. */
  readonly accepts?: boolean;
}

/** A send that the gateway read, with the numbers that it accepted. */
export interface Arrival {
  readonly account: string;
  readonly text: string;
  readonly taken: readonly string[];
  readonly weight: number;
  readonly at: number;
  readonly startedAt: number;
}

/** What an account of a gateway accepts. The app's secrets can change. */
export interface Login {
  readonly name: string;
  readonly method: 'token' | 'password' | 'apiKey';
  readonly userId: string;
  secret: string;
  /** Whether the app tells the package that the code 299 refuses credentials. */
  readonly refusedCodes: boolean;
  /** Whether answers may quote an earlier secret, which the package then has to know. */
  readonly quotesEarlier: boolean;
  readonly scheme: string | undefined;
  /** How long tokens live, in ms. */
  readonly lifetime: number;
  /** The offset in ms of the zone in which expiries are written. */
  readonly zoneOffset: number;
}

const MARK = /[a-z0-9]{11}[qxzjkw]/;

/** The simulated gateway. It keeps a record of every message that it accepted. */
export class WorldGateway {
  readonly arrivals: Arrival[] = [];
  /** The words that an answer may repeat, but that nothing else may show. */
  private readonly tokens = new Map<string, { readonly expiresAt: number; isRevoked: boolean }>();
  private readonly attempts = new Map<string, number>();
  /** The secrets that requests came with. */
  private readonly known = new Set<string>();
  private transactions = 0;

  /** @param ahead how far its clock is ahead of ours, in ms */
  constructor(
    private readonly clock: WorldClock,
    readonly login: Login,
    private readonly seed: number,
    private readonly ahead: number,
  ) {}

  get secrets(): readonly string[] {
    return [this.login.secret, ...this.tokens.keys()];
  }

  revokeTokens(): void {
    for (const token of this.tokens.values()) token.isRevoked = true;
  }

  read(options: {
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Buffer | null;
  }): Request {
    const { path, headers, body } = options;
    const fields = body ? formFields(body.toString('utf8')) : {};
    const text = fields['msg'] ?? '';
    const kind = path.endsWith('/me/') ? 'login' : path.endsWith('/send') ? 'send' : 'balance';
    const numbers = (fields['mobile'] ?? '').split(',').filter(Boolean);
    const id =
      kind === 'send'
        ? `${MARK.exec(text)?.[0] ?? text} to ${numbers[0]}`
        : `${kind} of ${this.login.name}`;
    const attempt = (this.attempts.get(id) ?? 0) + 1;
    this.attempts.set(id, attempt);
    const { Authorization: authorization, apikey: apiKey } = headers;
    const isMarked = MARK_HEADER in headers;
    return { kind, id, attempt, authorization, apiKey, isMarked, fields, text, numbers };
  }

  receive(request: Request, fate: Fate, startedAt: number): Reply {
    if (request.kind === 'login') return this.logIn(request, fate);
    const isKnown = request.kind === 'balance' || this.knows(request);
    // A token carries no secret, and the app may have changed its own since.
    if (isKnown && request.kind === 'send' && this.login.method !== 'token')
      this.known.add(this.login.secret);
    const verdict = isKnown ? fate.verdict : '401';
    const taken = request.kind === 'send' ? this.take(request, { ...fate, verdict }) : [];
    const { login, clock } = this;
    if (request.kind === 'send') {
      const { text, numbers } = request;
      const weight = numbers.length;
      const at = clock.now;
      this.arrivals.push({ account: login.name, text, taken, weight, at, startedAt });
    }
    return this.answer(request, verdict, taken);
  }

  private knows({ authorization, apiKey, fields }: Request): boolean {
    const { method, userId, secret, scheme } = this.login;
    if (fields['userid'] !== userId) return false;
    if (method === 'apiKey') return apiKey === secret;
    if (method === 'password') return fields['password'] === encodeURIComponent(secret);
    const prefix = scheme === undefined ? '' : `${scheme} `;
    if (!authorization?.startsWith(prefix)) return false;
    const token = this.tokens.get(authorization.slice(prefix.length));
    return token !== undefined && !token.isRevoked && token.expiresAt > this.clock.now;
  }

  private logIn({ authorization, attempt }: Request, { verdict }: Fate): Reply {
    const { userId, secret, name, lifetime, zoneOffset } = this.login;
    const expected = `Basic ${Buffer.from(`${userId}:${secret}`).toString('base64')}`;
    if (authorization !== expected) return this.json(401, { status: 'error', statusCode: '401' });
    this.known.add(secret);
    if (verdict === '503' || verdict === '500 html') return this.page(503);
    if (verdict === 'html') return this.page(200);
    if (verdict === '429') return this.json(429, {});
    if (verdict === '429 seconds') return this.json(429, {}, { 'retry-after': '2' });
    if (verdict === '429 date') return this.json(429, {}, { 'retry-after': this.dateIn(3000) });
    if (verdict === '401' || verdict === '403') return this.page(Number(verdict));
    const dice = diceOf(this.seed, 'token', name, attempt);
    const token = `tk${Array.from({ length: 10 }, () => Math.floor(dice() * 36).toString(36)).join('')}`;
    this.tokens.set(token, { expiresAt: this.clock.now + lifetime, isRevoked: false });
    const expiry = new Date(this.clock.date + this.ahead + lifetime + zoneOffset);
    return this.json(200, {
      status: 'success',
      token,
      expires_after: expiry.toISOString().slice(0, 19).replace('T', ' '),
      statusCode: '200',
      reason: 'success',
    });
  }

  /** The numbers that are accepted: none if the specification calls the answer a refusal. */
  private take({ numbers }: Request, { verdict, isTaken }: Fate): readonly string[] {
    switch (verdict) {
      case 'yes':
        return numbers;
      case 'yes in part':
        return numbers.slice(Math.floor(numbers.length / 2));
      case '503':
      case '500 html':
      case 'html':
      case 'redirect':
      case 'yes with 401':
      case "another's":
        return isTaken ? numbers : [];
      default:
        return [];
    }
  }

  private answer(request: Request, verdict: string, taken: readonly string[]): Reply {
    const { numbers, text } = request;
    const rejected = numbers.filter((number) => !taken.includes(number));
    switch (verdict) {
      case 'yes':
      case 'yes in part':
      case 'nobody':
        return request.kind === 'balance'
          ? this.json(200, {
              response: { status: 'success', code: '200', account: { smsBalance: '7' } },
            })
          : { ...this.yes(taken, rejected), accepts: taken.length > 0 };
      case "another's":
        return this.yes(['447700900999'], []);
      case '401':
      case '403':
      case '299': {
        const status = verdict === '299' ? 200 : Number(verdict);
        // Gateways repeat what was sent.
        const reason = `Refused ${text} for ${secretOf(request)}, not ${this.earlier}`;
        const answer = this.json(status, { status: 'error', statusCode: verdict, reason });
        return { ...answer, refuses: status !== 200 || this.login.refusedCodes };
      }
      case 'yes with 401':
        return { ...this.yes(numbers, []), status: 401 };
      case '401 without a body':
        return this.page(401);
      case '429':
        return this.json(429, {});
      case '429 seconds':
        return this.json(429, {}, { 'retry-after': '2' });
      case '429 date':
        return this.json(429, {}, { 'retry-after': this.dateIn(3000) });
      case '503':
      case '500 html':
        return this.page(Number(verdict.slice(0, 3)));
      case 'html':
        return this.page(200);
      case 'redirect':
        return { ...this.page(302), headers: { location: '/elsewhere' } };
      default:
        return this.json(200, {
          status: 'error',
          statusCode: '203',
          reason: `Sender not known: ${text} ${secretOf(request)}`,
        });
    }
  }

  /** The last secret before the current one that a request came with, if there is one. */
  private get earlier(): string {
    const { quotesEarlier, secret } = this.login;
    const secrets = [...this.known].filter((known) => known !== secret);
    return (quotesEarlier && secrets.at(-1)) || 'any other';
  }

  /** Whether a request has a token that has expired. */
  hasOldToken({ authorization = '', kind }: Request): boolean {
    const token =
      kind === 'send' ? this.tokens.get(authorization.split(' ').at(-1) ?? '') : undefined;
    return token !== undefined && token.expiresAt + 50 < this.clock.now;
  }

  private yes(mobile: readonly string[], invalid: readonly string[]): Reply {
    this.transactions += 1;
    return this.json(200, {
      status: 'success',
      mobile: mobile.join(','),
      invalidMobile: invalid.join(','),
      transactionId: `9${String(this.transactions).padStart(18, '0')}`,
      statusCode: '200',
      reason: 'success',
      msgId: '',
    });
  }

  private json(status: number, body: object, headers: Record<string, string> = {}): Reply {
    const all = { 'content-type': 'application/json', date: this.dateIn(0), ...headers };
    return { status, headers: all, body: Buffer.from(JSON.stringify(body)) };
  }

  private page(status: number): Reply {
    const headers = { 'content-type': 'text/html', date: this.dateIn(0) };
    return { status, headers, body: Buffer.from('<html><body>Busy</body></html>') };
  }

  private dateIn(ms: number): string {
    return new Date(this.clock.date + this.ahead + ms).toUTCString();
  }
}

/** What proved who sent a request. */
export function secretOf({ authorization, apiKey, fields }: Request): string {
  return authorization ?? apiKey ?? fields['password'] ?? '';
}

/** The fields of a multipart form. */
function formFields(body: string): Record<string, string> {
  const fields = body.matchAll(/name="([^"]+)"\r\n\r\n([^]*?)\r\n--/g);
  return Object.fromEntries(Array.from(fields, ([, name = '', value = '']) => [name, value]));
}
