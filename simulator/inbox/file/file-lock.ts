import { readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileError } from '../../common/simulator-error.js';

const ATTEMPTS = 5;
const LONGEST_PAUSE = 50;
/** How often a lock is touched, and the age at which it counts as left behind, both in ms. */
const TOUCH_EVERY = 5_000;
const LEFT_OVER = 30_000;

const held = new Set<string>();

/**
 * Locks a file against other simulators on this machine, with a lock file named after this process.
 *
 * Each process creates its own lock and then looks for others, so of two processes at least the later
 * one sees the other and gives up. Nobody ever takes over a lock: one that was left behind only has to
 * be deleted. The process that it names is dead, or, after a restart of a container, another program with
 * its number, which does not touch the lock. Processes that start at the same moment all give up, and retry at random times.
 *
 * @returns a function that unlocks the file
 * @throws GatewaySimulatorError if another simulator has locked it
 */
export async function lockFile(path: string): Promise<() => Promise<void>> {
  const own = lockOf(path, process.pid);
  if (held.has(own)) throw inUse(path, process.pid);
  held.add(own);
  const touching = setInterval(() => void touch(own), TOUCH_EVERY);
  touching.unref();
  const unlock = async () => {
    clearInterval(touching);
    await rm(own, { force: true });
    held.delete(own);
  };
  try {
    for (let attempt = 1; ; attempt += 1) {
      await writeFile(own, '', { mode: 0o600 });
      const rival = await findRival(path);
      if (rival === undefined) return unlock;
      if (attempt === ATTEMPTS) throw inUse(path, rival);
      await rm(own, { force: true });
      await sleep(Math.random() * LONGEST_PAUSE);
    }
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** Another process that has locked the file. Locks that were left behind are deleted. */
async function findRival(path: string): Promise<number | undefined> {
  const names = await readdir(dirname(path));
  for (const name of names) {
    const pid = Number(/\.(\d+)\.lock$/.exec(name)?.[1]);
    if (name !== basename(lockOf(path, pid)) || pid === process.pid) continue;
    const age = await ageOf(lockOf(path, pid));
    // Its process has just deleted it, and may be about to create it again.
    if (age === undefined) continue;
    if (isAlive(pid) && age < LEFT_OVER) return pid;
    await rm(lockOf(path, pid), { force: true });
  }
  return undefined;
}

function lockOf(path: string, pid: number): string {
  return `${path}.${pid}.lock`;
}

async function touch(lock: string): Promise<void> {
  const now = new Date();
  await utimes(lock, now, now).catch(() => {});
}

/** How long ago a lock was touched, in ms; undefined if it is gone. */
async function ageOf(lock: string): Promise<number | undefined> {
  const found = await stat(lock).catch(() => undefined);
  return found && Date.now() - found.mtimeMs;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function inUse(path: string, pid: number): Error {
  return fileError(
    path,
    `is in use by another simulator (process ${pid}). Stop it or use another file. ` +
      `If process ${pid} is not a simulator, delete ${lockOf(path, pid)}.`,
  );
}
