import { GatewaySimulatorError } from '../simulator-error.js';
import { makeDice } from './dice.js';
import { makeFault, type Fault, type FaultName, type FaultOptions } from './fault.js';
import { findMagicFault } from './magic-recipients.js';

/** How many sends or logins one fault of `next` may strike. */
export const MOST_STRIKES = 1_000_000;
/** The greatest seed of the dice. */
export const GREATEST_SEED = 2 ** 32 - 1;

/** A fault that strikes the next sends or logins. */
export type NextFault = Fault & {
  /** How many more it strikes. */
  readonly count: number;
};

/** A fault that strikes by chance. */
export type ChanceFault = Fault & {
  /** How likely it strikes one send or login: above 0, up to 1. */
  readonly probability: number;
};

/** What is planned, as plain data. */
export interface FaultState {
  /** What strikes next, first first. */
  readonly next: readonly NextFault[];
  /** What strikes by chance. */
  readonly chance: readonly ChanceFault[];
  /** Seed of the dice. */
  readonly seed: number;
  /** How often each fault has struck. */
  readonly struck: Readonly<Partial<Record<FaultName, number>>>;
}

/**
 * Which fault strikes which send. One of `next` goes first, then a magic recipient, then chance;
 * never two at once.
 */
export class FaultPlan {
  readonly #struck = new Map<FaultName, number>();
  readonly #listeners = new Set<() => void>();
  #next: NextFault[] = [];
  #chance: ChanceFault[] = [];
  readonly #ownSeed: number;
  #seed: number;
  #dice: () => number;

  /** @internal */
  constructor(seed: number) {
    this.#ownSeed = seed;
    this.#seed = seed;
    this.#dice = makeDice(seed);
  }

  /** What is planned and what has struck. */
  get state(): FaultState {
    return {
      next: [...this.#next],
      chance: [...this.#chance],
      seed: this.#seed,
      struck: Object.fromEntries(this.#struck),
    };
  }

  /**
   * Lets a fault strike the next sends, exactly so many, after those already planned.
   *
   * @example gateway.faults.next('429', 2); gateway.faults.next('slow', { latency: 200 });
   * @throws GatewaySimulatorError where the name or an option is wrong
   */
  next(name: FaultName, countOrOptions: number | (FaultOptions & { count?: number }) = 1): this {
    const given = typeof countOrOptions === 'number' ? { count: countOrOptions } : countOrOptions;
    this.#next.push(makeNext({ fault: name, ...given }));
    return this.#changed();
  }

  /**
   * Lets a fault strike by chance, by dice that fall alike for the same seed and the same sends.
   *
   * @throws GatewaySimulatorError where the name or an option is wrong
   */
  chance(name: FaultName, probability: number, options: FaultOptions = {}): this {
    this.#chance.push(makeChance({ fault: name, probability, ...options }));
    return this.#changed();
  }

  /** Plans nothing any more. */
  clear(): this {
    this.#next = [];
    this.#chance = [];
    return this.#changed();
  }

  /**
   * Plans exactly what the plain data says: `{ next: [{ fault, count, ... }], chance: [{ fault,
   * probability, ... }], seed }`. An empty object plans nothing. The dice are thrown anew, by the seed
   * given, else by the simulator's own.
   *
   * @throws GatewaySimulatorError where something is wrong; then the plan stays as it was
   */
  replace(plan: unknown): this {
    const { next = [], chance = [], seed = this.#ownSeed, ...unknown } = asObject(plan, 'The plan');
    const extra = Object.keys(unknown);
    if (extra.length > 0) {
      throw problem(`The plan has ${extra.join(', ')}; known are next, chance and seed.`);
    }
    if (!Array.isArray(next) || !Array.isArray(chance)) {
      throw problem('next and chance must be lists, for example [{ "fault": "429", "count": 1 }].');
    }
    if (typeof seed !== 'number' || !Number.isInteger(seed) || seed < 0 || seed > GREATEST_SEED) {
      throw problem(`seed must be a whole number from 0 to ${GREATEST_SEED}.`);
    }
    const planned = { next: next.map(makeNext), chance: chance.map(makeChance) };
    this.#next = planned.next;
    this.#chance = planned.chance;
    this.#seed = seed;
    this.#dice = makeDice(seed);
    return this.#changed();
  }

  /** Takes the fault that strikes this send or login, if any. @internal */
  take(on: Fault['on'], recipients: readonly string[]): Fault | undefined {
    const fault = this.#takeNext(on) ?? findMagicFault(recipients) ?? this.#throwDice(on);
    if (fault !== undefined) {
      this.#struck.set(fault.fault, (this.#struck.get(fault.fault) ?? 0) + 1);
      this.#changed();
    }
    return fault;
  }

  /** One throw of the dice. @internal */
  random(): number {
    return this.#dice();
  }

  /** Calls back whenever the plan changes or a fault strikes. @internal */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #takeNext(on: Fault['on']): Fault | undefined {
    const index = this.#next.findIndex((planned) => planned.on === on);
    const planned = this.#next[index];
    if (planned === undefined) return undefined;
    const { count, ...fault } = planned;
    this.#next =
      count > 1
        ? this.#next.with(index, { ...fault, count: count - 1 })
        : this.#next.toSpliced(index, 1);
    return fault;
  }

  #throwDice(on: Fault['on']): Fault | undefined {
    for (const { probability, ...fault } of this.#chance) {
      if (fault.on === on && this.#dice() < probability) return fault;
    }
    return undefined;
  }

  #changed(): this {
    for (const listener of this.#listeners) listener();
    return this;
  }
}

function makeNext(given: unknown): NextFault {
  const { fault, count = 1, ...options } = asObject(given, 'A fault of next');
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > MOST_STRIKES) {
    throw problem(`count must be a whole number from 1 to ${MOST_STRIKES}.`);
  }
  return { ...makeFault(fault, options), count };
}

function makeChance(given: unknown): ChanceFault {
  const { fault, probability, ...options } = asObject(given, 'A fault of chance');
  if (typeof probability !== 'number' || !(probability > 0 && probability <= 1)) {
    throw problem('probability must be a number above 0 and up to 1.');
  }
  return { ...makeFault(fault, options), probability };
}

function asObject(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw problem(`${what} must be an object.`);
  }
  return { ...value };
}

function problem(message: string): GatewaySimulatorError {
  return new GatewaySimulatorError('options', `faults: ${message}`);
}
