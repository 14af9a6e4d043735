import { inspect } from 'node:util';
import { Logger } from '@nestjs/common';
import { WorldClock } from './clock.js';
import { diceOf, markOf } from './dice.js';
import { type Login, type Request, WorldGateway } from './gateway.js';
import { AppHandlers } from './handlers.js';
import { createAxios } from './interceptors.js';
import { WorldNetwork } from './network.js';
import {
  FailoverAccount,
  MemoryGuardStore,
  openAccount,
  type SmsAccount,
  SmsAuthProvider,
  type SmsCredentials,
  type SmsEvent,
  type SmsGatewayOptions,
  type SmsGuardStore,
  type SmsService,
  type SmsTokenStore,
} from './parts.js';
import type { AccountPlan, Program, SharedPlan } from './program.js';
import { CALM, fateOf, type Weather } from './weather.js';

/** When the quiet hours of a program begin and end, around a change of the clocks in Berlin. */
export const QUIET = { from: '01:40', to: '02:30', timeZone: 'Europe/Berlin' } as const;

const CALENDARS = {
  none: Date.UTC(2026, 2, 1, 12),
  // In quiet hours, which last 45 minutes more.
  night: Date.UTC(2026, 2, 10, 0, 45),
  // Quiet hours begin 3 s later.
  spring: Date.UTC(2026, 2, 29, 0, 39, 57),
  autumn: Date.UTC(2026, 9, 24, 23, 39, 57),
};

const ONLY = '9198765*';
export const REDIRECT = '919876599999';
export const PER_RECIPIENT = { count: 3, perMs: { long: 60_000, short: 1000 } };
export const BREAKER = { failures: 3, halfOpenAfter: 500 };
export const PER_DAY = { recipients: 300 };

export const SENDER = 'ACMEIN';

/** Whether the app says that a number has opted out. */
export function hasOptedOut(number: string): boolean {
  return number.endsWith('3');
}

/** Whether an account has a strategy of the app's own. */
function isOwn(plan: AccountPlan): plan is AccountPlan & { method: 'password' | 'apiKey' } {
  return plan.ownStrategy && plan.method !== 'token';
}

class OwnStrategy extends SmsAuthProvider {
  private last = '';

  constructor(
    private readonly method: 'password' | 'apiKey',
    private readonly secret: () => string | Promise<string>,
  ) {
    super();
  }

  override async credentials(): Promise<SmsCredentials> {
    this.last = await this.secret();
    return this.method === 'apiKey'
      ? { headers: { apikey: this.last }, fields: { userid: 'acme' } }
      : { fields: { userid: 'acme', password: this.last } };
  }

  override async refused(credentials: SmsCredentials): Promise<boolean> {
    const secret = await this.secret();
    return (
      credentials.headers?.['apikey'] !== secret && credentials.fields?.['password'] !== secret
    );
  }
}

/** One account, and its gateway. */
export interface Member {
  readonly plan: AccountPlan;
  readonly account: SmsAccount;
  readonly gateway: WorldGateway;
  readonly network: WorldNetwork;
  /** The secret that the app gives. */
  readonly app: { secret: string };
}

/** When something began and ended, by the world's clock. */
export interface Span {
  readonly at: number;
  endedAt?: number;
}

/** An app with its accounts, in a world. */
export class WorldApp {
  readonly clock: WorldClock;
  readonly members: readonly Member[];
  readonly service: SmsService;
  readonly events: SmsEvent[] = [];
  /** What OpenTelemetry was told, in the programs that use it. */
  readonly spans: unknown[] = [];
  /** Everything that was logged or noted, in order. */
  readonly story: string[] = [];
  readonly logs: string[] = [];
  /** When each account was closed, and when the app asked for balances. */
  readonly closes: Span[] = [];
  readonly lookups: Span[] = [];
  readonly handlers: AppHandlers;
  weather: Weather;
  /** When the gateways stopped making trouble, by the world's clock, and how many events there were by then. */
  calmSince = Infinity;
  eventsBeforeCalm = Infinity;
  private readonly siblings = new Set<SmsAccount>();
  private readonly tokens = new Map<string, unknown>();
  private readonly guardStore = new MemoryGuardStore();
  private storeCalls = 0;

