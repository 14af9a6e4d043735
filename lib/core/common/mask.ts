const BULLET = '•';

/** The most bullets for a value that is not a number. */
const MOST_BULLETS = 8;

/**
 * A number as errors and logs may show it: the first two digits, a bullet for each one between, and
 * the last four (`91••••••3210`). Anything but 8 to 15 digits may be a text or a secret in the wrong
 * place, and becomes at most 8 bullets.
 */
export function maskNumber(value: string): string {
  if (!/^[0-9]{8,15}$/.test(value)) return BULLET.repeat(Math.min(value.length, MOST_BULLETS));
  return value.slice(0, 2) + BULLET.repeat(value.length - 6) + value.slice(-4);
}

/**
 * A key as errors may show it: as it is if it looks like a name, masked if it may be a number, a code
 * or a text.
 */
export function shownKey(key: string): string {
  const isName = /^[\p{L}_$][\p{L}\p{N}_$.[\]-]{0,39}$/u.test(key) && !/\p{N}{4}/u.test(key);
  return isName ? key : maskNumber(key);
}

/** The user and the password in a URL. A file URL in a stack has three slashes, and neither of the two. */
const USER_INFO = /(?<!\/)\/\/(?!\/)\S*@/g;
/** Digits: those in the group are a line of a file or a port, all others may be a number or a code. */
const DIGITS = /((?<=\.(?:[cm]?[jt]sx?|\d{1,3}):|\]:|\/\/[^\s/]*:)\d{1,5}(?!\d))|\d{4,}/g;
const LONGEST_FAULT = 10_000;

/** What an error of the app says, without secrets, credentials in URLs and runs of 4 or more digits. */
export function maskFault(text: string, secrets: readonly string[]): string {
  return secrets
    .filter(({ length }) => length > 2)
    .toSorted((one, another) => another.length - one.length)
    .reduce((masked, secret) => masked.replaceAll(secret, '***'), text)
    .slice(0, LONGEST_FAULT)
    .replaceAll(USER_INFO, '//***@')
    .replaceAll(DIGITS, (_all, plain?: string) => plain ?? BULLET.repeat(MOST_BULLETS));
}

/** A text with every run of 4 or more digits masked, because it may be a code or a number. */
export function maskDigits(text: string): string {
  return text.replace(/\d{4,}/g, BULLET.repeat(MOST_BULLETS));
}
