import { signal } from '@preact/signals';

const SHOWN = 6_000;
let hiding: ReturnType<typeof setTimeout> | undefined;

/** What went wrong, for a while. */
export const problem = signal('');
/** What was done, for those who do not see it. */
export const said = signal('');

/** Shows what went wrong. */
export function report(error: unknown): void {
  problem.value = error instanceof Error ? error.message : String(error);
  clearTimeout(hiding);
  hiding = setTimeout(() => {
    problem.value = '';
  }, SHOWN);
}

/** Tells assistive technology what was done. */
export function say(text: string): void {
  said.value = text;
}
