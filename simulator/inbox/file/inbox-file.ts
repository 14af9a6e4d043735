import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { GatewaySimulatorError, fileError } from '../../common/simulator-error.js';
import type { Inbox } from '../inbox.js';
import { formatInbox, readInboxFile, type StoredInbox } from './stored-inbox.js';

// Changes within this time are written together.
const SHORTEST_PAUSE = 20;
// A large file takes long to write, so at most about a tenth of the time is spent on it.
const PAUSE_FACTOR = 10;
// A draft of this age in ms was left behind: its process ended before it was complete.
const LEFT_BEHIND = 60_000;

/**
 * The inbox on disk, written as a whole after changes. Nothing waits for it. If it can no longer be
 * written, or another program has written it, that is reported once and the inbox continues in memory.
 */
export class InboxFile {
  readonly #closing = new AbortController();
  #unsubscribe = () => {};
  #changed = false;
  #saving: Promise<void> | undefined;
  #pause = SHORTEST_PAUSE;

  private constructor(
    private readonly path: string,
    /** The contents when it was opened. */
    readonly stored: StoredInbox,
    /** Of the file as this program has read or written it last; undefined if there is none yet. */
    private stamp: string | undefined,
    private readonly warn: (message: string) => void,
  ) {}

  /**
   * Reads a file.
   *
   * @param warn called at most once, when the file can no longer be written
   * @throws GatewaySimulatorError if the file cannot be used
   */
  static async open(path: string, warn: (message: string) => void): Promise<InboxFile> {
    // Not a link to the file, which the first write would replace.
    const real = await realpath(path).catch(() => resolve(path));
    try {
      // A device or a pipe reads as an empty inbox, or never ends, and the first write would replace it.
      const stats = await stat(real).catch(() => undefined);
      if (stats && !stats.isFile() && !stats.isDirectory()) {
        throw fileError(real, 'is not a regular file. Use the path of a file.');
      }
      const stored = await readInboxFile(real);
      await deleteOldDrafts(real);
      return new InboxFile(real, stored, stats && stampOf(stats), warn);
    } catch (error) {
      throw describeFileError(real, error);
    }
  }

  /**
   * Writes an inbox, and from now on every change of it.
   *
   * @throws GatewaySimulatorError if the file cannot be written
   */
  async follow(inbox: Inbox): Promise<void> {
    const written = this.#write(inbox);
    // What changes in the meantime is written afterwards.
    this.#saving = written.then(
      () => this.#save(inbox),
      () => {},
    );
    this.#unsubscribe = inbox.subscribe(() => {
      this.#changed = true;
      this.#saving ??= this.#save(inbox);
    });
    try {
      await written;
    } catch (error) {
      throw describeFileError(this.path, error);
    }
  }

  /** Writes the last changes. */
  async close(): Promise<void> {
    this.#unsubscribe();
    this.#closing.abort();
    await this.#saving;
  }

  // Never rejects, because nothing waits for it.
  async #save(inbox: Inbox): Promise<void> {
    while (this.#changed) {
      await sleep(this.#pause, undefined, { signal: this.#closing.signal }).catch(() => {});
      this.#changed = false;
      const started = performance.now();
      await this.#write(inbox).catch((error: unknown) => this.#giveUp(error));
      this.#pause = Math.max(SHORTEST_PAUSE, PAUSE_FACTOR * (performance.now() - started));
    }
    this.#saving = undefined;
  }

  // Next to the file and then renamed, so that the file is complete at any time.
  async #write(inbox: Inbox): Promise<void> {
    if (this.stamp !== undefined && stampOf(await stat(this.path)) !== this.stamp) {
      throw fileError(
        this.path,
        'was changed by another program. Use a file of its own for each simulator.',
      );
    }
    // Not the draft of another simulator.
    const draft = `${this.path}.${randomBytes(6).toString('hex')}.tmp`;
    try {
      await writeFile(draft, formatInbox(inbox), { flag: 'wx', mode: 0o600 });
      // Before the file has its name, under which another program could replace it.
      const stamp = stampOf(await stat(draft));
      await rename(draft, this.path);
      this.stamp = stamp;
    } finally {
      await rm(draft, { force: true }).catch(() => {});
    }
  }

  #giveUp(error: unknown): void {
    this.#unsubscribe();
    this.#changed = false;
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    const { message } =
      error instanceof GatewaySimulatorError
        ? error
        : fileError(this.path, `can no longer be written (${code}).`);
    const next =
      'Messages are now kept in memory only. Solve the problem and restart the simulator.';
    try {
      this.warn(`${message} ${next}`);
    } catch {
      // A listener that throws must not affect the sends.
    }
  }
}

/** Differs between any two versions of a file. */
function stampOf({ ino, size, mtimeMs }: Stats): string {
  return `${ino} ${size} ${mtimeMs}`;
}

/** Deletes drafts that were left behind, because they contain texts. A start does not fail because of them. */
async function deleteOldDrafts(path: string): Promise<void> {
  const start = `${basename(path)}.`;
  const names = await readdir(dirname(path)).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(start) || !/^[0-9a-f]{12}\.tmp$/.test(name.slice(start.length))) continue;
    const draft = join(dirname(path), name);
    const stats = await stat(draft).catch(() => undefined);
    const isOld = stats !== undefined && Date.now() - stats.mtimeMs > LEFT_BEHIND;
    if (isOld) await rm(draft, { force: true }).catch(() => {});
  }
}

/** Turns an error of the file system into one of ours. */
function describeFileError(path: string, error: unknown): GatewaySimulatorError {
  if (error instanceof GatewaySimulatorError) return error;
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return fileError(path, 'is in a folder that does not exist. Create it or use another file.');
    case 'EISDIR':
      return fileError(path, 'is a folder. Use the path of a file.');
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return fileError(path, `cannot be written (${code}). It and its folder must be writable.`);
    default:
      return fileError(path, `cannot be used (${code}). Use another file.`);
  }
}
