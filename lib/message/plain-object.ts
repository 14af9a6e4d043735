/** A `Map`, a `FormData` or an array has its contents elsewhere: a copy of its keys would lose them. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Its own prototype's is null for the plain objects of any realm.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
