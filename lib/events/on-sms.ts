import { type OnModuleInit, type Provider, SetMetadata } from '@nestjs/common';
import { MetadataScanner, ModulesContainer, Reflector } from '@nestjs/core';
import { isObservable, type Observable } from 'rxjs';
import { SmsConfigurationError } from '../errors/index.js';
import { memberOf } from '../common/members.js';
import { SafeLogger } from './safe-logger.js';
import { runSafely } from './event-stream.js';
import type { SmsEvent, SmsEventOf, SmsEventType } from './sms-event.js';

// As keys, so that it does not compile if one is missing.
const TYPES: Readonly<Record<SmsEventType, true>> = {
  accepted: true,
  'not-sent': true,
  unknown: true,
  held: true,
  retry: true,
  login: true,
};

const HANDLES = Symbol.for('nestjs-sms-gateway:on-sms');
const LISTENERS = Symbol.for('nestjs-sms-gateway:listeners');

/** Which events a handler gets. */
export interface OnSmsOptions {
  /** The name of an account, whose events alone it gets. Default: those of every account. */
  account?: string | undefined;
}

interface Handles {
  readonly types: readonly SmsEventType[];
  readonly account: string | undefined;
}

interface Handler extends Handles {
  readonly name: string;
  readonly call: (event: SmsEvent) => unknown;
}

/**
 * Calls the method with each event of these types, of every account or of one, for example
 * `@OnSms('unknown', { account: 'marketing' })`: see `SmsEvent`. It works in any provider or controller
 * that is created once.
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
  const types = given.flatMap((each) => (typeof each === 'object' ? [] : [each]));
  const options = given.find((each) => typeof each === 'object');
  const unknown = types.find((type) => !Object.hasOwn(TYPES, type));
  if (types.length === 0 || unknown !== undefined) {
    const what =
      unknown === undefined ? 'needs the type of an event' : `does not know '${unknown}'`;
    throw new SmsConfigurationError(
      `@OnSms ${what}. Provide one of ${Object.keys(TYPES).join(', ')}.`,
    );
  }
  const handles: Handles = { types, account: options?.account };
  return (target, key, descriptor) => {
    const earlier = descriptor.value && handlesOf(descriptor.value);
    SetMetadata(HANDLES, [...(earlier ?? []), handles])(target, key, descriptor);
  };
}

/** The provider that connects an account's events to the handlers of the app. @internal */
export function listeners(service: symbol, name: string): Provider {
  return {
    provide: LISTENERS,
    useFactory: (source: unknown, modules: ModulesContainer): OnModuleInit => ({
      // Not later, because other modules may send in their own `onModuleInit`. All providers exist.
      onModuleInit: () => connectHandlers(source, name, modules),
    }),
    inject: [service, ModulesContainer],
  };
}

/**
 * Calls the handlers of an app with the events of an account, until it closes.
 *
 * @param source the account's service, or what a test provided in its place
 */
export function connectHandlers(source: unknown, name: string, modules: ModulesContainer): void {
  if (!hasEvents(source)) return;
  for (const { account, types, name: handler, call } of handlersOfApp(modules)) {
    if (account !== undefined && account !== name) continue;
    source.events$.subscribe((event: SmsEvent) =>
      types.includes(event.type)
        ? runSafely(name, `The @OnSms handler ${handler}`, () => call(event))
        : undefined,
    );
  }
}

const found = new WeakMap<ModulesContainer, readonly Handler[]>();

/** The handlers of an app, which are searched once however many accounts it has. */
function handlersOfApp(modules: ModulesContainer): readonly Handler[] {
  const known = found.get(modules) ?? findHandlers(modules);
  found.set(modules, known);
  return known;
}

function findHandlers(modules: ModulesContainer): readonly Handler[] {
  const scanner = new MetadataScanner();
  const seen = new Set<unknown>();
  const handlers: Handler[] = [];
  const wrappers = [...modules.values()].flatMap(({ providers, controllers }) => [
    ...providers.values(),
    ...controllers.values(),
  ]);
  for (const wrapper of wrappers) {
    const isSingle = wrapper.isDependencyTreeStatic() && !wrapper.isTransient;
    const instance: unknown = isSingle ? wrapper.instance : wrapper.metatype?.prototype;
    // The same instance may be provided under several tokens.
    if (typeof instance !== 'object' || instance === null || seen.has(instance)) continue;
    seen.add(instance);
    const prototype: unknown = isSingle ? Object.getPrototypeOf(instance) : instance;
    if (typeof prototype !== 'object' || prototype === null) continue;
    for (const method of scanner.getAllMethodNames(prototype)) {
      const name = `${prototype.constructor.name}.${method}`;
      const handles = handlesOf(Reflect.get(prototype, method));
      if (handles.length > 0 && !isSingle) warn(name);
      else {
        const call = (event: SmsEvent): unknown =>
          Reflect.get(instance, method).call(instance, event);
        handlers.push(...handles.map((each) => ({ ...each, name, call })));
      }
    }
  }
  return handlers;
}

function handlesOf(method: Function): readonly Handles[] {
  return new Reflector().get<readonly Handles[] | undefined>(HANDLES, method) ?? [];
}

function warn(name: string): void {
  new SafeLogger('SmsGateway').warn(
    `The @OnSms handler ${name} is never called, because its class is request-scoped or transient, so that there is no single instance of it. Move it to a class with the default scope.`,
  );
}

function hasEvents(source: unknown): source is { events$: Observable<SmsEvent> } {
  return isObservable(memberOf(source, 'events$'));
}
