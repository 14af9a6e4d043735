import { readFile, rm, writeFile } from 'node:fs/promises';
import { fileError } from './file-error.js';

const held = new Set<string>();

/**
 * Keeps other simulators of this machine away from a file, by a file beside it that names this
 * process. One that was left by a process that is gone is taken over.
 *
 * @returns what gives the file free
 * @throws GatewaySimulatorError where another simulator has it
 */
export async function lockFile(path: string): Promise<() => Promise<void>> {
  const lock = `${path}.lock`;
  if (held.has(lock)) throw inUse(path, lock, process.pid);
  held.add(lock);
  try {
    await takeLock(path, lock);
  } catch (error) {
    held.delete(lock);
    throw error;
  }
  return async () => {
    await rm(lock, { force: true });
    held.delete(lock);
  };
}

async function takeLock(path: string, lock: string): Promise<void> {
  if (await create(lock)) return;
  const holder = Number((await readFile(lock, 'utf8').catch(() => '')).trim());
  // Our own number is one that was used before, as in a container that was started again.
  if (holder !== process.pid && isAlive(holder)) throw inUse(path, lock, holder);
  await rm(lock, { force: true });
  if (!(await create(lock))) throw inUse(path, lock, holder);
}

async function create(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, `${process.pid}\n`, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid < 1) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function inUse(path: string, lock: string, pid: number): Error {
  return fileError(
    path,
    `is in use by another simulator (process ${pid}). End that one or give another file. ` +
      `Where process ${pid} is no simulator, delete ${lock}.`,
  );
}
