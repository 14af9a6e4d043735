/** What kind of value this is, for errors that may not show the value: "an array", "a number". */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return 'an array';
  switch (typeof value) {
    case 'object':
      return 'an object';
    case 'string':
      return value === '' ? 'empty' : 'a string';
    default:
      return `a ${typeof value}`;
  }
}

/** Whether a copy of the value's keys is a copy of it: not so for a `Map`, a `FormData` or an array. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // The prototype of plain objects has the prototype null, in every realm.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Whether a text has control characters (C0, DEL, C1), such as line breaks and tabs. */
export function hasControlCharacters(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x20 || (unit >= 0x7f && unit <= 0x9f)) return true;
  }
  return false;
}

/** The index of the first unpaired surrogate; -1 if there is none. */
export function unpairedSurrogateAt(text: string): number {
  if (text.isWellFormed()) return -1;
  for (let index = 0; index < text.length; index += 1) {
    const point = text.codePointAt(index) ?? 0;
    if (point > 0xffff) index += 1;
    else if (point >= 0xd800 && point <= 0xdfff) return index;
  }
  return -1;
}
