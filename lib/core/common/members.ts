/** A member of a value of any class. */
export function memberOf(value: unknown, name: string | symbol): unknown {
  return Reflect.get(Object(value), name);
}

/** Whether a value has these methods, and so is taken for a `T`. */
export function hasMethods<T = Record<string, unknown>>(
  value: unknown,
  ...names: readonly (keyof T & string)[]
): value is T {
  return names.every((name) => typeof memberOf(value, name) === 'function');
}
