// An earlier commit of the package, built to be measured in the same run.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The last commit before the queue and the events. A release will take its place. */
export const EARLIER = 'cbade4f4fe';

/**
 * Builds a commit in a temporary folder, with the packages of its lock file.
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
  // Its own packages: later commits may have dropped some that it needs.
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
  run(process.execPath, ['scripts/build.mjs'], { cwd: folder });
  return folder;
}

const QUEUE = `export { NestFactory } from '@nestjs/core';
export { getSmsQueueToken } from 'nestjs-sms-gateway/queue';
export { crashApp } from './test/queue/crash-app.mjs';
`;

/** What an app of the kill test is made of, from a folder of `buildEarlier` and its own packages. */
export function importQueue(folder) {
  const file = join(folder, 'queue.mjs');
  writeFileSync(file, QUEUE);
  return import(pathToFileURL(file));
}

function run(command, args, options) {
  return execFileSync(command, args, { stdio: 'pipe', ...options });
}
