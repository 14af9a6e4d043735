import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { isObject } from '../../lib/core/common/value-checks.js';
import { asObject, kind, problemsIn } from '../../lib/core/options/schemas.js';
import { normaliseNumber } from '../common/numbers.js';
import { GatewaySimulatorError } from '../common/simulator-error.js';
import { makeDice } from './dice.js';
import type { Fault, FaultName, FaultOptions } from '../common/fault.js';
import { CHANCE, NEXT, makeFault, seedSchema } from './fault-table.js';
import { findMagicFault } from './magic-recipients.js';

const anyList = z
  .array(z.unknown(), kind('an array, for example [{ "fault": "429", "count": 1 }]'))
  .default([]);
// The faults themselves are checked one by one, because each has other options.
const planSchema = z.strictObject(
  { next: anyList, chance: anyList, seed: seedSchema.optional() },
  kind('an object like { next: [], chance: [] }'),
);

/** A fault that affects the next sends or logins. */
export type NextFault = Fault & {
  /** Identifies it, to remove it alone. */
  readonly id: string;
  /** How many more it affects. */
  readonly count: number;
};

/** A fault that takes effect at random. */
export type ChanceFault = Fault & {
  /** Identifies it, to remove it alone. */
  readonly id: string;
  /** The probability that it affects a send or login: above 0, at most 1. */
  readonly probability: number;
};

/** The plan as plain data. */
export interface FaultState {
  /** The faults of the next sends and logins, in order. */
  readonly next: readonly NextFault[];
  /** The faults that strike at random. */
  readonly chance: readonly ChanceFault[];
  /** Seed of the dice. */
  readonly seed: number;
  /** How often each fault was used. */
  readonly struck: Readonly<Partial<Record<FaultName, number>>>;
}

/** A request that a fault may strike. */
interface Struck extends Pick<Fault, 'on'> {
  readonly account: string;
  readonly recipients: readonly string[];
}

/**
 * Decides which fault affects which request: first `next`, then a magic recipient, then chance.
 * At most one fault affects a request.
 */
export class FaultPlan {
  readonly #struck = new Map<FaultName, number>();
  readonly #listeners = new Set<() => void>();
  readonly #initialSeed: number;
  readonly #problemOf: (account: string) => string | undefined;
  #next: readonly NextFault[] = [];
  #chance: readonly ChanceFault[] = [];
  #seed: number;
  #dice: () => number;

  /**
   * @param problemOf why an account does not exist, if it does not
   * @internal
   */
  constructor(seed: number, problemOf: (account: string) => string | undefined) {
    this.#initialSeed = seed;
    this.#problemOf = problemOf;
    this.#seed = seed;
    this.#dice = makeDice(seed);
  }

