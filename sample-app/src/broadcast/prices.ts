/** What the gateway charges for a segment, by country. These are examples: enter those of your contract. */
const PRICES: Readonly<Record<string, number>> = { IN: 0.002, US: 0.008, DE: 0.07 };

/** For the other countries, and for numbers whose country is not known. */
const OTHER_PRICE = 0.1;

export const CURRENCY = 'EUR';

/** The cost of segments to a country. */
export function costOf(country: string | undefined, segments: number): number {
  return segments * (PRICES[country ?? ''] ?? OTHER_PRICE);
}
