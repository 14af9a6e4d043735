import { execFile, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jest } from '@jest/globals';
import { holdTimers } from '../support/clock.js';
import { eventually } from '../support/eventually.js';
import { send, start } from './client.js';
import { makePath, restart, startWrong } from './inbox-files.js';

const CHILD = fileURLToPath(new URL('lock-child.mjs', import.meta.url));
const COUNT = 4;
const ROUNDS = 6;

const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

async function startChild(): Promise<ChildProcess> {
  const child = fork(CHILD);
  children.push(child);
  await once(child, 'message');
  return child;
}

/** What a child says about its attempt to lock a file. */
async function lockBy(child: ChildProcess, path: string): Promise<string> {
  const answer = once(child, 'message');
  child.send(path);
  const [text] = await answer;
  return String(text);
}

/** Lets a file look as if it was last written some time ago. */
async function age(path: string, ms: number): Promise<void> {
  const then = new Date(Date.now() - ms);
  await utimes(path, then, then);
}

/** The id of a process that has ended. */
const deadProcess = () =>
  new Promise<number>((resolve) => {
    const child = execFile(process.execPath, ['--version'], () => resolve(child.pid ?? 0));
  });

describe('the lock of a file', () => {
  it('is never held by two processes, also if a dead process left one', async () => {
    const racers = await Promise.all(Array.from({ length: COUNT }, startChild));
    const dead = await deadProcess();
    for (let round = 0; round < ROUNDS; round += 1) {
      const path = await makePath();
      if (round % 2 === 0) await writeFile(`${path}.${dead}.lock`, '');
      const answers = await Promise.all(racers.map((racer) => lockBy(racer, path)));
      const lost = answers.filter((answer) => answer !== 'locked');
      expect(lost.length).toBeGreaterThanOrEqual(COUNT - 1);
      for (const answer of lost) expect(answer).toContain('is in use by another simulator');
    }
  });

  it('is free after its holder was killed', async () => {
    const path = await makePath();
    const [holder, next] = [await startChild(), await startChild()];
    expect(await lockBy(holder, path)).toBe('locked');
    expect(await lockBy(next, path)).toContain(`process ${holder.pid}`);
    const exit = once(holder, 'exit');
    holder.kill('SIGKILL');
    await exit;
    expect(await lockBy(next, path)).toBe('locked');
    expect(await readdir(dirname(path))).toEqual([`${basename(path)}.${next.pid}.lock`]);
  });

  it('names the process that holds it and how to delete it', async () => {
    const file = await makePath();
    await writeFile(`${file}.${process.ppid}.lock`, '');
    const error = await startWrong({ file });
    expect(error).toMatchObject({ name: 'GatewaySimulatorError', code: 'file' });
    expect(String(error)).toContain(`delete ${file}.${process.ppid}.lock`);
  });

  it('is held by one simulator of a process, and released when that closes', async () => {
    const file = await makePath();
    const first = await start({ file });
    expect(String(await startWrong({ file }))).toContain(`process ${process.pid}`);
    await send(first);
    expect((await restart(first, file)).messages).toHaveLength(1);
  });

  it('is taken over from an earlier process with the same id', async () => {
    const file = await makePath();
    await writeFile(`${file}.${process.pid}.lock`, '');
    expect((await start({ file })).messages).toEqual([]);
  });

  it('is a left-over if nothing has touched it for 30 s, whatever process it names', async () => {
    const file = await makePath();
    const lock = `${file}.${process.ppid}.lock`;
    await writeFile(lock, '');
    await age(lock, 25_000);
    expect(String(await startWrong({ file }))).toContain(`process ${process.ppid}`);
    await age(lock, 31_000);
    expect((await start({ file })).messages).toEqual([]);
    expect(await readdir(dirname(file))).not.toContain(basename(lock));
  });

  it('is touched every 5 s until it is released', async () => {
    const file = await makePath();
    const timers = holdTimers(['setInterval', 'clearInterval']);
    const gateway = await start({ file });
    const lock = `${file}.${process.pid}.lock`;
    for (let round = 0; round < 2; round += 1) {
      await age(lock, 29_000);
      await timers.pass(5_000);
      await eventually(async () => Date.now() - (await stat(lock)).mtimeMs < 2_000);
    }
    await gateway.close();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('is released if the start fails for another reason', async () => {
    const file = await makePath();
    const { port } = await start();
    expect(await startWrong({ file, port })).toMatchObject({ code: 'listen' });
    expect((await start({ file })).messages).toEqual([]);
  });
});
