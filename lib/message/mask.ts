const BULLET = '•';

/** Bullets that stand for anything that is no number: enough to see that something was there. */
const MOST_BULLETS = 8;

/**
 * A number as errors and logs may show it: first two digits, last four, a bullet for each between
 * (`91••••••3210`). Whatever is not 8 to 15 digits could be anything, a text or a secret put in the
 * wrong place, and becomes bullets alone, at most 8.
 */
export function maskNumber(value: string): string {
  if (!/^[0-9]{8,15}$/.test(value)) return BULLET.repeat(Math.min(value.length, MOST_BULLETS));
  return value.slice(0, 2) + BULLET.repeat(value.length - 6) + value.slice(-4);
}

/** A text without its rows of 4 or more digits, which can be codes and numbers. */
export function maskDigits(text: string): string {
  return text.replace(/\d{4,}/g, BULLET.repeat(MOST_BULLETS));
}
