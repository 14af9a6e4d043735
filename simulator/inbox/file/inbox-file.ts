import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { GatewaySimulatorError, fileError } from '../../common/simulator-error.js';
import type { Inbox } from '../inbox.js';
import { lockFile } from './file-lock.js';
import { formatInbox, readInboxFile, type StoredInbox } from './stored-inbox.js';

// Changes within this time are written together.
const SHORTEST_PAUSE = 20;
// A large file takes long to write, so at most about a tenth of the time is spent on it.
const PAUSE_FACTOR = 10;

/**
 * The inbox on disk, written as a whole after changes. Nothing waits for it. If it can no longer be
 * written, that is reported once and the inbox continues in memory.
 */
export class InboxFile {
  readonly #closing = new AbortController();
  #unsubscribe = () => {};
  #changed = false;
  #saving: Promise<void> | undefined;
  #pause = SHORTEST_PAUSE;
  #stamp: string | undefined;

  private constructor(
    private readonly path: string,
    /** The contents when it was opened. */
    readonly stored: StoredInbox,
    private readonly unlock: () => Promise<void>,
    private readonly warn: (message: string) => void,
  ) {}

  /**
   * Locks and reads a file.
   *
   * @param warn called at most once, when the file can no longer be written
   * @throws GatewaySimulatorError if the file cannot be used
   */
  static async open(path: string, warn: (message: string) => void): Promise<InboxFile> {
    // Not a link to the file, which the first write would replace.
    const real = await realpath(path).catch(() => resolve(path));
    let unlock: (() => Promise<void>) | undefined;
    try {
      // A device or a pipe reads as an empty inbox, or never ends, and the first write would replace it.
      const found = await stat(real).catch(() => undefined);
      if (found && !found.isFile() && !found.isDirectory()) {
        throw fileError(real, 'is not a regular file. Use the path of a file.');
      }
      unlock = await lockFile(real);
      return new InboxFile(real, await readInboxFile(real), unlock, warn);
    } catch (error) {
      await unlock?.();
      throw describeFileError(real, error);
    }
  }

  /**
   * Writes an inbox, and from now on every change of it.
   *
   * @throws GatewaySimulatorError if the file cannot be written
   */
  async follow(inbox: Inbox): Promise<void> {
    try {
      await this.#write(inbox);
    } catch (error) {
      throw describeFileError(this.path, error);
    }
    this.#unsubscribe = inbox.subscribe(() => {
      this.#changed = true;
      this.#saving ??= this.#save(inbox);
    });
  }

  /** Writes the last changes and unlocks the file. */
  async close(): Promise<void> {
    this.#unsubscribe();
    this.#closing.abort();
    await this.#saving;
    await this.unlock().catch(() => {});
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
    const draft = `${this.path}.tmp`;
    if (this.#stamp !== undefined && (await this.#readStamp()) !== this.#stamp) {
      throw fileError(this.path, 'was changed by another program.');
    }
    try {
      await rm(draft, { force: true });
      await writeFile(draft, formatInbox(inbox), { flag: 'wx', mode: 0o600 });
      await rename(draft, this.path);
      this.#stamp = await this.#readStamp();
    } finally {
      await rm(draft, { force: true }).catch(() => {});
    }
  }

  async #readStamp(): Promise<string> {
    const { ino, size, mtimeMs } = await stat(this.path);
    return `${ino} ${size} ${mtimeMs}`;
  }

  #giveUp(error: unknown): void {
    this.#unsubscribe();
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
