import { open, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Inbox, InboxEvent } from '../inbox.js';
import { describeFileError } from './file-error.js';
import { lockFile } from './file-lock.js';
import { writeHead, writeRecord } from './file-record.js';
import { readInboxFile, type StoredInbox } from './read-inbox-file.js';

// The file is written anew once this much has been added to twice of what it then had.
const SLACK = 1024 * 1024;
const MESSAGES_AT_ONCE = 100;

/**
 * The inbox on disk: a line for each change, written anew without what is gone when it has grown.
 * Nobody waits for it; where it can't be written any more, that is said once, and the inbox goes on
 * without it.
 */
export class InboxFile {
  /** What the file held when it was opened. */
  readonly stored: StoredInbox;
  readonly #path: string;
  readonly #unlock: () => Promise<void>;
  readonly #warn: (message: string) => void;
  readonly #changed = new Set<string>();
  #inbox: Inbox | undefined;
  #unfollow = () => {};
  #handle: FileHandle | undefined;
  #inode = 0;
  #size = 0;
  #sizeAtBest = 0;
  #stale = false;
  #writing: Promise<void> | undefined;

  private constructor(
    path: string,
    stored: StoredInbox,
    unlock: () => Promise<void>,
    warn: (message: string) => void,
  ) {
    this.#path = path;
    this.stored = stored;
    this.#unlock = unlock;
    this.#warn = warn;
  }

  /**
   * Reads a file and keeps other simulators away from it.
   *
   * @param warn is told of what could not be read, and at most once that nothing is written any more
   * @throws GatewaySimulatorError where the file can't be had
   */
  static async open(path: string, warn: (message: string) => void): Promise<InboxFile> {
    // Beside the file itself, and not beside a link to it, is where it is written anew.
    const real = await realpath(path).catch(() => resolve(path));
    let unlock: (() => Promise<void>) | undefined;
    try {
      unlock = await lockFile(real);
      const stored = await readInboxFile(real);
      for (const note of stored.notes) warn(note);
      return new InboxFile(real, stored, unlock, warn);
    } catch (error) {
      await unlock?.();
      throw describeFileError(real, error);
    }
  }

  /**
   * Writes what the inbox holds, and from now on every change of it.
   *
   * @throws GatewaySimulatorError where the file can't be written
   */
  async follow(inbox: Inbox): Promise<void> {
    this.#inbox = inbox;
    try {
      await this.#rewrite(inbox);
    } catch (error) {
      throw describeFileError(this.#path, error);
    }
    this.#unfollow = inbox.subscribe((event) => this.#note(event));
  }

  /** Writes what is left to write, and gives the file free. */
  async close(): Promise<void> {
    this.#unfollow();
    // What was deleted shall be gone from a file that lies around.
    if (this.#size > this.#sizeAtBest) this.#stale = true;
    await this.#write();
    await this.#handle?.close().catch(() => {});
    this.#handle = undefined;
    await this.#unlock().catch(() => {});
  }

  #note(event: InboxEvent): void {
    if (event.type === 'cleared') {
      this.#changed.clear();
      this.#stale = true;
    } else {
      this.#changed.add('message' in event ? event.message.id : event.id);
    }
    void this.#write();
  }

  #write(): Promise<void> {
    this.#writing ??= this.#writeAll();
    return this.#writing;
  }

  // Never rejects: nobody waits for it.
  async #writeAll(): Promise<void> {
    await setImmediate(); // one line for a message that changes twice in one go
    const inbox = this.#inbox;
    try {
      if (inbox === undefined) return;
      while (this.#handle !== undefined && (this.#stale || this.#changed.size > 0)) {
        if (this.#stale || this.#size > 2 * this.#sizeAtBest + SLACK) await this.#rewrite(inbox);
        else await this.#append(this.#handle, inbox);
      }
    } catch (error) {
      await this.#giveUp(error);
    } finally {
      this.#writing = undefined; // in the same breath as the last look at what has changed
    }
  }

  async #append(handle: FileHandle, inbox: Inbox): Promise<void> {
    await this.#checkUntouched();
    const ids = [...this.#changed];
    this.#changed.clear();
    const lines = ids.map((id) => {
      const put = inbox.get(id);
      return writeRecord(put === undefined ? { drop: id } : { put });
    });
    const bytes = Buffer.from(lines.join(''));
    await handle.appendFile(bytes);
    this.#size += bytes.length;
  }

  // Beside the file and then into its place: whatever happens meanwhile, one of the two is whole.
  async #rewrite(inbox: Inbox): Promise<void> {
    if (this.#handle !== undefined) await this.#checkUntouched();
    this.#stale = false;
    this.#changed.clear();
    const messages = inbox.list();
    const temporary = `${this.#path}.tmp`;
    await rm(temporary, { force: true });
    const handle = await open(temporary, 'ax', 0o600);
    try {
      await handle.appendFile(writeHead(inbox.lastId));
      for (let at = 0; at < messages.length; at += MESSAGES_AT_ONCE) {
        const some = messages.slice(at, at + MESSAGES_AT_ONCE);
        await handle.appendFile(some.map((put) => writeRecord({ put })).join(''));
      }
      await handle.sync();
      await this.#handle?.close(); // some systems replace no file that is open
      await rename(temporary, this.#path);
      const { ino, size } = await handle.stat();
      this.#inode = ino;
      this.#size = size;
      this.#sizeAtBest = size;
    } catch (error) {
      await handle.close().catch(() => {});
      await rm(temporary, { force: true }).catch(() => {});
      throw error;
    }
    this.#handle = handle;
  }

  async #checkUntouched(): Promise<void> {
    const { ino, size } = await stat(this.#path);
    if (ino !== this.#inode || size !== this.#size) throw new Error('another program changed it');
  }

  async #giveUp(error: unknown): Promise<void> {
    this.#unfollow();
    await this.#handle?.close().catch(() => {});
    this.#handle = undefined;
    const { code, message } = error as NodeJS.ErrnoException;
    this.#tell(
      `The file ${this.#path} cannot be written any more (${code ?? message}): from now on ` +
        'messages are kept in memory alone. Fix that and start the simulator anew.',
    );
  }

  #tell(message: string): void {
    try {
      this.#warn(message);
    } catch {
      // Whoever listens may fail; the sends go on.
    }
  }
}
