import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PLANTED, type Planted } from './planted.js';

/** The name of the global array with a switch for each fault, in the order of {@link PLANTED}. */
export const SWITCHES = 'plantedFaults';

/** A copy of the built package in which all faults are planted, each behind its switch. Returns its folder. */
export function buildPlanted(): string {
  const folder = copyOfBuild();
  for (const [index, fault] of PLANTED.entries())
    plant(folder, fault, `globalThis.${SWITCHES}?.[${index}]`);
  return folder;
}

/** A copy of the built package with a single fault. Returns its folder. */
export function buildWith(fault: Planted): string {
  const folder = copyOfBuild();
  plant(folder, fault, 'true');
  return folder;
}

function copyOfBuild(): string {
  const folder = mkdtempSync(join(tmpdir(), 'planted-'));
  cpSync('dist/esm', folder, { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

function plant(folder: string, { file, find, replace }: Planted, condition: string): void {
  const path = join(folder, file);
  const parts = readFileSync(path, 'utf8').split(find);
  if (parts.length !== 2) {
    throw new Error(
      `${file} has this ${parts.length - 1} times instead of once. Change it in planted.ts: ${find}`,
    );
  }
  const both = find.endsWith(';')
    ? `if (${condition}) { ${replace} } else { ${find} }`
    : `(${condition} ? (${replace}) : (${find}))`;
  writeFileSync(path, parts.join(both));
}
