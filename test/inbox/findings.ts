import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Finding {
  readonly id: string;
  readonly impact?: string | null;
  readonly nodes: readonly { readonly target: unknown }[];
}

const STRUCTURE = new Set(['region', 'landmark-unique']);
const isSerious = (impact: Finding['impact']) => impact === 'serious' || impact === 'critical';

/** The serious findings of axe in the current page, and those about its landmarks. */
export async function seriousFindings(page: Page, options: object = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const found = await page.evaluate(async (given) => {
    const { axe: run } = globalThis as unknown as {
      axe: { run(options: object): Promise<unknown> };
    };
    return (await run.run({ resultTypes: ['violations'], ...given })) as { violations: Finding[] };
  }, options);
  return found.violations
    .filter(({ id, impact }) => isSerious(impact) || STRUCTURE.has(id))
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${JSON.stringify(target)}`));
}
