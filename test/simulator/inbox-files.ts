import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GatewaySimulator, type GatewaySimulatorOptions } from '../../simulator/index.js';
import { eventually } from '../support/eventually.js';
import { start } from './client.js';

const folders: string[] = [];

afterEach(async () => {
  await Promise.all(folders.splice(0).map((path) => rm(path, { recursive: true, force: true })));
});

/** A folder that is deleted after the test. */
export async function makeFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'sms-inbox-'));
  folders.push(path);
  return path;
}

/** A path for a file in such a folder. */
export const makePath = async () => join(await makeFolder(), 'inbox.json');

/** A listener for warnings that must not come. */
export const fail = (warning: string) => {
  throw new Error(warning);
};

/** The error of a start that must fail. */
export const startWrong = (options: GatewaySimulatorOptions) =>
  GatewaySimulator.start(options).then(
    (gateway) => gateway.close(),
    (error: unknown) => error,
  );

export const call = async (gateway: GatewaySimulator, method: string, path: string) => {
  const answer = await fetch(`${gateway.origin}/api/messages${path}`, { method });
  return answer.text();
};

/** Waits until the text of a file is as expected. */
export const until = (path: string, holds: (text: string) => boolean) =>
  eventually(async () => holds(await readFile(path, 'utf8').catch(() => '')));

/** Closes a simulator and starts another one with the same file. */
export async function restart(
  gateway: GatewaySimulator,
  file: string,
  options: GatewaySimulatorOptions = {},
): Promise<GatewaySimulator> {
  await gateway.close();
  return start({ ...options, file });
}