  constructor(readonly program: Program) {
    Logger.overrideLogger(false);
    const { seed, shared, weather, accounts } = program;
    this.weather = weather;
    this.clock = new WorldClock(CALENDARS[shared.quiet], diceOf(seed, 'Math.random'));
    this.handlers = new AppHandlers(this.clock, program);
    this.members = accounts.map((plan, index) => this.open(plan, index));
    const opened = this.members.map(({ account }) => account);
    this.service = opened.length > 1 ? new FailoverAccount('failover', () => opened) : opened[0]!;
    for (const { account } of this.members) {
      account.events$.subscribe((event) => this.events.push(event));
      this.handlers.connect(account);
    }
  }

  /** A secret of this world, new for each count. */
  secretOf(member: string, count: number): string {
    return markOf(this.program.seed, 'secret', member, count);
  }

  note(line: string): void {
    this.story.push(`${(this.clock.now - 1000).toFixed(1).padStart(9)} ms  ${line}`);
  }

  calm(): void {
    this.weather = CALM;
    this.calmSince = this.clock.now;
    this.eventsBeforeCalm = this.events.length;
    for (const { network } of this.members) network.renew();
  }

  private open(plan: AccountPlan, index: number): Member {
    const name = ['first', 'second', 'third'][index] ?? 'other';
    const app = { secret: this.secretOf(name, 0) };
    const login: Login = {
      name,
      method: plan.method,
      userId: 'acme',
      secret: app.secret,
      refusedCodes: plan.refusedCodes && !isOwn(plan),
      quotesEarlier: !plan.ownStrategy || plan.method === 'token',
      scheme: plan.scheme,
      lifetime: plan.lifetime,
      zoneOffset: plan.timeZone === 'Asia/Kolkata' ? 19_800_000 : 0,
    };
    const gateway = new WorldGateway(this.clock, login, this.program.seed, plan.ahead);
    const fate = (request: Request) =>
      fateOf(this.program.seed, this.weather, request, this.clock.now - 1000);
    const note = (line: string): void => this.note(`  ${name}: ${line}`);
    const network = new WorldNetwork(this.clock, gateway, fate, note);
    const options = this.optionsOf(plan, name, app, network);
    return { plan, app, gateway, network, account: openAccount(name, options, this.siblings) };
  }

  private optionsOf(
    plan: AccountPlan,
    name: string,
    app: { readonly secret: string },
    dispatcher: WorldNetwork,
  ): SmsGatewayOptions {
    const { shared } = this.program;
    const secret = this.secretSource(plan, app);
    const refusedCodes = plan.refusedCodes ? { refusedCodes: ['299'] } : {};
    const token = {
      method: 'token',
      userId: 'acme',
      password: secret,
      timeZone: plan.timeZone,
      scheme: plan.scheme,
      cooldown: plan.cooldown,
      ...refusedCodes,
      ...(plan.hasStore && { store: this.tokenStore() }),
    } as const;
    const auth = {
      token,
      password: {
        method: 'password',
        userId: 'acme',
        password: secret,
        ...refusedCodes,
      } as const,
      apiKey: { method: 'apiKey', userId: 'acme', apiKey: secret, ...refusedCodes } as const,
    }[plan.method];
    const { defaults } = shared;
    return {
      baseUrl: `https://${name}.example`,
      auth: isOwn(plan) ? new OwnStrategy(plan.method, secret) : auth,
      ...(defaults && {
        defaults: { senderId: SENDER, fields: { tag: name, trackLink: 'no' } },
      }),
      dispatcher,
      ...(plan.http !== 'none' && {
        http: createAxios(
          plan,
          this.clock,
          diceOf(this.program.seed, 'axios', name),
          () => this.weather === CALM,
        ),
      }),
      numbers: 'any',
      timeout: { connect: 500, attempt: plan.attempt, total: plan.total },
      retry: { attempts: plan.attempts, base: plan.base, cap: 1000, budget: plan.budget },
      breaker: plan.breaker ? BREAKER : undefined,
      rateLimit: plan.rateLimit,
      maxConcurrency: plan.maxConcurrency,
      drain: shared.drain,
      ...this.steering(shared),
    };
  }

