/** A member of a value of any class. */
export function memberOf(value: unknown, name: string): unknown {
  return Reflect.get(Object(value), name);
}

/** Whether a value has these methods. */
export function hasMethods(value: unknown, ...names: readonly string[]): boolean {
  return names.every((name) => typeof memberOf(value, name) === 'function');
}
