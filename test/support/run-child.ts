import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const REGISTER = fileURLToPath(new URL('register-typescript.mjs', import.meta.url));
const LONGEST = 120_000;

/**
 * Runs a TypeScript file in a plain Node process until it ends, and returns the JSON that it wrote. A
 * process that does not end by itself is killed, and the test fails.
 */
export async function runChild(
  file: URL,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', REGISTER, fileURLToPath(file), ...args],
    { env: { ...process.env, NODE_OPTIONS: '', ...env }, timeout: LONGEST, killSignal: 'SIGKILL' },
  );
  return JSON.parse(stdout);
}
