/** The numbers of one country, or of a calling code that belongs to no country (+800, +883). */
export class NumberingPlan {
  /** The calling code, for example `91`. */
  readonly callingCode: string;
  /** How many digits its numbers can have, including the calling code. */
  readonly lengths: readonly number[];

  // Each is a regular expression, or empty.
  private readonly pattern: string;
  private readonly trunkPrefix: string;
  private readonly internationalPrefix: string;
  /** What replaces the trunk prefix. */
  private readonly trunkRule: string;

  // Compiled on first use: an app needs few of the 250 plans, and each takes up to 3 ms.
  private valid: RegExp | undefined;
  private trunk: RegExp | undefined;
  private international: RegExp | undefined;

  /** @param row one entry of libphonenumber-js's `countries` or `nonGeographic` */
  constructor(row: readonly unknown[]) {
    // Version 4 of the layout in METADATA.md of https://gitlab.com/catamphetamine/libphonenumber-js,
    // where a missing value is 0.
    const [callingCode, internationalPrefix, general, lengths, , trunkPrefix, , toParse, rule] =
      row;
    this.callingCode = textOf(callingCode);
    this.lengths = arrayOf(lengths).map((length) => Number(length) + this.callingCode.length);
    this.internationalPrefix = textOf(internationalPrefix);
    this.trunkPrefix = textOf(toParse) || textOf(trunkPrefix);
    this.trunkRule = textOf(rule);
    const [fixedLine, mobile, ...others] = arrayOf(row[11]);
    // Most messages go to mobile numbers, so they are tried first.
    const kinds = [mobile, fixedLine, ...others].map((kind) => textOf(arrayOf(kind)[0]));
    const anyKind = kinds.filter((kind) => kind !== '').join('|');
    this.pattern = `(?=(?:${textOf(general)})$)(?:${anyKind || '.*'})`;
  }

  /** Whether digits, including the calling code, are a valid number of any kind. */
  isValid(digits: string): boolean {
    this.valid ??= new RegExp(`^${this.callingCode}${this.pattern}$`);
    return this.valid.test(digits);
  }

  /**
   * Turns digits as they are dialled inside the country into a national number: removes a trunk
   * prefix, for example 0, and adds an area code that may be left out.
   */
  toNational(dialled: string): string {
    if (this.trunkPrefix === '') return dialled;
    this.trunk ??= new RegExp(`^(?:${this.trunkPrefix})`);
    const found = this.trunk.exec(dialled);
    const hasGroup = found !== null && found.length > 1 && Boolean(found.at(-1));
    return dialled.replace(this.trunk, hasGroup ? this.trunkRule : '');
  }

  /** What follows the prefix for international calls, for example 011; undefined if it is not there. */
  afterInternationalPrefix(dialled: string): string | undefined {
    if (this.internationalPrefix === '') return undefined;
    this.international ??= new RegExp(`^(?:${this.internationalPrefix})(?=[1-9])`);
    const found = this.international.exec(dialled);
    return found ? dialled.slice(found[0].length) : undefined;
  }
}

function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
