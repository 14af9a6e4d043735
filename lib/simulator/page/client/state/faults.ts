import { signal } from '@preact/signals';
import type { Planned } from '../logic/faults.js';
import { ask, type FaultReport } from './api.js';
import { report, say } from './notices.js';

/** The faults of the simulator; null until they are known. */
export const faults = signal<FaultReport | null>(null);

type Plan = Pick<FaultReport, 'next' | 'chance'>;

/** All planned faults. */
export function planned(): readonly Planned[] {
  return faults.value === null ? [] : [...faults.value.next, ...faults.value.chance];
}

/** Adds a fault to the plan. Returns whether it was accepted. */
export function addFault(kind: keyof Plan, fault: object): Promise<boolean> {
  return change((plan) => ({ ...plan, [kind]: [...plan[kind], fault] }));
}

/** Removes a fault from the plan. */
export function removeFault(kind: keyof Plan, index: number): Promise<boolean> {
  return change((plan) => ({ ...plan, [kind]: plan[kind].toSpliced(index, 1) }));
}

/** Removes all faults. */
export async function resetFaults(): Promise<void> {
  if (await change(() => ({}))) say('All faults are off.');
}

// Reads the plan first, because a send may have used up some of it.
async function change(make: (plan: Plan) => object): Promise<boolean> {
  try {
    const { next, chance } = await ask<FaultReport>('GET', '/api/faults');
    faults.value = await ask<FaultReport>('PUT', '/api/faults', make({ next, chance }));
    return true;
  } catch (error) {
    report(error);
    return false;
  }
}
