import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

/** The environment of a shell that no test runner started. */
function environment(more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(?:NODE_|JEST_|SMS_|npm_|PORT$|HOST$)/i.test(name),
  );
  // Installs take what npm has in its cache, and audit nothing.
  const npm = { npm_config_prefer_offline: 'true', npm_config_audit: 'false' };
  return { ...Object.fromEntries(own), ...npm, ...more };
}

/** Runs a command to its end and returns what it printed. */
export async function run(command: string, cwd: string): Promise<string> {
  const options = { cwd, env: environment({}), maxBuffer: 2 ** 26, timeout: 500_000 };
  const running = promisify(execFile)('bash', ['-c', command], options);
  running.child.stdin?.end();
  const { stdout } = await running.catch((error: unknown) => {
    const output = ['stdout', 'stderr'].map((key) => String(Reflect.get(Object(error), key)));
    throw new Error(`${command} failed in ${cwd}:\n${output.join('\n')}`);
  });
  return stdout;
}

/** How a command ended: its exit code, or the signal that ended it. */
type End = readonly [code: number | null, signal: NodeJS.Signals | null];

/** A command that runs until it is stopped. */
export class Running {
  private printed = '';

  private constructor(
    private readonly command: string,
    private readonly child: ChildProcess,
  ) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.printed += chunk.toString()));
    }
  }

  static start(command: string, cwd: string, env: Readonly<Record<string, string>> = {}): Running {
    // In a separate process group, because npm and npx start other processes.
    const options = { cwd, env: environment(env), detached: true } as const;
    return new Running(command, spawn('bash', ['-c', command], options));
  }

  /** Waits until it has printed this, and returns what the first group matched. */
  async untilPrinted(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = pattern.exec(this.printed);
      if (found) return found[1] ?? '';
      await this.next();
    }
  }

  /** Waits until an address answers. */
  async untilAnswers(url: string): Promise<void> {
    while (!(await fetch(url).catch(() => undefined))) await this.next();
  }

  /** Ends it, with all processes that it has started. SIGINT is what Ctrl-C sends. */
  async stop(signal: 'SIGTERM' | 'SIGINT' | 'SIGHUP' | 'SIGKILL' = 'SIGTERM'): Promise<End> {
    if (!this.hasEnded && this.child.pid !== undefined) process.kill(-this.child.pid, signal);
    return this.untilEnded();
  }

  /** Ends it, and leaves it to it to end the processes that it has started. */
  kill(signal: 'SIGTERM'): Promise<End> {
    this.child.kill(signal);
    return this.untilEnded();
  }

  /** Waits until it has ended, and nothing that it has started holds its output. */
  async untilEnded(): Promise<End> {
    if (!this.hasEnded) await once(this.child, 'close');
    return [this.child.exitCode, this.child.signalCode];
  }

  /** What it has printed. */
  get output(): string {
    return this.printed;
  }

  private get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  private async next(): Promise<void> {
    if (this.hasEnded) throw new Error(`${this.command} ended:\n${this.printed}`);
    await pause(100);
  }
}
