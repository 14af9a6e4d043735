/** The numbers of one country, or of a calling code that belongs to no country (+800, +883). */
export class NumberingPlan {
  /** The calling code, such as `91`. */
  readonly callingCode: string;
  /** How many digits its numbers can have, including the calling code. */
  readonly lengths: readonly number[];

  private readonly row: Row;
  private valid: RegExp | undefined;
  private trunkPrefix: RegExp | undefined;
  private internationalPrefix: RegExp | undefined;

  /** @param row one entry of libphonenumber-js's `countries` or `nonGeographic` */
  constructor(row: unknown) {
    this.row = readRow(row);
    this.callingCode = this.row.callingCode;
    this.lengths = this.row.lengths.map((length) => length + this.callingCode.length);
  }

  /** Whether digits, including the calling code, are a valid number of any kind. */
  isValid(digits: string): boolean {
    // Compiled on first use: an app needs few of the 250 plans, and each takes up to 3 ms.
    this.valid ??= new RegExp(`^${this.callingCode}(?:${patternOf(this.row)})$`);
    return this.valid.test(digits);
  }

  /**
   * Turns digits as they are dialled inside the country into a national number: removes a trunk
   * prefix, such as 0, and adds an area code that may be left out.
   */
  toNational(dialled: string): string {
    const { trunkPrefix, trunkRule } = this.row;
    if (trunkPrefix === '') return dialled;
    this.trunkPrefix ??= new RegExp(`^(?:${trunkPrefix})`);
    const found = this.trunkPrefix.exec(dialled);
    if (!found) return dialled;
    const hasGroup = found.length > 1 && Boolean(found.at(-1));
    return hasGroup && trunkRule !== ''
      ? dialled.replace(this.trunkPrefix, trunkRule)
      : dialled.slice(found[0].length);
  }

  /** What follows the prefix for international calls, such as 011; undefined if it is not there. */
  afterInternationalPrefix(dialled: string): string | undefined {
    const { internationalPrefix } = this.row;
    if (internationalPrefix === '') return undefined;
    this.internationalPrefix ??= new RegExp(`^(?:${internationalPrefix})(?=[1-9])`);
    const found = this.internationalPrefix.exec(dialled);
    return found ? dialled.slice(found[0].length) : undefined;
  }
}

/** What libphonenumber-js knows about one plan, without the calling code. Missing values are empty. */
interface Row {
  readonly callingCode: string;
  /** A regular expression. */
  readonly internationalPrefix: string;
  /** A regular expression. */
  readonly trunkPrefix: string;
  /** What replaces the trunk prefix. */
  readonly trunkRule: string;
  /** How many digits the numbers can have. */
  readonly lengths: readonly number[];
  /** A regular expression that all numbers match. */
  readonly general: string;
  /** One regular expression for each kind of number, such as mobile numbers. */
  readonly kinds: readonly string[];
}

// Version 4 of the layout in METADATA.md of https://gitlab.com/catamphetamine/libphonenumber-js, where
// a missing value is 0.
function readRow(row: unknown): Row {
  const at: readonly unknown[] = Array.isArray(row) ? row : [];
  const [fixedLine, mobile, ...others]: readonly unknown[] = Array.isArray(at[11]) ? at[11] : [];
  return {
    callingCode: textOf(at[0]),
    internationalPrefix: textOf(at[1]),
    trunkPrefix: textOf(at[7]) || textOf(at[5]),
    trunkRule: textOf(at[8]),
    lengths: Array.isArray(at[3]) ? at[3].filter((item) => typeof item === 'number') : [],
    general: textOf(at[2]),
    // Most messages go to mobile numbers, so they are tried first.
    kinds: [mobile, fixedLine, ...others]
      .map((kind) => (Array.isArray(kind) ? textOf(kind[0]) : ''))
      .filter((pattern) => pattern !== ''),
  };
}

function patternOf({ general, kinds }: Row): string {
  return kinds.length === 0 ? general : `(?=(?:${general})$)(?:${kinds.join('|')})`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
