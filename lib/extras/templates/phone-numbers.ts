// Invisible characters (Cf, DI) and marks neither hide a number nor divide it into groups.
const HIDDEN = String.raw`\p{M}\p{Cf}\p{DI}`;
const GAP = String.raw`\p{Zs}\p{Pd}().`;
// Repeated classes have no character in common with what follows them, so the search takes linear time.
const RUN = new RegExp(
  String.raw`(?:\+[${GAP}${HIDDEN}]*)?\p{Nd}(?:[${GAP}${HIDDEN}+]*\p{Nd})*`,
  'gu',
);
const GROUP = new RegExp(String.raw`\p{Nd}(?:[${HIDDEN}]*\p{Nd})*`, 'gu');
const DIGIT = /\p{Nd}/gu;
// In digits of every script, of which only those of ASCII are compared.
const INDIAN_MOBILE = /^(?:(?![0-8])\p{Nd}(?![02-9])\p{Nd})?(?![0-5])\p{Nd}{10}$/u;
const DATE = /(?<!\d)(?:[0-3]?\d[-.][01]?\d[-.](?:19|20)\d\d|(?:19|20)\d\d-[01]\d-[0-3]\d)(?!\d)/g;

/** The fewest digits that count as a phone number. */
const FEWEST = 10;
/** The most digits of a number that is written in groups, and of one group. Longer ones are references. */
const MOST = 15;
const LONGEST_GROUP = 8;

/** A digit, with its position and its end. */
interface Digit {
  readonly text: string;
  readonly at: number;
  readonly end: number;
}

/**
 * Finds what is written as a phone number: ten digits or more with a +, ten to fifteen in groups, and Indian
 * mobile numbers. Other digits may be a payment or shipment number. Dates do not count.
 *
 * @returns where each run of ten digits of such a number begins and ends
 */
export function phoneNumbersIn(text: string): { readonly begin: number; readonly end: number }[] {
  // The result has the same length as the text.
  const prepared = text.replace(DATE, (date) => date.replaceAll(/\d/g, '½'));
  const runs = Array.from(prepared.matchAll(RUN), ({ 0: run, index }) => writtenIn(run, index));
  return runs
    .flat()
    .flatMap((digits) =>
      digits.slice(FEWEST - 1).map(({ end }, first) => ({ begin: digits[first]?.at ?? end, end })),
    );
}

/** The digits of each phone number in a run of digits. */
function writtenIn(run: string, start: number): readonly (readonly Digit[])[] {
  const groups = Array.from(run.matchAll(GROUP), ({ 0: group, index }) =>
    digitsOf(group, start + index),
  );
  const digits = groups.flat();
  if (digits.length < FEWEST) return [];
  const isGrouped = groups.length > 1 && groups.every(({ length }) => length <= LONGEST_GROUP);
  if (run.includes('+') || (isGrouped && digits.length <= MOST)) return [digits];
  return groups.flatMap((_, first) => {
    const written: Digit[] = [];
    for (const group of groups.slice(first, first + FEWEST + 2)) {
      if (written.length + group.length > FEWEST + 2) return [];
      written.push(...group);
      const isMobile = INDIAN_MOBILE.test(written.map(({ text }) => text).join(''));
      if (isMobile) return [written];
    }
    return [];
  });
}

function digitsOf(text: string, start: number): readonly Digit[] {
  return Array.from(text.matchAll(DIGIT), ({ 0: digit, index }) => {
    const at = start + index;
    return { text: digit, at, end: at + digit.length };
  });
}
