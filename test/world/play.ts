import { getEventListeners } from 'node:events';
import { type Span, WorldApp } from './app.js';
import { diceOf, markOf } from './dice.js';
import { checkObedience } from './obedience.js';
import { checkCalm, checkRecord } from './oracle.js';
import {
  type SmsMessage,
  type SmsOutcome,
  type SmsReceipt,
  type SmsRun,
  type SmsTally,
} from './parts.js';
import type { Operation, Program } from './program.js';
import { checkSecrecy, type Sample } from './secrecy.js';
import { collectSpans } from './telemetry.js';
import { checkDisturbance, checkHandlers, recordOf, undisturbed } from './undisturbed.js';
import { checkClose, checkUse, PATIENCE } from './use.js';

/** What is known about one message that was handed over. */
export interface Handed {
  readonly text: string;
  readonly numbers: readonly string[];
  readonly isHigh: boolean;
  /** Whether it has fields of its own. */
  readonly hasFields?: boolean;
  /** When it was handed over, by the world's clock. */
  readonly at: number;
}

/** The result of a run or a direct send. */
export interface Result {
  readonly name: string;
  readonly handed: Handed[];
  /** The outcomes that the app got, by the input position. A direct send has one, at 0. */
  readonly outcomes: Ended[];
  tally?: SmsTally;
  /** What it threw. */
  error?: unknown;
  /** Whether the app saw, or can count, each outcome. */
  readonly seesAll: boolean;
  readonly isBroadcast: boolean;
  /** Whether the app may abort it. */
  readonly hasSignal: boolean;
  endedAt?: number;
  /** By when it must have ended. */
  readonly deadline: number;
  /** Whether its input has an end, or the app ends it. */
  readonly hasEnd: boolean;
  /** Whether something ended it early: an abort, a close, a break, or its input. */
  endedEarly: boolean;
}

export interface Ended {
  readonly index: number;
  readonly status: SmsOutcome['status'];
  readonly receipt?: SmsReceipt | undefined;
  readonly error?: unknown;
  readonly numbers: readonly string[];
}

/** The result of a program: the problems that were found, and what happened. */
export interface Played {
  readonly problems: readonly string[];
  readonly story: readonly string[];
}

const MOST_EVENTS = 60_000;

/** Runs one program in a world of its own, and again without what should change nothing. */
export async function play(program: Program, isDeep = false): Promise<Played> {
  const { problems, record, story } = await playOnce(program, isDeep);
  const calm = undisturbed(program);
  const changes = calm ? checkDisturbance(record, (await playOnce(calm, false)).record) : [];
  return { problems: [...problems, ...changes], story };
}

async function playOnce(
  program: Program,
  isDeep: boolean,
): Promise<Played & { readonly record: readonly string[] }> {
  const app = new WorldApp(program);
  const release = app.clock.take();
  const silence = app.listen();
  const untrace = collectSpans(program, app.spans);
  const rejections: unknown[] = [];
  const onRejection = (error: unknown): void => void rejections.push(error);
  process.on('unhandledRejection', onRejection);
  const leave = app.handlers.take(onRejection);
  const player = new Player(app);
  try {
    await player.play();
    const samples = player.samples;
    const problems = [
      ...player.problems,
      ...checkRecord(app, player.results),
      ...checkObedience(app, player.results),
      ...checkUse(app, player.results),
      ...checkClose(app, player.results),
      ...checkHandlers(app),
      ...checkSecrecy(app, samples, isDeep),
      ...rejections.map((error) => `unhandled error: ${String(error)}`),
      ...(app.clock.overflows > 0 ? ['a timer was longer than Node.js has'] : []),
    ];
    return { problems, story: app.story, record: player.record };
  } finally {
    process.off('unhandledRejection', onRejection);
    leave();
    untrace();
    silence();
    release();
  }
}

class Player {
  readonly problems: string[] = [];
  readonly results: Result[] = [];
  /** What had become of everything before the weather was calm. */
  record: readonly string[] = [];
  readonly samples: Sample[] = [];
  private readonly open = new Map<string, { readonly isForEver: boolean }>();
  private readonly signals: AbortSignal[] = [];
  private hasClosed = false;
  private readonly subscriptions: { unsubscribe(): void }[] = [];
  private secrets = 0;

  constructor(private readonly app: WorldApp) {}

