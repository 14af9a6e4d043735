import { signal } from '@preact/signals';

const SHOWN = 6_000;
let hiding: ReturnType<typeof setTimeout> | undefined;

/** The latest problem, for a while. */
export const problem = signal('');
/** The latest action, for screen readers. */
export const spokenNotice = signal('');

/** Shows a problem. */
export function report(error: unknown): void {
  problem.value = error instanceof Error ? error.message : String(error);
  clearTimeout(hiding);
  hiding = setTimeout(() => {
    problem.value = '';
  }, SHOWN);
}

/** Does something, and shows what went wrong. Returns whether it worked. */
export async function attempt(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    report(error);
    return false;
  }
}

/** Announces an action to screen readers. */
export function say(text: string): void {
  spokenNotice.value = text;
}
