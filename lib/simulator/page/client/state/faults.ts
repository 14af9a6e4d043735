import { signal } from '@preact/signals';
import type { FaultReport } from '../types.js';
import { fetchFaults, putFaults } from './api.js';
import { report, say } from './notices.js';

/** What is planned, has struck and is known; null before the simulator said it. */
export const faults = signal<FaultReport | null>(null);

export type Planned = FaultReport['next'][number] | FaultReport['chance'][number];
type Plan = Pick<FaultReport, 'next' | 'chance'>;

/** Everything that is planned. */
export function planned(state: FaultReport | null = faults.value): readonly Planned[] {
  return state === null ? [] : [...state.next, ...state.chance];
}

/** Plans one more. Gives whether it was taken. */
export function addFault(kind: keyof Plan, fault: object): Promise<boolean> {
  return change((plan) => ({ ...plan, [kind]: [...plan[kind], fault] }));
}

/** Plans one less. */
export function removeFault(kind: keyof Plan, index: number): Promise<boolean> {
  return change((plan) => ({ ...plan, [kind]: plan[kind].toSpliced(index, 1) }));
}

/** Plans nothing any more. */
export async function resetFaults(): Promise<void> {
  const done = await change(() => ({}));
  if (done) say('All faults are off.');
}

// Asked for right before: a send may have used up some of them.
async function change(make: (plan: Plan) => object): Promise<boolean> {
  try {
    const { next, chance } = await fetchFaults();
    faults.value = await putFaults(make({ next, chance }));
    return true;
  } catch (error) {
    report(error);
    return false;
  }
}
