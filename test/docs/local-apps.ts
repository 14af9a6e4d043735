import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeBlocks } from './markdown.js';
import { freePort } from '../../scripts/free-port.mjs';
import { run, Running } from './terminal.js';

/** An app and its simulator, on free ports in place of 3000 and 4010, which the docs show. */
export class LocalApps {
  private readonly running: Running[] = [];

  private constructor(
    readonly appPort: string,
    readonly simulatorPort: string,
  ) {}

  static async onFreePorts(): Promise<LocalApps> {
    return new LocalApps(`${await freePort()}`, `${await freePort()}`);
  }

  /** A command or a file of the docs with these ports. */
  local(text: string): string {
    return text.replaceAll('3000', this.appPort).replaceAll('4010', this.simulatorPort);
  }

  /** Writes the files that a page shows into an app, with what this changes in them. */
  async writeFiles(page: string, app: string, change = (code: string) => code): Promise<void> {
    for (const { language, code } of codeBlocks(page)) {
      const [, file] = /^\/\/ (src\/\S+)\n/.exec(code) ?? [];
      if (file !== undefined) await writeFile(join(app, file), change(code));
      if (language === 'ini') await writeFile(join(app, '.env'), this.local(code));
    }
  }

  /** Starts a command that runs until `stop`. */
  start(command: string, folder: string, env: Readonly<Record<string, string>> = {}): Running {
    const running = Running.start(this.local(command), folder, { PORT: this.appPort, ...env });
    this.running.push(running);
    return running;
  }

  /** Starts the simulator and the app, and waits until both answer. */
  async startBoth(simulator: string, app: string, folder: string): Promise<void> {
    await this.start(simulator, folder).untilAnswers(this.local('http://127.0.0.1:4010/health'));
    await this.start(app, folder).untilAnswers(this.local('http://127.0.0.1:3000/'));
  }

  /** Runs a command to its end and returns what it printed. */
  run(command: string, folder = process.cwd()): Promise<string> {
    return run(this.local(command), folder);
  }

  /** The messages in the simulator, as JSON. */
  inbox(): Promise<string> {
    return this.run('curl -s http://127.0.0.1:4010/api/messages');
  }

  async stop(): Promise<void> {
    await Promise.all(this.running.splice(0).map((each) => each.stop()));
  }
}
