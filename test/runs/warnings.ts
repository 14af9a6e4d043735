import { setImmediate } from 'node:timers/promises';
import { runInThisContext } from 'node:vm';

/** The warnings that this process emits while something is done. */
export async function warningsOf(work: () => Promise<unknown>): Promise<string[]> {
  // Jest gives tests a copy of `process` that no warning reaches.
  const realProcess = runInThisContext('process') as NodeJS.Process;
  const warnings: string[] = [];
  const note = (warning: Error): number => warnings.push(`${warning.name}: ${warning.message}`);
  realProcess.on('warning', note);
  try {
    await work();
    await setImmediate();
  } finally {
    realProcess.off('warning', note);
  }
  return warnings;
}
