// The only import of libphonenumber-js: its metadata loads in a tenth of the time of its parser.
import metadata from 'libphonenumber-js/max/metadata';
import { SmsConfigurationError } from '../errors/index.js';

/** The layout in METADATA.md of https://gitlab.com/catamphetamine/libphonenumber-js. */
const LAYOUT = 4;
if (metadata.version !== LAYOUT) {
  throw new SmsConfigurationError(
    `The metadata of libphonenumber-js has the layout ${metadata.version}, but this package reads layout ${LAYOUT}. Install a version with layout ${LAYOUT}: npm install libphonenumber-js@1.13.`,
  );
}

/** The numbers of one country, or of a calling code that belongs to no country (+800, +883). */
class NumberingPlan {
  /** The calling code, for example `91`. */
  readonly callingCode: string;
  /** How many digits its numbers can have, including the calling code. */
  readonly lengths: readonly number[];

  private readonly trunk: RegExp;
  private readonly trunkPrefix: string;
  /** What replaces the trunk prefix. */
  private readonly trunkRule: string;
  private readonly international: RegExp;
  private readonly pattern: string;
  private readonly costlyPattern: string;
  // Compiled on first use: an app needs few of the 250 plans, and each takes up to 3 ms.
  private valid: RegExp | undefined;
  private costly: RegExp | undefined;

  /** @param row one entry of libphonenumber-js's `countries` or `nonGeographic` */
  constructor(row: readonly unknown[]) {
    // A missing value is 0.
    const [callingCode, internationalPrefix, general, lengths, , trunkPrefix, , toParse, rule] =
      row;
    this.callingCode = textOf(callingCode);
    this.lengths = arrayOf(lengths).map((length) => Number(length) + this.callingCode.length);
    // Every country has a prefix for international calls. Without a trunk prefix, nothing is removed.
    this.international = new RegExp(`^(?:${textOf(internationalPrefix)})(?=[1-9])`);
    this.trunkPrefix = textOf(trunkPrefix);
    this.trunk = new RegExp(`^(?:${textOf(toParse) || this.trunkPrefix})`);
    this.trunkRule = textOf(rule);
    const kinds = arrayOf(row[11]).map((kind) => textOf(arrayOf(kind)[0]));
    const [fixedLine, mobile, , premiumRate, , , , , , sharedCost] = kinds;
    // Most messages go to mobile numbers, so they are tried first.
    const anyKind = [mobile, fixedLine, ...kinds.slice(2)].filter(Boolean).join('|');
    this.pattern = `(?=(?:${textOf(general)})$)(?:${anyKind || '.*'})`;
    // Without such numbers, it matches nothing.
    this.costlyPattern = [premiumRate, sharedCost].filter(Boolean).join('|') || '(?!)';
  }

  /** Whether digits, including the calling code, are a valid number of any kind. */
  isValid(digits: string): boolean {
    this.valid ??= new RegExp(`^${this.callingCode}${this.pattern}$`);
    return this.valid.test(digits);
  }

  /** Whether one of its numbers has a premium rate or shared cost. */
  isCostly(digits: string): boolean {
    this.costly ??= new RegExp(`^${this.callingCode}(?:${this.costlyPattern})$`);
    return this.costly.test(digits);
  }

  /**
   * Turns digits as they are dialled inside the country into a national number: removes a trunk
   * prefix, for example 0, and adds an area code that may be left out.
   */
  toNational(dialled: string): string {
    const trunkMatch = this.trunk.exec(dialled);
    if (!trunkMatch?.[0]) return dialled;
    const hasGroup = trunkMatch.length > 1 && trunkMatch.at(-1);
    return dialled.replace(this.trunk, hasGroup ? this.trunkRule : '');
  }

  /** Removes the shortest trunk prefix only: in Colombia 03 is another, and mobile numbers begin with 3. */
  afterTrunkPrefix(dialled: string): string {
    const { trunkPrefix } = this;
    return dialled.startsWith(trunkPrefix) ? dialled.slice(trunkPrefix.length) : dialled;
  }

  /** What follows the prefix for international calls, for example 011; undefined if it is not there. */
  afterInternationalPrefix(dialled: string): string | undefined {
    const prefixMatch = this.international.exec(dialled);
    return prefixMatch ? dialled.slice(prefixMatch[0].length) : undefined;
  }
}

/** A calling code and its countries: one, several (+1, +7, +44), or none (+800). */
export class CallingCode {
  /** @param countries ISO 3166 codes, the main country first */
  constructor(
    readonly digits: string,
    readonly countries: readonly string[],
    private readonly plans: readonly NumberingPlan[],
  ) {}

  /** Whether digits, including this code, have the length of a number. */
  isPossible(digits: string): boolean {
    // Other countries with this code may have other lengths. Those count only for valid numbers.
    const [main] = this.plans;
    return main?.lengths.includes(digits.length) || this.planOf(digits) !== undefined;
  }

