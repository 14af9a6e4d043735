/**
 * Lets `instanceof` hold across two copies of the package in one process, as where one dependency
 * loads it as an ES module and another as CommonJS.
 *
 * The brand stands on the prototype, so an instance carries those of all its base classes and none
 * shows when an error is printed. A class that extends a branded one has no brand of its own and
 * keeps the language's `instanceof`.
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