  /** The plan, and how often each fault was used. */
  get state(): FaultState {
    return {
      next: this.#next,
      chance: this.#chance,
      seed: this.#seed,
      struck: Object.fromEntries(this.#struck),
    };
  }

  /**
   * Adds a fault that affects exactly `count` sends (or logins), after those already planned.
   *
   * @example gateway.faults.next('429', 2); gateway.faults.next('slow', { latency: 200 });
   * @throws GatewaySimulatorError if the name or an option is invalid
   */
  next(name: FaultName, countOrOptions: number | (FaultOptions & { count?: number }) = 1): this {
    const options = typeof countOrOptions === 'number' ? { count: countOrOptions } : countOrOptions;
    this.#addNext({ fault: name, ...options });
    return this;
  }

  /**
   * Adds a fault that takes effect at random. The same seed and the same sends give the same result.
   *
   * @throws GatewaySimulatorError if the name or an option is invalid
   */
  chance(name: FaultName, probability: number, options: FaultOptions = {}): this {
    this.#addChance({ fault: name, probability, ...options });
    return this;
  }

  /**
   * Adds one fault, given as for {@link replace}: with `probability` it takes effect at random, otherwise
   * the next `count` sends or logins.
   *
   * @returns the fault with its id, for {@link remove}
   * @throws GatewaySimulatorError if anything is invalid
   */
  add(fault: unknown): NextFault | ChanceFault {
    const { id: _id, ...given } = isObject(fault) ? fault : {};
    if (given['probability'] === undefined) return this.#addNext(given);
    if (given['count'] !== undefined) {
      throw new GatewaySimulatorError('options', 'faults: use count or probability, not both.');
    }
    return this.#addChance(given);
  }

  /**
   * Removes one planned fault.
   *
   * @returns whether it was still planned
   */
  remove(id: string): boolean {
    const remainingFaults = <T extends { readonly id: string }>(planned: readonly T[]) =>
      planned.filter((fault) => fault.id !== id);
    const before = this.#next.length + this.#chance.length;
    this.#next = remainingFaults(this.#next);
    this.#chance = remainingFaults(this.#chance);
    if (this.#next.length + this.#chance.length === before) return false;
    this.#changed();
    return true;
  }

  /** Removes all planned faults. */
  clear(): this {
    this.#next = [];
    this.#chance = [];
    return this.#changed();
  }

  /**
   * Replaces the plan: `{ next: [{ fault, count, ... }], chance: [{ fault, probability, ... }],
   * seed }`. An empty object removes all faults. The dice start again from `seed`, by default the
   * simulator's own.
   *
   * @throws GatewaySimulatorError if anything is invalid; the plan then stays unchanged
   */
  replace(plan: unknown): this {
    const { data, error } = planSchema.safeParse(asObject(plan));
    if (error !== undefined) {
      const problems = problemsIn(error, { knownShape: planSchema.shape }).join(' ');
      throw new GatewaySimulatorError('options', `faults: ${problems}`);
    }
    const newPlan = {
      next: data.next.map((nextFault) => this.#complete(makeFault(nextFault, NEXT))),
      chance: data.chance.map((chanceFault) => this.#complete(makeFault(chanceFault, CHANCE))),
    };
    this.#next = newPlan.next;
    this.#chance = newPlan.chance;
    this.#seed = data.seed ?? this.#initialSeed;
    this.#dice = makeDice(this.#seed);
    return this.#changed();
  }

  /** Takes the fault that affects this send or login, if any. @internal */
  take(request: Struck): Fault | undefined {
    const fault =
      this.#takeNext(request) ?? findMagicFault(request.recipients) ?? this.#rollDice(request);
    if (fault !== undefined) {
      this.#struck.set(fault.fault, (this.#struck.get(fault.fault) ?? 0) + 1);
      this.#changed();
    }
    return fault;
  }

  /** Calls back whenever the plan changes or a fault takes effect. @internal */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #addNext(input: unknown): NextFault {
    const newFault = this.#complete(makeFault(input, NEXT));
    this.#next = [...this.#next, newFault];
    this.#changed();
    return newFault;
  }

  #addChance(input: unknown): ChanceFault {
    const newFault = this.#complete(makeFault(input, CHANCE));
    this.#chance = [...this.#chance, newFault];
    this.#changed();
    return newFault;
  }

  #takeNext(request: Struck): Fault | undefined {
    const planned = this.#next.find((next) => fits(next, request));
    if (planned === undefined) return undefined;
    const { id: _id, count, ...fault } = planned;
    this.#next = this.#next.flatMap((next) => {
      if (next !== planned) return [next];
      return count > 1 ? [{ ...next, count: count - 1 }] : [];
    });
    return fault;
  }

  #rollDice(request: Struck): Fault | undefined {
    for (const { id: _id, probability, ...fault } of this.#chance) {
      if (fits(fault, request) && this.#dice() < probability) return fault;
    }
    return undefined;
  }

  /** Checks its account, and gives it an id unless it has one, as in a plan that was read. */
  #complete<T extends Fault & { readonly id?: string | undefined }>(fault: T): T & { id: string } {
    const { account, id = randomBytes(6).toString('hex') } = fault;
    const problem = account === undefined ? undefined : this.#problemOf(account);
    if (problem) throw new GatewaySimulatorError('options', `Fault ${fault.fault}: ${problem}`);
    return { ...fault, id };
  }

  #changed(): this {
    for (const listener of this.#listeners) listener();
    return this;
  }
}

function fits({ on, account, to }: Fault, request: Struck): boolean {
  const numbers = to === undefined ? undefined : [to].flat().map(normaliseNumber);
  return (
    on === request.on &&
    (account ?? request.account) === request.account &&
    numbers?.some((number) => request.recipients.includes(number)) !== false
  );
}
