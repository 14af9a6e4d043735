import type { ModulesContainer } from '@nestjs/core';
import { isObservable, type Observable } from 'rxjs';
import { SmsConfigurationError } from '../core/errors/index.js';
import { hasMethods, memberOf } from '../core/common/members.js';
import type { AccountEvents } from '../core/events/account-events.js';
import { addHandler, handlersOf } from './handlers.js';
import { runSafely } from '../core/logging/run-safely.js';
import { SafeLogger } from '../core/logging/safe-logger.js';
import type { SmsEvent, SmsEventOf, SmsEventType } from '../core/events/sms-event.js';

// As keys, so that it does not compile if one is missing.
const TYPES: Readonly<Record<SmsEventType, true>> = {
  accepted: true,
  'not-sent': true,
  unknown: true,
  held: true,
  retry: true,
  login: true,
  delivered: true,
  undelivered: true,
  'balance-low': true,
};

const HANDLES = Symbol.for('nestjs-sms-gateway:on-sms');

/** Which events a handler gets. */
export interface OnSmsOptions {
  /** The name of an account, whose events alone it gets. Default: those of every account. */
  account?: string | undefined;
}

interface Handles {
  readonly types: readonly SmsEventType[];
  readonly account: string | undefined;
}

const handlers = handlersOf<Handles>(HANDLES, '@OnSms');

/** The names of the accounts whose events the handlers of an app get. */
const connected = new WeakMap<ModulesContainer, Set<string>>();
const checked = new WeakSet<ModulesContainer>();

/**
 * Calls the method with each event of these types, of every account or of one, for example
 * `@OnSms('unknown', { account: 'marketing' })`: see `SmsEvent`. It works in any provider or controller
 * that is created once. Write it above decorators that wrap the method: they may drop what is below them.
 *
 * The method is called while the event happens, so it must be quick or asynchronous. What it throws, or
 * rejects with, is logged, and affects no message.
 *
 * @throws SmsConfigurationError if a type is not known
 */
export function OnSms<
  const Given extends readonly [SmsEventType, ...(SmsEventType | OnSmsOptions)[]],
>(
  ...given: Given
): <Method extends (event: SmsEventOf<Extract<Given[number], SmsEventType>>) => unknown>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void {
  const types = given.flatMap((argument) => (typeof argument === 'object' ? [] : [argument]));
  const options = given.find((argument) => typeof argument === 'object');
  const unknown = types.find((type) => !Object.hasOwn(TYPES, type));
  if (types.length === 0 || unknown !== undefined) {
    const what =
      unknown === undefined ? 'needs the type of an event' : `does not know '${unknown}'`;
    throw new SmsConfigurationError(
      `@OnSms ${what}. Provide one of ${Object.keys(TYPES).join(', ')}.`,
    );
  }
  const handles: Handles = { types, account: options?.account };
  return (target, key, descriptor) => addHandler(HANDLES, handles, target, key, descriptor);
}

/**
 * Calls the handlers of an app with the events of an account, until it closes.
 *
 * @param service the account's, or what a test provided instead
 */
export function connectHandlers(service: unknown, name: string, modules: ModulesContainer): void {
  connected.set(modules, (connected.get(modules) ?? new Set()).add(name));
  if (!hasEvents(service)) return;
  for (const { argument, name: handler, call } of handlers(modules)) {
    const { account, types } = argument;
    if (account !== undefined && account !== name) continue;
    service.events$.subscribe((event: SmsEvent) => {
      if (!types.includes(event.type)) return;
      const work = runSafely(name, `The @OnSms handler ${handler}`, () => call(event));
      // A fake in a test may not have the method.
      if (work && hasMethods<AccountEvents>(service, 'closeAfter')) service.closeAfter(work);
    });
  }
}

/** Warns, once for an app that has started, of handlers of an account that it does not have. */
export function checkHandlers(modules: ModulesContainer): void {
  if (checked.has(modules)) return;
  checked.add(modules);
  const names = connected.get(modules) ?? new Set();
  const missing = handlers(modules).flatMap(({ name, argument: { account } }) =>
    account === undefined || names.has(account) ? [] : [`${name} ('${account}')`],
  );
  if (missing.length === 0) return;
  const list = Array.from(names, (name) => `'${name}'`).join(', ') || 'none';
  new SafeLogger('SmsGateway').warn(
    `These @OnSms handlers get no events, because no account with events has the name in their option account: ${missing.join(', ')}. The accounts with events: ${list}. Correct the option, unless SmsGatewayFactory creates the account later.`,
  );
}

function hasEvents(service: unknown): service is { events$: Observable<SmsEvent> } {
  return isObservable(memberOf(service, 'events$'));
}
