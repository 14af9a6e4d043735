import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
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
export class Consumer implements AsyncDisposable {
  private constructor(readonly folder: string) {}

  /** Packs the built package and returns the tarball's path. */
  static async pack(into: string): Promise<string> {
    await execute('npm', ['pack', '--silent', '--pack-destination', into], { cwd: ROOT });
    const tarball = (await readdir(into)).find((name) => name.endsWith('.tgz'));
    if (tarball === undefined) throw new Error('npm pack made no tarball');
    return join(into, tarball);
  }

  /** Makes an app of a module type and installs packages into it, with npm or with this pnpm. */
  static async create(
    type: 'module' | 'commonjs',
    packages: readonly string[],
    pnpm?: string,
  ): Promise<Consumer> {
    const folder = await mkdtemp(join(tmpdir(), 'sms-consumer-'));
    await writeFile(
      join(folder, 'package.json'),
      JSON.stringify({ name: 'app', private: true, type }),
    );
    const flags = ['--prefer-offline', '--ignore-scripts', '--silent'];
    await (pnpm === undefined
      ? execute('npm', ['install', '--no-audit', '--no-fund', ...flags, ...packages], {
          cwd: folder,
        })
      : execute(pnpm, ['add', ...flags, ...packages], { cwd: folder }));
    return new Consumer(folder);
  }

  /** Changes the type of its modules. */
  async setType(type: 'module' | 'commonjs'): Promise<void> {
    const manifest = JSON.parse(
      await readFile(join(this.folder, 'package.json'), 'utf8'),
    ) as object;
    await this.write('package.json', JSON.stringify({ ...manifest, type }));
  }

  /** Adds one of the apps of this folder. */
  async add(app: string, as = app): Promise<void> {
    await mkdir(join(this.folder, 'src'), { recursive: true });
    await cp(join(ROOT, 'test/consumers/apps', app), join(this.folder, 'src', as));
  }

  /** Runs a program to its own end: one that does not end by itself is an error. */
  async run(file: string, ...args: readonly string[]): Promise<Ran> {
    return this.runOn(process.execPath, file, ...args);
  }

  /** The same with another version of Node.js. */
  async runOn(node: string, ...args: readonly string[]): Promise<Ran> {
    // JEST_WORKER_ID and NODE_ENV would tell another test runner that it is Jest.
    const { JEST_WORKER_ID: _worker, NODE_ENV: _env, FORCE_COLOR: _color, ...env } = process.env;
    return execute(node, args, {
      cwd: this.folder,
      timeout: 120_000,
      env: { ...env, NODE_OPTIONS: '', NO_COLOR: '1' },
    });
  }

  async write(name: string, content: string): Promise<void> {
    await writeFile(join(this.folder, name), content);
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.remove();
  }
}

/** A separate folder for the tarball. */
export function emptyFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'sms-pack-'));
}
