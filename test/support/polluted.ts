/** Does something while every object has a property that it was not given, as after a prototype pollution. */
export async function whilePolluted<T>(
  key: string,
  value: unknown,
  work: () => T | Promise<T>,
  { enumerable = false } = {},
): Promise<T> {
  const shared: object = Reflect.getPrototypeOf({})!;
  Object.defineProperty(shared, key, { value, enumerable, configurable: true, writable: true });
  try {
    return await work();
  } finally {
    Reflect.deleteProperty(shared, key);
  }
}
