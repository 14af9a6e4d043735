import { hasControlCharacters } from './wrong-value.js';

/** The document's own send fields (section 2.3) and the credentials' (5.1), with what sets each. */
const SET_BY: ReadonlyMap<string, string> = new Map([
  ['userid', "give it as 'userId' of the option 'auth'"],
  ['password', "give it in the option 'auth'"],
  ['apikey', "give it as 'apiKey' of the option 'auth'; it goes as a header"],
  ['mobile', "give the numbers as 'to'"],
  ['senderid', "use 'senderId'"],
  ['dltentityid', "use 'dltEntityId'"],
  ['msg', "give it as 'text'"],
  ['msgtype', "use 'type'"],
  ['duplicatecheck', "use 'duplicateCheck'"],
  ['sendmethod', "it is always 'quick'"],
  ['output', "it is always 'json', which the answer is read as"],
]);

/**
 * What is wrong with the name of a further form field, and what to use instead; undefined where it
 * can be sent. Compared without case, and `mobile[]` like `mobile`, as servers read both as one.
 *
 * @param reserved further names that are taken, in lower case: the fields of the credentials.
 */
export function fieldKeyProblem(key: string, reserved?: ReadonlySet<string>): string | undefined {
  if (key === '') return 'has an empty name; give the name of a form field';
  // A backslash escapes what follows, be it the quote at the name's end: readers drop such a field.
  if (hasControlCharacters(key) || /["\\]/.test(key) || !key.isWellFormed()) {
    return 'has a name with a line break, control character, double quote, backslash or half a surrogate pair; give the name of a form field';
  }
  if (key.trim() !== key) return 'has a name with a space at an end; remove it';
  const name = baseName(key.toLowerCase());
  const setBy = SET_BY.get(name);
  if (setBy !== undefined) return `is set by the package; ${setBy}`;
  if (reserved?.has(name)) return "is a field of the credentials; the option 'auth' sets it";
  return undefined;
}

function baseName(name: string): string {
  const bracket = name.indexOf('[');
  return bracket <= 0 ? name : name.slice(0, bracket).trimEnd();
}
