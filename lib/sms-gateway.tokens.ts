import { Inject } from '@nestjs/common';
import { type ModuleRef, ModulesContainer } from '@nestjs/core';

const SERVICE = 'nestjs-sms-gateway:service:';

/** The name of the account that is registered without one. @internal */
export const DEFAULT_NAME = 'default';

/**
 * The injection token of an account's `SmsService`. It is the same in two copies of the package.
 *
 * @param name the registration's `name`; omit it for the default account, whose service can
 * also be injected by its class
 */
export function getSmsServiceToken(name: string = DEFAULT_NAME): symbol {
  return Symbol.for(SERVICE + name);
}

/** Injects an account's `SmsService`: `constructor(@InjectSms('marketing') private sms: SmsService)`. */
export function InjectSms(name?: string): PropertyDecorator & ParameterDecorator {
  return Inject(getSmsServiceToken(name));
}

/** The service of a name, from any module of the app; undefined if there is none. @internal */
export function findService(modules: ModuleRef, name: string): unknown {
  return findProvider(modules, getSmsServiceToken(name));
}

/** The value of a token, from any module of the app; undefined if there is none. @internal */
export function findProvider<T>(modules: ModuleRef, token: symbol): T | undefined {
  try {
    return modules.get<T>(token, { strict: false });
  } catch {
    return undefined;
  }
}

/** The names under which an app provides services, in a sentence for errors. @internal */
export function registeredNames(ref: ModuleRef): string {
  const modules = ref.get(ModulesContainer, { strict: false });
  const names = [...modules.values()]
    .flatMap(({ providers }) => [...providers.keys()])
    .flatMap((token) => (typeof token === 'symbol' ? (Symbol.keyFor(token) ?? []) : []))
    .filter((key) => key.startsWith(SERVICE))
    .map((key) => `'${key.slice(SERVICE.length)}'`);
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
