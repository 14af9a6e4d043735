import type { Planned } from '../state/faults.js';
import { counted } from './counted.js';

const NOT_SETTINGS: ReadonlySet<string> = new Set(['fault', 'on', 'count', 'probability']);

/** When a planned fault strikes: `next 2 sends`, `10 % of logins`. */
export function faultReach(fault: Planned): string {
  if ('count' in fault) return `next ${counted(fault.count, fault.on)}`;
  const percent = Number((fault.probability * 100).toFixed(2));
  return percent === 100 ? `every ${fault.on}` : `${percent} % of ${fault.on}s`;
}

/** A planned fault in one line. */
export function faultLine(fault: Planned): string {
  return `${fault.fault}: ${faultReach(fault)}`;
}

/** Its settings in one line. */
export function faultSettings(fault: Planned): string {
  return Object.entries(fault)
    .filter(([name]) => !NOT_SETTINGS.has(name))
    .map(([name, value]) => `${name} ${[value].flat().join(', ')}`)
    .join(', ');
}