  /** The countries that a number can be of: the first whose plan has it, all if it is newer than the plans. */
  countriesOf(digits: string): readonly string[] {
    const index = this.plans.findIndex((plan) => plan.isValid(digits));
    const country = this.countries[index];
    return country === undefined ? this.countries : [country];
  }

  /**
   * The country of a number: the first whose plan has it. Undefined if no plan has it and several countries share the
   * code, or if the code belongs to none.
   */
  countryOf(digits: string): string | undefined {
    const [country, secondCountry] = this.countriesOf(digits);
    return secondCountry === undefined ? country : undefined;
  }

  /**
   * Digits without a prefix that is only dialled inside the country, such as the 0 of +91 098765 43210, if exactly one
   * number is valid without it. Digits that a plan has stay as they are.
   */
  dropTrunkPrefix(digits: string): string {
    if (this.planOf(digits)) return digits;
    const dialled = digits.slice(this.digits.length);
    let number: string | undefined;
    for (const plan of this.plans) {
      const national = plan.toNational(dialled);
      if (national === dialled) continue;
      for (const nationalNumber of [national, plan.afterTrunkPrefix(dialled)]) {
        const wholeNumber = this.digits + nationalNumber;
        // An area code that was added is a guess.
        if (
          wholeNumber === number ||
          !dialled.endsWith(nationalNumber) ||
          !this.planOf(wholeNumber)
        )
          continue;
        if (number !== undefined) return digits;
        number = wholeNumber;
      }
    }
    return number ?? digits;
  }

  /** The plan in which digits, including this code, are a valid number. */
  planOf(digits: string): NumberingPlan | undefined {
    return this.plans.find((plan) => plan.isValid(digits));
  }
}

// No country has 999. The simulator's test recipients start with it, so that none of them is a real
// number.
const TEST_NUMBERS: readonly unknown[] = ['999', 0, '00000\\d{3}'];

/** By ISO 3166 code or, if a calling code belongs to no country, by that code. */
const plans: ReadonlyMap<string, NumberingPlan> = new Map(
  Object.entries<readonly unknown[]>({
    ...metadata.countries,
    ...metadata.nonGeographic,
    999: TEST_NUMBERS,
  }).map(([key, row]) => [key, new NumberingPlan(row)]),
);

/** By the first three digits of a number. No code is the start of another one. */
const codes: (CallingCode | undefined)[] = [];
for (const code of new Set(Array.from(plans.values(), ({ callingCode }) => callingCode))) {
  const countries = metadata.country_calling_codes[code] ?? [];
  const keys = countries.length > 0 ? countries : [code];
  const callingCode = new CallingCode(
    code,
    countries,
    keys.flatMap((key) => plans.get(key) ?? []),
  );
  const size = 10 ** (3 - code.length);
  for (let suffix = 0; suffix < size; suffix += 1)
    codes[Number(code) * size + suffix] = callingCode;
}

/** The calling code at the start of a number of at least three digits. */
export function findCallingCode(digits: string): CallingCode | undefined {
  return codes[Number(digits.slice(0, 3))];
}

/** As {@link CallingCode.dropTrunkPrefix}. Digits that begin with no calling code stay as they are. */
export function dropTrunkPrefix(digits: string): string {
  return findCallingCode(digits)?.dropTrunkPrefix(digits) ?? digits;
}

/** The country of a number; undefined if it may belong to several, or belongs to none. */
export function countryOf(number: string): string | undefined {
  return findCallingCode(number)?.countryOf(number);
}

/** How many numbers are of each country. */
type Countries = Map<string | undefined, number>;

/** Adds to the counts of countries how many of these numbers are of each; undefined is as in {@link countryOf}. */
export function countCountries(numbers: readonly string[], counts: Countries): Countries {
  for (const number of numbers) {
    const country = countryOf(number);
    counts.set(country, (counts.get(country) ?? 0) + 1);
  }
  return counts;
}

/** Whether this is an ISO 3166 alpha-2 code, in capitals, of a country that has a numbering plan. */
export function isCountryCode(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && plans.has(code);
}

/**
 * The valid numbers of a country that digits without a `+` can be, with country prefix: none, one, or
 * two if the digits can be read with and without the prefix.
 */
export function readNationalNumber(digits: string, country: string): readonly string[] {
  const plan = plans.get(country);
  if (!plan) return [];
  // By its own plan: where countries share a calling code, one number can be valid in several.
  const isOfCountry = (number: string): boolean => plan.isValid(number);
  const international = plan.afterInternationalPrefix(digits);
  if (international !== undefined) return [international].filter(isOfCountry);
  const national = [plan.toNational(digits), digits]
    .map((number) => plan.callingCode + number)
    .find(isOfCountry);
  return [...new Set([digits, national ?? digits])].filter(isOfCountry);
}

function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
