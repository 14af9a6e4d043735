/** A member of a value of any class. */
export function memberOf(value: unknown, name: string): unknown {
  return Reflect.get(Object(value), name);
}

/**
 * A property of an object or of its class, but not one of `Object.prototype`: a fault in any package of the
 * app can let a stranger add properties there, and every object then seems to have them.
 */
export function givenMember<T extends object, Key extends keyof T & string>(
  value: T,
  key: Key,
): T[Key] | undefined {
  if (!(key in Object.prototype)) return value[key];
  let holder: unknown = value;
  while (holder && !Object.hasOwn(holder, key)) holder = Object.getPrototypeOf(holder);
  return holder === Object.prototype ? undefined : value[key];
}

/** Whether a value has these methods. */
export function hasMethods(value: unknown, ...names: readonly string[]): boolean {
  return names.every((name) => typeof memberOf(value, name) === 'function');
}
