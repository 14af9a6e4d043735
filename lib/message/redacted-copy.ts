import { maskNumber } from './mask.js';

const MOST_LEVELS = 8;
const MOST_ENTRIES = 100;
const MOST_VALUES = 1_000;
const LEFT_OUT = '…';

type Redact = (text: string) => string;

/**
 * Copies plain data with every text, key and number masked by `redact`, a `statusCode` by
 * `redactCode`. What is deeper than 8 levels, past 100 entries of one object or array, or past
 * 1,000 values in all is `…`.
 */
export function copyRedacted(value: unknown, redact: Redact, redactCode: Redact): unknown {
  return new Copier(redact, redactCode).copy(value, 1);
}

class Copier {
  private values = 0;

  constructor(
    private readonly redact: Redact,
    private readonly redactCode: Redact,
  ) {}

  copy(value: unknown, level: number): unknown {
    this.values += 1;
    if (this.values > MOST_VALUES) return LEFT_OUT;
    switch (typeof value) {
      case 'string':
        return this.redact(value);
      case 'number':
      case 'bigint':
        return this.number(value);
      case 'object':
        if (value === null) return null;
        if (level > MOST_LEVELS) return LEFT_OUT;
        return Array.isArray(value) ? this.array(value, level) : this.object(value, level);
      case 'boolean':
        return value;
      default:
        return undefined;
    }
  }

  private number(value: number | bigint): unknown {
    const text = String(value);
    const shown = this.redact(text);
    if (shown !== text) return shown;
    return text.replace(/[^0-9]/g, '').length >= 4 ? maskNumber(text) : value;
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
      const shown = isOpen ? entry : this.copy(entry, level + 1);
      define(copy, this.freeKey(copy, isOpen ? key : this.redact(key)), shown);
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

/** An assignment to `__proto__` would change the copy's prototype in place of setting a key. */
function define(copy: object, key: string, value: unknown): void {
  Object.defineProperty(copy, key, { value, enumerable: true, writable: true, configurable: true });
}
