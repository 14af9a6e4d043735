import { SetMetadata } from '@nestjs/common';
import { MetadataScanner, type ModulesContainer, Reflector } from '@nestjs/core';
import { memberOf } from '../core/common/members.js';
import { SafeLogger } from '../core/logging/safe-logger.js';

/** A method of the app that a decorator marks. */
export interface Handler<Given> {
  /** What the decorator was given. */
  readonly argument: Given;
  /** Its class and its name, for logs. */
  readonly name: string;
  readonly call: (value: unknown) => unknown;
}

/**
 * Marks a method as a handler. It may be marked several times.
 *
 * @param key that of the metadata
 */
export function addHandler<Method>(
  key: symbol,
  argument: unknown,
  target: object,
  name: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
): void {
  const earlier = typeof descriptor.value === 'function' ? marksOf(descriptor.value, key) : [];
  SetMetadata(key, [...earlier, argument])(target, name, descriptor);
}

/**
 * Finds the handlers of an app, once however many accounts it has. Warns of those that are never called.
 *
 * @param key that of the metadata
 * @param decorator its name, for the warning
 */
export function handlersOf<Given>(
  key: symbol,
  decorator: string,
): (modules: ModulesContainer) => readonly Handler<Given>[] {
  const handlersByApp = new WeakMap<ModulesContainer, readonly Handler<Given>[]>();
  return (modules) => {
    const handlers = handlersByApp.get(modules) ?? findHandlers<Given>(modules, key, decorator);
    handlersByApp.set(modules, handlers);
    return handlers;
  };
}

function findHandlers<Given>(
  modules: ModulesContainer,
  key: symbol,
  decorator: string,
): readonly Handler<Given>[] {
  const scanner = new MetadataScanner();
  const seen = new Set<unknown>();
  const handlers: Handler<Given>[] = [];
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
      const name = `${String(memberOf(prototype.constructor, 'name'))}.${method}`;
      const marks = marksOf<Given>(Reflect.get(prototype, method), key);
      if (marks.length > 0 && !isSingle) warn(decorator, name);
      else {
        const call = (value: unknown): unknown =>
          Reflect.get(instance, method).call(instance, value);
        handlers.push(...marks.map((argument) => ({ argument, name, call })));
      }
    }
  }
  return handlers;
}

function marksOf<Given>(method: Function, key: symbol): readonly Given[] {
  return new Reflector().get<readonly Given[] | undefined>(key, method) ?? [];
}

function warn(decorator: string, name: string): void {
  new SafeLogger('SmsGateway').warn(
    `The ${decorator} handler ${name} is never called, because its class is request-scoped or transient, so that there is no single instance of it. Move it to a class with the default scope.`,
  );
}
