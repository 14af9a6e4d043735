import { maskNumber } from './mask.js';

/** As much of one text as is copied. */
export const LONGEST_TEXT = 2_000;

const MOST_LEVELS = 8;
const MOST_ENTRIES = 100;
const MOST_VALUES = 1_000;
const MOST_CHARACTERS = 100_000;
/** As few say a secret. */
const FEWEST_BYTES = 4;
/** Some past the last entry that is copied, so that it cannot hide the end of what begins there. */
const MOST_BYTES = MOST_ENTRIES + 50;
const LEFT_OUT = '…';

type Redact = (text: string) => string;

/**
 * Copies plain data with every text, key and number masked by `redact`, a `statusCode` by
 * `redactCode`. What is deeper than 8 levels, past 100 entries of one object or array, past
 * 1,000 values or 100,000 characters in all is `…`.
 */
export function copyRedacted(value: unknown, redact: Redact, redactCode: Redact): unknown {
  return new Copier(redact, redactCode).copy(value, 1);
}

class Copier {
  private values = 0;
  private characters = 0;

  constructor(
    private readonly redact: Redact,
    private readonly redactCode: Redact,
  ) {}

  copy(value: unknown, level: number): unknown {
    this.values += 1;
    if (this.values > MOST_VALUES) return LEFT_OUT;
    switch (typeof value) {
      case 'string':
        return this.text(value);
      case 'number':
      case 'bigint':
        return this.number(value);
      case 'object':
        if (value === null) return null;
        if (level > MOST_LEVELS) return LEFT_OUT;
        return (
          this.bytes(value) ??
          (Array.isArray(value) ? this.array(value, level) : this.object(value, level))
        );
      case 'boolean':
        return value;
      default:
        return undefined;
    }
  }

  private text(text: string): string {
    this.characters += Math.min(text.length, LONGEST_TEXT);
    return this.characters > MOST_CHARACTERS ? LEFT_OUT : this.redact(text);
  }

  private number(value: number | bigint): unknown {
    const text = String(value);
    const shown = this.redact(text);
    if (shown !== text) return shown;
    return text.replace(/[^0-9]/g, '').length >= 4 ? maskNumber(text) : value;
  }

  /** A list of bytes, as JSON has it of a buffer, where it says what is to be masked. */
  private bytes(value: object): string | undefined {
    const values: unknown[] = Object.values(value);
    if (values.length < FEWEST_BYTES || !values.every(isByte)) return undefined;
    const said = values.slice(0, MOST_BYTES).join();
    const shown = this.redact(said);
    return shown === said ? undefined : shown;
  }

  private array(values: readonly unknown[], level: number): unknown[] {
    const copy = values.slice(0, MOST_ENTRIES).map((value) => this.copy(value, level + 1));
    if (values.length > MOST_ENTRIES) copy.push(LEFT_OUT);
    return copy;
  }

  private object(value: object, level: number): object {
    const copy: Record<string, unknown> = {};
    const entries = Object.entries(value);
    for (const [key, entry] of entries.slice(0, MOST_ENTRIES)) {
      const isOpen = key === 'statusCode' && this.isOpenCode(entry);
      const shownKey = this.freeKey(copy, isOpen ? key : this.text(key));
      define(copy, shownKey, isOpen ? entry : this.copy(entry, level + 1));
    }
    if (entries.length > MOST_ENTRIES) define(copy, this.freeKey(copy, LEFT_OUT), LEFT_OUT);
    return copy;
  }

  private isOpenCode(value: unknown): boolean {
    if (typeof value !== 'string' && typeof value !== 'number') return false;
    return this.redactCode(String(value)) === String(value);
  }

  /** Two keys can look alike once they are masked; neither's value shall be lost. */
  private freeKey(copy: object, key: string): string {
    let free = key;
    for (let number = 2; Object.hasOwn(copy, free); number += 1) free = `${key} (${number})`;
    return free;
  }
}

/** Signed or not. */
function isByte(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= -128 && Number(value) <= 255;
}

/** An assignment to `__proto__` would change the copy's prototype in place of setting a key. */
function define(copy: object, key: string, value: unknown): void {
  Object.defineProperty(copy, key, { value, enumerable: true, writable: true, configurable: true });
}
