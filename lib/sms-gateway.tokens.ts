import { Inject } from '@nestjs/common';

const DEFAULT_NAME = 'default';

/**
 * The injection token of an account's `SmsService`. It is the same in two copies of the package.
 *
 * @param name the registration's `name`; none for the default account, whose service is also
 * injected by its class
 */
export function getSmsServiceToken(name: string = DEFAULT_NAME): symbol {
  return Symbol.for(`nestjs-sms-gateway:service:${name}`);
}

/** Injects an account's `SmsService`: `constructor(@InjectSms('marketing') private sms: SmsService)`. */
export function InjectSms(name?: string): PropertyDecorator & ParameterDecorator {
  return Inject(getSmsServiceToken(name));
}

/** Whether a registration is the default account's. */
export function isDefaultName(name: string | undefined): boolean {
  return name === undefined || name === DEFAULT_NAME;
}

/** Tokens of what the module keeps to itself. @internal */
export const OPTIONS = Symbol.for('nestjs-sms-gateway:options');
export const CHECKED_OPTIONS = Symbol.for('nestjs-sms-gateway:checked-options');
export const REGISTRATION = Symbol.for('nestjs-sms-gateway:registration');
export const TRANSPORT = Symbol.for('nestjs-sms-gateway:transport');
export const RETRY = Symbol.for('nestjs-sms-gateway:retry');
