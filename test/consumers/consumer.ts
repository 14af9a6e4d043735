import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const ROOT = process.cwd();

/** How a program of a consumer ended. */
export interface Ran {
  readonly stdout: string;
  readonly stderr: string;
}

/** An app in an empty folder, outside the project, with the packed package installed. */
export class Consumer {
  private constructor(readonly folder: string) {}

  /** Packs the built package and returns the tarball's path. */
  static async pack(into: string): Promise<string> {
    await execute('npm', ['pack', '--silent', '--pack-destination', into], { cwd: ROOT });
    const tarball = (await readdir(into)).find((name) => name.endsWith('.tgz'));
    if (tarball === undefined) throw new Error('npm pack made no tarball');
    return join(into, tarball);
  }

  /** Makes an app of a module type and installs packages into it. */
  static async create(type: 'module' | 'commonjs', packages: readonly string[]): Promise<Consumer> {
    const folder = await mkdtemp(join(tmpdir(), 'sms-consumer-'));
    await writeFile(
      join(folder, 'package.json'),
      JSON.stringify({ name: 'app', private: true, type }),
    );
    const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--silent'];
    await execute('npm', ['install', ...flags, ...packages], { cwd: folder });
    return new Consumer(folder);
  }

  /** Adds one of the apps of this folder. */
  async add(app: string, as = app): Promise<void> {
    await mkdir(join(this.folder, 'src'), { recursive: true });
    await cp(join(ROOT, 'test/consumers/apps', app), join(this.folder, 'src', as));
  }

  /** Runs a program to its own end: one that does not end by itself is an error. */
  async run(file: string, ...args: readonly string[]): Promise<Ran> {
    return execute(process.execPath, [file, ...args], {
      cwd: this.folder,
      timeout: 60_000,
      env: { ...process.env, NODE_OPTIONS: '' },
    });
  }

  async write(name: string, content: string): Promise<void> {
    await writeFile(join(this.folder, name), content);
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** A separate folder for the tarball. */
export function emptyFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'sms-pack-'));
}
