import { type ExistingProvider, Inject, type InjectionToken } from '@nestjs/common';
import { type ModuleRef, ModulesContainer } from '@nestjs/core';
import { SmsService } from '../core/sms.service.js';

/** What an account has, one of each. The names of shared tokens contain it. @internal */
export type ServiceKind = 'service' | 'queue' | 'otp' | 'reports';

/** The name of the account that is registered without one. @internal */
export const DEFAULT_NAME = 'default';

/**
 * The injection token of an account's `SmsService`: for the default account the class itself. Overriding it
 * replaces the service, however that is injected.
 *
 * @param name the registration's `name`; omit it for the default account
 */
export function getSmsServiceToken(name?: string): symbol | typeof SmsService {
  return tokenOf(SmsService, 'service', name);
}

/** The token that provides a service of an account. @internal */
export function tokenOf<Class>(byClass: Class, kind: ServiceKind, name?: string): symbol | Class {
  return isDefaultName(name) ? byClass : sharedToken(kind, name);
}

/**
 * The token by which the package itself finds a service. It is the same in two copies of the package, which have
 * two classes. For the default account it is an alias of the class: see {@link aliasesOf}.
 *
 * @internal
 */
export function sharedToken(kind: ServiceKind, name: string = DEFAULT_NAME): symbol {
  return Symbol.for(`nestjs-sms-gateway:${kind}:${name}`);
}

/** What a module that provides a service of an account must also provide and export. @internal */
export function aliasesOf(
  byClass: InjectionToken,
  kind: ServiceKind,
  name?: string,
): ExistingProvider[] {
  return isDefaultName(name) ? [{ provide: sharedToken(kind), useExisting: byClass }] : [];
}

/** Injects an account's `SmsService`: `constructor(@InjectSms('marketing') private sms: SmsService)`. */
export function InjectSms(name?: string): PropertyDecorator & ParameterDecorator {
  return Inject(sharedToken('service', name));
}

/** The value of a token, from any module of the app; undefined if there is none. @internal */
export function findProvider<T>(modules: ModuleRef, token: symbol | Function): T | undefined {
  try {
    return modules.get<T>(token, { strict: false });
  } catch {
    return undefined;
  }
}

/** The names under which an app provides services, in a sentence for errors. @internal */
export function registeredNames(ref: ModuleRef): string {
  const modules = ref.get(ModulesContainer, { strict: false });
  const prefix = 'nestjs-sms-gateway:service:';
  const names = [...modules.values()]
    .flatMap(({ providers }) => [...providers.keys()])
    .flatMap((token) => (typeof token === 'symbol' ? (Symbol.keyFor(token) ?? []) : []))
    .filter((key) => key.startsWith(prefix))
    .map((key) => `'${key.slice(prefix.length)}'`);
  return names.length === 0
    ? 'No names are registered'
    : `The names that are registered: ${[...new Set(names)].join(', ')}`;
}

export function isDefaultName(name: string | undefined): boolean {
  return name === undefined || name === DEFAULT_NAME;
}

/** Tokens of the module's internal providers. @internal */
export const OPTIONS = Symbol.for('nestjs-sms-gateway:options');
export const REGISTRATION = Symbol.for('nestjs-sms-gateway:registration');
export const CONNECTION = Symbol.for('nestjs-sms-gateway:connection');
