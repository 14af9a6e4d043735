import type { Row } from './row.js';

/** Rows in order, newest first, without gaps from the newest one on. */
export class RowList {
  #rows: Row[] = [];

  get length(): number {
    return this.#rows.length;
  }

  at(index: number): Row | undefined {
    return this.#rows[index];
  }

  slice(start: number, end: number): readonly Row[] {
    return this.#rows.slice(start, end);
  }

  /** Where a message is; -1 where it is not. */
  indexOf(id: string): number {
    const index = this.place(id);
    return this.#rows[index]?.id === id ? index : -1;
  }

  /** Puts a row in its place, over the one that it replaces. Gives the one replaced. */
  put(row: Row): Row | undefined {
    const index = this.place(row.id);
    const old = this.#rows[index];
    if (old?.id === row.id) {
      this.#rows[index] = row;
      return old;
    }
    this.#rows.splice(index, 0, row);
    return undefined;
  }

  remove(id: string): Row | undefined {
    const index = this.indexOf(id);
    return index === -1 ? undefined : this.#rows.splice(index, 1)[0];
  }

  /** Keeps the newest ones alone. */
  trim(length: number): void {
    if (this.#rows.length > length) this.#rows = this.#rows.slice(0, length);
  }

  replace(rows: readonly Row[]): void {
    this.#rows = [...rows];
  }

  /** Where a message is or would be: how many are newer. Ids grow with time, also as text. */
  place(id: string): number {
    let low = 0;
    let high = this.#rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#rows[middle]?.id ?? '') > id) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