  async play(): Promise<void> {
    const { clock, program, members } = this.app;
    void this.operate(program.operations);
    await this.settle('the operations');
    this.record = recordOf(this.app, this.results);
    for (const [name, { isForEver }] of this.open) {
      if (!isForEver || this.hasClosed) this.problems.push(`${name} never ended`);
    }
    if (!this.hasClosed) {
      this.app.note('the weather is calm');
      for (const each of this.subscriptions) each.unsubscribe();
      this.app.calm();
      let isOver = false;
      const sendCalmly = async (): Promise<void> => {
        this.problems.push(...(await checkCalm(this.app)));
        isOver = true;
      };
      void sendCalmly();
      await this.settle('three calm sends', () => isOver);
      if (!isOver) this.problems.push('three calm sends never ended');
      this.close();
      await this.settle('the close');
    }
    for (const name of this.open.keys())
      this.problems.push(`${name} is still open after the close`);
    if (clock.timers > 0) this.problems.push(`${clock.timers} timers are left after the close`);
    for (const signal of this.signals) {
      const left = getEventListeners(signal, 'abort').length;
      if (left > 0) this.problems.push(`${left} listeners are left on a signal`);
    }
    for (const { gateway } of members) {
      this.samples.push(
        ...gateway.secrets.map((secret) => ({ kind: 'secret', mark: secret }) as const),
      );
    }
  }

  private async settle(what: string, isDone = (): boolean => false): Promise<void> {
    if (!(await this.app.clock.run(isDone, MOST_EVENTS))) this.problems.push(`${what} never ended`);
  }

  private async operate(operations: readonly Operation[]): Promise<void> {
    for (const operation of operations) {
      if (operation.wait > 0) await this.app.clock.sleep(operation.wait);
      this.start(operation);
    }
  }

  private start(operation: Operation): void {
    const { app } = this;
    app.note(`${operation.kind} ${operation.id}`);
    switch (operation.kind) {
      case 'send':
        return this.send(operation);
      case 'sendMany':
      case 'broadcast':
        return this.run(operation);
      case 'balance':
        return this.ask(operation);
      case 'revoke tokens':
        for (const { gateway } of app.members) gateway.revokeTokens();
        return;
      case 'new secret':
        this.secrets += 1;
        for (const { app: own, gateway } of app.members) {
          this.samples.push({ kind: 'secret', mark: own.secret });
          own.secret = app.secretOf(gateway.login.name, this.secrets);
          gateway.login.secret = own.secret;
        }
        return;
      case 'send at an event': {
        const subscription = app.members[0]!.account.events$.subscribe(() => {
          subscription.unsubscribe();
          this.send({
            ...operation,
            kind: 'send',
            to: 1,
            isHigh: false,
            abortAfter: undefined,
            changes: false,
            hasFields: false,
            isTwice: false,
          });
        });
        this.subscriptions.push(subscription);
        return;
      }
      case 'clock jump':
        return app.clock.jump(operation.by);
      case 'close':
        return this.close();
    }
  }

  private close(): void {
    if (this.hasClosed) return;
    this.hasClosed = true;
    const { app } = this;
    for (const result of this.results) if (result.endedAt === undefined) result.endedEarly = true;
    const patience = app.handlers.exist ? PATIENCE : 0;
    const within = app.program.shared.drain + 1000 + 100 + patience;
    for (const { account } of app.members) {
      const close: Span = { at: app.clock.now };
      app.closes.push(close);
      const closed = account.close().then(() => void (close.endedAt = app.clock.now));
      this.watch(`close of ${account.name}`, closed, app.clock.now + within);
    }
  }

  private ask({ id }: Operation): void {
    const { service, clock, members } = this.app;
    const { total } = members[0]!.plan;
    const lookup: Span = { at: clock.now };
    this.app.lookups.push(lookup);
    const asked = service
      .balance()
      .catch((error: unknown) => void this.samples.push({ kind: 'error', value: error }))
      .then(() => void (lookup.endedAt = clock.now));
    this.watch(`balance ${id}`, asked, clock.now + total + 5);
  }

