// The only import of libphonenumber-js: its metadata loads in a tenth of the time of its parser.
import metadata from 'libphonenumber-js/max/metadata';
import { NumberingPlan } from './numbering-plan.js';

if (metadata.version !== 4) {
  throw new Error(
    `nestjs-sms-gateway cannot read the metadata of this libphonenumber-js (version ${metadata.version}, not 4). Install libphonenumber-js 1.13.`,
  );
}

// No country has 999. The simulator's test recipients begin with it, so that none of them can be
// somebody's number.
const TEST_NUMBERS: readonly unknown[] = ['999', 0, '00000\\d{3}'];

// What '000' comes to in `findCallingCode`.
const THREE_ZEROS = 0x30 * 111;

/** The rows of the plans, by ISO 3166 code or, where no country has the code, by calling code. */
const rows: ReadonlyMap<string, unknown> = new Map(
  Object.entries({ ...metadata.countries, ...metadata.nonGeographic, 999: TEST_NUMBERS }),
);
const countriesOf: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(metadata.country_calling_codes),
);
const knownPlans = new Map<string, NumberingPlan>();
/** By the first three digits of a number; null where no calling code begins like that. */
const knownCodes: (CallingCode | null | undefined)[] = [];

/** A calling code and who has it: one country, several (+1, +7, +44), or none (+800). */
export class CallingCode {
  /**
   * @param digits the code itself, such as `91`
   * @param countries ISO 3166 codes, the main country first
   * @param plans the plans of these countries, or the one of the code
   */
  constructor(
    readonly digits: string,
    readonly countries: readonly string[],
    private readonly plans: readonly NumberingPlan[],
  ) {}

  /** How many digits its numbers can have, itself included. Those of its main country. */
  get lengths(): readonly number[] {
    return this.plans[0]?.lengths ?? [];
  }

  /** Whether digits, this code included, can be a number by their length. */
  isPossible(digits: string): boolean {
    // A small country can have shorter numbers than the main one: those count where they are valid.
    return this.lengths.includes(digits.length) || this.planOf(digits) !== undefined;
  }

  /** The plan in which digits, this code included, are a valid number. */
  planOf(digits: string): NumberingPlan | undefined {
    return this.plans.find((plan) => plan.isValid(digits));
  }
}

/** The calling code that a number of at least three digits begins with. */
export function findCallingCode(digits: string): CallingCode | undefined {
  const index =
    digits.charCodeAt(0) * 100 + digits.charCodeAt(1) * 10 + digits.charCodeAt(2) - THREE_ZEROS;
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
