/** What kind of thing stood where another was wanted, for issues that may not show the value. */
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

/** Whether a text has control characters (C0, DEL, C1): line breaks and tabs among them. */
export function hasControlCharacters(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x20 || (unit >= 0x7f && unit <= 0x9f)) return true;
  }
  return false;
}

/** The place, from 0, of the first half of a surrogate pair that stands alone; -1 where there is none. */
export function loneSurrogateAt(text: string): number {
  if (text.isWellFormed()) return -1;
  for (let index = 0; index < text.length; index += 1) {
    const point = text.codePointAt(index) ?? 0;
    if (point > 0xffff) index += 1;
    else if (point >= 0xd800 && point <= 0xdfff) return index;
  }
  return -1;
}
