import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';

/** Builds the sample app, as far as it has changed: `npm test` has done so. */
export async function buildSample(): Promise<void> {
  await promisify(execFile)(process.execPath, ['scripts/build-sample-app.mjs']);
}

/** The built sample app in a process of its own. */
export class AppProcess {
  private constructor(
    private readonly child: ChildProcess,
    /** Its address. Empty for a worker, which has none. */
    readonly url: string,
  ) {}

  /** Starts it with these settings and no others, and resolves once it is ready. */
  static async start(settings: Readonly<Record<string, string>>): Promise<AppProcess> {
    const own = Object.entries(process.env).filter(([name]) => !/^(?:SMS_|NODE_)/.test(name));
    const env = { ...Object.fromEntries(own), NODE_ENV: 'test', PORT: '0', ...settings };
    const child = spawn(process.execPath, ['sample-app/dist/main.js'], { env });
    let printed = '';
    return new Promise((resolve, reject) => {
      const read = (chunk: Buffer): void => {
        printed += chunk.toString();
        if (!printed.includes('Ctrl-C ends it.')) return;
        resolve(new AppProcess(child, /App +(http:\S+)/.exec(printed)?.[1] ?? ''));
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.on('exit', () => reject(new Error(`The sample app ended:\n${printed}`)));
    });
  }

  /** Ends it as Ctrl-C does. */
  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill('SIGINT');
    await once(this.child, 'exit');
  }
}