  private steering({
    reach,
    guard,
    guardWindow,
    quiet,
    ...limits
  }: SharedPlan): Partial<SmsGatewayOptions> {
    const perRecipient = { count: PER_RECIPIENT.count, perMs: PER_RECIPIENT.perMs[guardWindow] };
    const store =
      guard === 'in a store' || guard === 'in a bad store'
        ? { store: this.sharedGuard(guard === 'in a bad store') }
        : {};
    return {
      ...(reach === 'none' && { reach }),
      ...(reach === 'only' && { reach: { only: [ONLY] } }),
      ...(reach === 'redirect' && { reach: { redirectTo: REDIRECT } }),
      ...((guard !== 'none' || limits.countries || limits.optedOut !== 'none') && {
        guard: {
          ...(guard !== 'none' && { perRecipient, perDay: PER_DAY, ...store }),
          ...(limits.countries && { countries: ['IN'] }),
          ...(limits.optedOut !== 'none' && { optedOut: this.optedOut }),
        },
      }),
      ...(quiet !== 'none' && { quiet: QUIET }),
    };
  }

  /** Says who has opted out. At times it is slow, throws, or does not answer. */
  private readonly optedOut = async (numbers: readonly string[]): Promise<readonly string[]> => {
    const trouble = await this.appCall('opted out');
    if (this.program.shared.optedOut === 'fails') {
      if (trouble < 20) throw new Error(`No answer about ${numbers.join()}`);
      if (trouble < 25) await new Promise(() => undefined);
    }
    return numbers.filter((number) => hasOptedOut(number));
  };

  /** The app's function that gives a secret. At times it is slow, or throws. */
  private secretSource(
    { secret: source }: AccountPlan,
    app: { readonly secret: string },
  ): () => string | Promise<string> {
    if (source === 'ready') return () => app.secret;
    return async () => {
      const trouble = await this.appCall('secret');
      if (source === 'failing' && trouble < 25) throw new Error('The vault is closed');
      return app.secret;
    };
  }

  /** Takes some time. Returns a number below 100, which is high once the weather is calm. */
  private async appCall(what: string): Promise<number> {
    this.storeCalls += 1;
    const dice = diceOf(this.program.seed, what, this.storeCalls);
    if (this.weather === CALM) return 100;
    await this.clock.sleep(dice() * 50);
    return dice() * 100;
  }

  /** A token store that other processes share. At times it is slow or does not answer. */
  private tokenStore(): SmsTokenStore {
    const { tokens } = this;
    return {
      get: (key) => this.storeCall('tokens', () => tokens.get(key)),
      set: (key, value) => this.storeCall('tokens', () => void tokens.set(key, value)),
      delete: (key) => this.storeCall('tokens', () => void tokens.delete(key)),
    };
  }

  private sharedGuard(isBad: boolean): SmsGuardStore {
    const { guardStore } = this;
    const call = <T>(work: () => Promise<T>): Promise<T> =>
      isBad
        ? this.storeCall('guard', work).then((result) => result)
        : this.clock.sleep(1).then(work);
    return {
      take: (counts) => call(() => guardStore.take(counts)),
      giveBack: (counts, stamps) => call(() => guardStore.giveBack(counts, stamps)),
    };
  }

  private async storeCall<T>(what: string, work: () => T): Promise<T> {
    this.storeCalls += 1;
    const dice = diceOf(this.program.seed, what, this.storeCalls);
    const trouble = this.weather === CALM ? 100 : dice() * 100;
    await this.clock.sleep(trouble < 15 ? dice() * 3000 : 1);
    if (trouble > 15 && trouble < 30) throw new Error('The store is gone');
    return work();
  }

  /** Collects the package's logs while the world runs. */
  listen(): () => void {
    const keep =
      (level: string) =>
      (...line: unknown[]): void => {
        const text = line
          .map((each) => (typeof each === 'string' ? each : inspect(each)))
          .join(' ');
        this.logs.push(text);
        this.note(`  ${level}: ${text}`);
        this.handlers.fail('The logger failed');
      };
    Logger.overrideLogger({
      debug: keep('debug'),
      log: keep('log'),
      warn: keep('warn'),
      error: keep('error'),
    });
    return () => Logger.overrideLogger(false);
  }
}
