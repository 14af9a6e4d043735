// An earlier commit of the package, built to be measured in the same run.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The last commit before the queue and the events. A release will take its place. */
export const EARLIER = 'cbade4f4fe';

/**
 * Builds a commit in a temporary folder, with the packages of this checkout.
 *
 * @returns the folder; undefined if this clone does not have the commit
 */
export function buildEarlier(commit) {
  try {
    run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT });
  } catch {
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'sms-bench-'));
  const archive = run('git', ['archive', commit], { cwd: ROOT, maxBuffer: 1 << 28 });
  run('tar', ['x'], { cwd: folder, input: archive });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  run(process.execPath, ['scripts/build.mjs'], { cwd: folder });
  return folder;
}

function run(command, args, options) {
  return execFileSync(command, args, { stdio: 'pipe', ...options });
}
