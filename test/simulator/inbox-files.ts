import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GatewaySimulator, type GatewaySimulatorOptions } from '../../lib/simulator/index.js';
import { start } from './client.js';

const folders: string[] = [];

afterEach(async () => {
  await Promise.all(folders.splice(0).map((path) => rm(path, { recursive: true, force: true })));
});

/** A folder that is gone after the test. */
export async function makeFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'sms-inbox-'));
  folders.push(path);
  return path;
}

/** A path for a file in such a folder. */
export const makePath = async () => join(await makeFolder(), 'inbox.jsonl');

/** For what must not happen. */
export const fail = (warning: string) => {
  throw new Error(warning);
};

/** The error of a start. */
export const startWrong = (options: GatewaySimulatorOptions) =>
  GatewaySimulator.start(options).then(
    (gateway) => gateway.close(),
    (error: unknown) => error,
  );

export const call = async (gateway: GatewaySimulator, method: string, path: string) => {
  const answer = await fetch(`${gateway.origin}/api/messages${path}`, { method });
  return answer.text();
};

/** Waits until the file is as it shall be; a test that waits in vain ends by its own time-out. */
export async function until(path: string, holds: (text: string) => boolean): Promise<void> {
  while (!holds(await readFile(path, 'utf8').catch(() => ''))) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Closes a simulator and starts another one on the same file. */
export async function restart(
  gateway: GatewaySimulator,
  file: string,
  options: GatewaySimulatorOptions = {},
): Promise<GatewaySimulator> {
  await gateway.close();
  return start({ ...options, file });
}