  private send(operation: Operation & { readonly kind: 'send' }): void {
    const { app } = this;
    const { id, to, isHigh, abortAfter, changes, hasFields, isTwice } = operation;
    const text = this.textOf(id, 0);
    const numbers = Array.from({ length: to }, (_, index) => this.numberOf(id, index));
    const spelled = numbers.map((number) => this.spelled(number, id));
    const message = {
      to: isTwice ? [...spelled, `+${numbers[0]}`] : spelled,
      text,
      ...(hasFields && { fields: { trackLink: 'yes' } }),
    };
    const handed: Handed = {
      text,
      numbers: [...new Set(numbers)],
      isHigh,
      hasFields,
      at: app.clock.now,
    };
    const deadline = app.clock.now + this.total + 5;
    const result: Result = {
      name: `send ${id}`,
      handed: [handed],
      outcomes: [],
      seesAll: true,
      isBroadcast: false,
      hasSignal: abortAfter !== undefined,
      deadline,
      hasEnd: true,
      endedEarly: false,
    };
    this.results.push(result);
    const signal = this.signalAfter(abortAfter);
    const sent = app.service.send(message, {
      ...(signal && { signal }),
      ...(isHigh && { priority: 'high' as const }),
    });
    if (changes) {
      message.text = markOf('changed', id);
      message.to.splice(0, 1, '919876511111');
    }
    const noted = sent.then(
      (receipt) =>
        this.end(result, { index: 0, status: 'accepted', receipt, numbers: handed.numbers }),
      (error: unknown) => {
        const status = outcomeOf(error);
        this.samples.push({ kind: 'error', value: error });
        this.end(result, { index: 0, status, error, numbers: handed.numbers });
      },
    );
    this.watch(result.name, noted, deadline);
  }

  private end(result: Result, ended: Ended): void {
    result.outcomes.push(ended);
    result.endedAt = this.app.clock.now;
    this.app.note(
      `${result.name}: ${ended.status}${ended.error ? ` (${codeOf(ended.error)})` : ''}`,
    );
  }

  private run(operation: Operation & { readonly kind: 'sendMany' | 'broadcast' }): void {
    const { service, clock } = this.app;
    const { id, kind, concurrency, source, use, abortAfter, isHigh } = operation;
    const breaks = use === 'break';
    const result: Result = {
      name: `${kind} ${id}`,
      handed: [],
      outcomes: [],
      seesAll: use === 'loop' || use === 'loop and await',
      isBroadcast: kind === 'broadcast',
      hasSignal: abortAfter !== undefined,
      deadline: Infinity,
      hasEnd: source !== 'endless' || abortAfter !== undefined,
      endedEarly: breaks || source === 'throws' || source === 'endless' || abortAfter !== undefined,
    };
    this.results.push(result);
    const signal = this.signalAfter(abortAfter);
    const options = {
      concurrency,
      ...(signal && { signal }),
      ...(isHigh && { priority: 'high' as const }),
    };
    const text = this.textOf(id, 0);
    const run =
      operation.kind === 'broadcast'
        ? service.broadcast(
            { text },
            this.input(operation, result, text, (number) => number),
            {
              ...options,
              batchSize: operation.batchSize,
            },
          )
        : service.sendMany(
            this.input<SmsMessage>(operation, result, undefined, (to, own) => ({ to, text: own })),
            options,
          );
    const work = async (): Promise<void> => {
      try {
        await this.use(run, use, result);
      } catch (error) {
        result.error = error;
        this.samples.push({ kind: 'error', value: error });
      }
      result.endedAt = clock.now;
      const came = JSON.stringify(result.tally ?? String(result.error));
      this.app.note(`${result.name}: over, ${came}`);
    };
    this.watch(result.name, work(), Infinity, !result.hasEnd);
  }

  private async use(run: SmsRun, use: string, result: Result): Promise<void> {
    if (use === 'await' || use === 'await twice') {
      const tally = await run;
      result.tally = structuredClone(tally);
      if (use === 'await twice' && (await run.finish()) !== tally) {
        this.problems.push(`${result.name}: a second await has another tally`);
      }
      return;
    }
    let seen = 0;
    for await (const outcome of run) {
      seen += 1;
      this.keep(outcome, result);
      if (use === 'break' && seen === 2) break;
      if (use === 'loop and await' && seen === 1) this.awaitInside(run, result);
    }
    // As it is now: the run must have ended.
    result.tally = structuredClone(await run);
  }

  /** A run cannot be awaited while it is looped over. */
  private awaitInside(run: SmsRun, result: Result): void {
    run.finish().then(
      () => this.problems.push(`${result.name}: finish() in a loop did not reject`),
      (error: unknown) => {
        if (!(error instanceof TypeError)) this.problems.push(`${result.name}: ${String(error)}`);
      },
    );
  }

