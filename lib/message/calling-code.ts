// The only import of libphonenumber-js: its metadata loads in a tenth of the time of its parser.
import metadata from 'libphonenumber-js/max/metadata';
import { NumberingPlan } from './numbering-plan.js';

if (metadata.version !== 4) {
  throw new Error(
    `nestjs-sms-gateway cannot read the metadata of this libphonenumber-js (version ${metadata.version}, not 4). Install libphonenumber-js 1.13.`,
  );
}

// No country has 999. The simulator's test recipients start with it, so that none of them is a real
// number.
const TEST_NUMBERS: readonly unknown[] = ['999', 0, '00000\\d{3}'];

/** The rows of the plans, by ISO 3166 code or, if a calling code belongs to no country, by that code. */
const rows: ReadonlyMap<string, unknown> = new Map(
  Object.entries({ ...metadata.countries, ...metadata.nonGeographic, 999: TEST_NUMBERS }),
);
const countriesOf: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(metadata.country_calling_codes),
);
const knownPlans = new Map<string, NumberingPlan>();
/** By the first three digits of a number; null if no calling code starts like that. */
const knownCodes: (CallingCode | null | undefined)[] = [];

/** A calling code and its countries: one, several (+1, +7, +44), or none (+800). */
export class CallingCode {
  /**
   * @param digits the code itself, such as `91`
   * @param countries ISO 3166 codes, the main country first
   * @param plans the plans of these countries, or that of the code itself
   */
  constructor(
    readonly digits: string,
    readonly countries: readonly string[],
    private readonly plans: readonly NumberingPlan[],
  ) {}

  /** How many digits the numbers of its main country can have, including the code. */
  get lengths(): readonly number[] {
    return this.plans[0]?.lengths ?? [];
  }

  /** Whether digits, including this code, have the length of a number. */
  isPossible(digits: string): boolean {
    // Other countries with this code may have other lengths. Those count only for valid numbers.
    return this.lengths.includes(digits.length) || this.planOf(digits) !== undefined;
  }

  /**
   * The countries that a number, including this code, can be of: one if it is valid in a plan. A number
   * that is newer than the plans can be of any country with this code.
   */
  countriesOf(digits: string): readonly string[] {
    const index = this.plans.findIndex((plan) => plan.isValid(digits));
    const country = this.countries[index];
    return country === undefined ? this.countries : [country];
  }

  /** The plan in which digits, including this code, are a valid number. */
  planOf(digits: string): NumberingPlan | undefined {
    return this.plans.find((plan) => plan.isValid(digits));
  }
}

/** The calling code at the start of a number of at least three digits. */
export function findCallingCode(digits: string): CallingCode | undefined {
  const index = Number(digits.slice(0, 3));
  const known = knownCodes[index];
  if (known !== undefined) return known ?? undefined;
  const read = readCallingCode(digits);
  knownCodes[index] = read ?? null;
  return read;
}

/** The plan of a country, by its ISO 3166 code. */
export function findPlan(country: string): NumberingPlan | undefined {
  const known = knownPlans.get(country);
  if (known || !rows.has(country)) return known;
  const plan = new NumberingPlan(rows.get(country));
  knownPlans.set(country, plan);
  return plan;
}

function readCallingCode(number: string): CallingCode | undefined {
  for (const length of [1, 2, 3]) {
    const digits = number.slice(0, length);
    const countries = countriesOf.get(digits) ?? [];
    const found = (countries.length > 0 ? countries : [digits]).flatMap(
      (key) => findPlan(key) ?? [],
    );
    if (found.length > 0) return new CallingCode(digits, countries, found);
  }
  return undefined;
}
