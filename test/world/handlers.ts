import { Injectable, Module } from '@nestjs/common';
import { ModulesContainer, NestFactory } from '@nestjs/core';
import { config } from 'rxjs';
import type { Span } from './app.js';
import type { WorldClock } from './clock.js';
import { type Dice, diceOf } from './dice.js';
import { connectHandlers, OnSms, type SmsAccount } from './parts.js';
import type { Program } from './program.js';

/** Called with each event while a world has handlers. */
let handle: (() => unknown) | undefined;

@Injectable()
class EventHandlers {
  @OnSms('accepted', 'not-sent', 'unknown', 'held', 'retry', 'login', 'balance-low')
  onEvent(): unknown {
    return handle?.();
  }
}

@Module({ providers: [EventHandlers] })
class HandlersModule {}

let modules: ModulesContainer | undefined;

/** Starts the Nest app whose handlers the worlds use. */
export async function loadHandlers(): Promise<void> {
  modules ??= (await NestFactory.createApplicationContext(HandlersModule, { logger: false })).get(
    ModulesContainer,
  );
}

const SUBSCRIBER_FAILED = 'The subscriber failed';

/** The app's handlers of events, its subscribers and its logger, as a program says. */
export class AppHandlers {
  /** When each call of a handler began, and when its work was done. */
  readonly calls: Span[] = [];
  private readonly dice: Dice;

  constructor(
    private readonly clock: WorldClock,
    private readonly program: Program,
  ) {
    this.dice = diceOf(program.seed, 'handlers');
  }

  /** Whether there are any. */
  get exist(): boolean {
    return this.program.shared.handlers !== 'none';
  }

  /** Subscribes to an account, as the app does for each. */
  connect(account: SmsAccount): void {
    if (!this.exist || !modules) return;
    connectHandlers(account, account.name, modules);
    account.events$.subscribe(() => this.fail(SUBSCRIBER_FAILED));
  }

  /** Handles the events of this world alone. Returns what ends this. */
  take(onError: (error: unknown) => void): () => void {
    handle = this.exist ? () => this.handle() : undefined;
    config.onUnhandledError = (error: unknown) => {
      if (!(error instanceof Error) || error.message !== SUBSCRIBER_FAILED) onError(error);
    };
    return () => {
      handle = undefined;
      config.onUnhandledError = null;
    };
  }

  /** Throws at times, in a program whose handlers fail. */
  fail(message: string): void {
    if (this.program.shared.handlers === 'fail' && this.dice() < 0.3) throw new Error(message);
  }

  private handle(): Promise<void> | undefined {
    const at = this.clock.now;
    const isAtOnce = this.dice() < 0.3;
    const call: Span = isAtOnce ? { at, endedAt: at } : { at };
    this.calls.push(call);
    if (!isAtOnce) return this.work(call);
    this.fail('The handler threw');
    return undefined;
  }

  private async work(call: Span): Promise<void> {
    const { handlers } = this.program.shared;
    if (handlers === 'hang' && this.dice() < 0.3) await new Promise(() => undefined);
    await this.clock.sleep(this.dice() * (handlers === 'slow' ? 8000 : 50));
    call.endedAt = this.clock.now;
    this.fail('The handler rejected');
  }
}
