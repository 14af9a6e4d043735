/**
 * Makes `instanceof` work across two copies of the package in one process, for example if one
 * dependency imports it as an ES module and another requires it as CommonJS.
 *
 * The brand is on the prototype, so an instance has the brands of all its base classes, and printing
 * an error shows none of them. A class that extends a branded one has no brand itself and uses the
 * built-in `instanceof`.
 *
 * @internal
 */
export function brand(constructor: Function, name: string): void {
  const key = Symbol.for(`nestjs-sms-gateway:${name}`);
  Object.defineProperty(constructor.prototype, key, { value: true });
  Object.defineProperty(constructor, Symbol.hasInstance, {
    value(this: Function, value: unknown): boolean {
      if (this !== constructor) return Function.prototype[Symbol.hasInstance].call(this, value);
      return typeof value === 'object' && value !== null && key in value;
    },
  });
}