  private keep(outcome: SmsOutcome, result: Result): void {
    const { index, status, message } = outcome;
    const numbers = Array.isArray(message.to) ? [...message.to] : [message.to as string];
    const error = 'error' in outcome ? outcome.error : undefined;
    const receipt = 'receipt' in outcome ? outcome.receipt : undefined;
    if (error) this.samples.push({ kind: 'error', value: error });
    result.outcomes.push({
      index,
      status,
      receipt,
      error,
      // The object of a source that reuses it has changed since.
      numbers: result.isBroadcast ? numbers : (result.handed[index]?.numbers ?? []),
    });
  }

  /** The input of a run, as its plan says. What it yields is handed over at that moment. */
  private input<T>(
    operation: Operation & { readonly kind: 'sendMany' | 'broadcast' },
    result: Result,
    text: string | undefined,
    make: (to: string, text: string) => T,
  ): Iterable<T> | AsyncIterable<T> {
    const { id, count, source, isHigh } = operation;
    const { clock } = this.app;
    const item = (index: number): T => {
      const own = text ?? this.textOf(id, index);
      const isWrong = index % 7 === 6;
      const to = isWrong ? '12' : this.numberOf(id, index);
      result.handed.push({ text: own, numbers: [to], isHigh, at: clock.now });
      return make(this.spelled(to, id, index), own);
    };
    const reused: { value: T | undefined } = { value: undefined };
    const next = (index: number): T => {
      const made = item(index);
      if (source !== 'reuses' || typeof made !== 'object' || made === null) return made;
      reused.value = Object.assign(reused.value ?? {}, made) as T;
      return reused.value;
    };
    if (source === 'array') return Array.from({ length: count }, (_, index) => item(index));
    if (source === 'reuses') {
      return (function* () {
        for (let index = 0; index < count; index += 1) yield next(index);
      })();
    }
    return (async function* () {
      for (let index = 0; index < count; index += 1) {
        if (source === 'slow') await clock.sleep(index % 3 === 0 ? 30 : 1);
        if (source === 'throws' && index === Math.ceil(count / 2))
          throw new Error('The source failed');
        yield next(index);
      }
      if (source === 'endless') await new Promise(() => undefined);
    })();
  }

  private watch(name: string, work: Promise<unknown>, deadline: number, isForEver = false): void {
    const { clock } = this.app;
    this.open.set(name, { isForEver });
    const ended = async (): Promise<void> => {
      await work.catch((error: unknown) => void this.problems.push(`${name}: ${String(error)}`));
      this.open.delete(name);
      const late = clock.now - deadline;
      if (late > 0) this.problems.push(`${name} ended ${late.toFixed(1)} ms after its deadline`);
    };
    void ended();
  }

  private signalAfter(ms: number | undefined): AbortSignal | undefined {
    if (ms === undefined) return undefined;
    const controller = new AbortController();
    this.signals.push(controller.signal);
    if (ms === 0) controller.abort();
    else this.app.clock.after(ms, () => controller.abort());
    return controller.signal;
  }

  private get total(): number {
    return this.app.members[0]!.plan.total;
  }

  private textOf(id: number, index: number): string {
    const text = markOf(this.app.program.seed, 'text', id, index);
    this.samples.push({ kind: 'text', mark: text });
    return text;
  }

  private numberOf(id: number, index: number): string {
    const { seed, shared } = this.app.program;
    const most = shared.guard === 'none' ? 90_000 : 3;
    const dice = diceOf(seed, 'number', id, index);
    const last = String(10_000 + Math.floor(dice() * most));
    if (shared.countries && dice() < 0.1) return `4479111${last}`;
    return `${shared.reach === 'only' && dice() < 0.3 ? '9198764' : '9198765'}${last}`;
  }

  /** A number as somebody writes it. To the gateways, and in outcomes, it is the same one. */
  private spelled(number: string, ...of: readonly number[]): string {
    const dice = diceOf(this.app.program.seed, 'spelling', ...of)();
    if (dice < 0.1) return number.replace(/^91/, '+91 0');
    return dice < 0.15 ? number.replace(/^91/, '＋９１') : number;
  }
}

function outcomeOf(error: unknown): 'not-sent' | 'unknown' {
  return Reflect.get(Object(error), 'outcome') === 'not-sent' ? 'not-sent' : 'unknown';
}

function codeOf(error: unknown): string {
  return String(Reflect.get(Object(error), 'code') ?? error);
}
