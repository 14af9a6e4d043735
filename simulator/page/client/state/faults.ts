import { signal } from '@preact/signals';
import type { Planned } from '../logic/faults.js';
import { ask, type FaultReport } from './api.js';
import { attempt, say } from './notices.js';

/** The faults of the simulator; null until they are known. */
export const faults = signal<FaultReport | null>(null);

/** All planned faults. */
export function planned(): readonly Planned[] {
  return faults.value === null ? [] : [...faults.value.next, ...faults.value.chance];
}

/** Adds a fault to the plan. Returns whether it was accepted. */
export function addFault(fault: object): Promise<boolean> {
  return change('POST', '', fault);
}

/** Removes a fault from the plan. */
export function removeFault(id: string): Promise<boolean> {
  return change('DELETE', `/${id}`);
}

/** Removes all faults. */
export async function resetFaults(): Promise<void> {
  if (await change('PUT', '', {})) say('All faults are off.');
}

// The new plan comes as an event, as for every other page.
function change(method: string, path: string, body?: object): Promise<boolean> {
  return attempt(() => ask(method, `/api/faults${path}`, body));
}
