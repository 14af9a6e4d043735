import * as fc from 'fast-check';
import metadata from 'libphonenumber-js/max/metadata';

/** Numbers of one plan: valid ones, and others that are nearly so. */
export interface PlanSample {
  /** An ISO 3166 code; undefined for calling codes that no country has. */
  readonly country: string | undefined;
  readonly callingCode: string;
  /** What is dialled before a national number; empty if nothing is. */
  readonly trunkPrefix: string;
  /** National numbers that match one of the plan's patterns. */
  readonly numbers: readonly string[];
}

/** Numbers of every country and every calling code, the same ones on each run. */
export function samplePlans(perPattern: number): readonly PlanSample[] {
  const rows: (readonly [string | undefined, readonly unknown[]])[] = [
    ...Object.entries(metadata.countries),
    ...Object.values(metadata.nonGeographic).map((row) => [undefined, row] as const),
  ];
  return rows.map(([country, row]) => ({
    country,
    callingCode: String(row[0]),
    trunkPrefix: typeof row[5] === 'string' ? row[5] : '',
    numbers: patternsOf(row).flatMap((pattern) =>
      fc.sample(fc.stringMatching(new RegExp(`^(?:${pattern})$`)), {
        numRuns: perPattern,
        seed: 20_26,
      }),
    ),
  }));
}

/** A number with a digit lost, added or changed. */
export function mutationsOf(number: string): readonly string[] {
  return [
    number,
    number.slice(0, -1),
    `${number}1`,
    `${number.slice(0, 2)}9${number.slice(3)}`,
    `1${number.slice(1)}`,
  ];
}

function patternsOf(row: readonly unknown[]): readonly string[] {
  const kinds = Array.isArray(row[11]) ? row[11] : [];
  const patterns = [row[2], ...kinds.map((kind) => (Array.isArray(kind) ? kind[0] : undefined))];
  return patterns.filter((pattern) => typeof pattern === 'string' && pattern !== '');
}
