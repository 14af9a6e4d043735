import { PassThrough } from 'node:stream';
import { runCommand } from '../../cli/run-command.js';
import { afterThisTest } from '../support/clean-up.js';
import { eventually } from '../support/eventually.js';
import { leaksOf } from '../support/leaks.js';

/** A terminal whose output is kept. What it shows must never contain a secret. */
export class TestTerminal {
  readonly stdin = Object.assign(new PassThrough(), { isTTY: false });
  readonly stdout = new PassThrough({ encoding: 'utf8' });
  readonly stderr = new PassThrough({ encoding: 'utf8' });
  shown = '';
  private readonly secrets: readonly string[];

  constructor(
    readonly argv: readonly string[],
    readonly env: Readonly<Record<string, string>>,
  ) {
    const secrets = [env['SMS_PASSWORD'], env['SMS_API_KEY']].filter((each) => each !== undefined);
    this.secrets = secrets;
    for (const stream of [this.stdout, this.stderr]) {
      stream.on('data', (text: string) => (this.shown += text));
    }
    afterThisTest(() => {
      this.stdin.destroy();
      const leaks = leaksOf(this.shown, this.secrets);
      if (leaks.length > 0) throw new Error(`A secret is shown: ${leaks.join()}`);
      const options =
        /^.*[✓✗?:].*\b(?:baseUrl|allowInsecure|auth\.(?:userId|password|header)\b).*$/m;
      const [named] = options.exec(this.shown.replace(/forRoot\(\{[^]*?\n {2}\}\)/, '')) ?? [];
      if (named) throw new Error(`An option is named, not a flag: ${named}`);
    });
  }

  /** Types a line once a question is shown. */
  async type(question: string, line: string): Promise<void> {
    await eventually(() => this.shown.includes(question));
    this.stdin.write(`${line}\r`);
  }
}

export const argvOf = (args: readonly string[]) => ['node', 'sms-gateway', ...args];

/** Runs the command without a terminal. */
export async function run(args: readonly string[], env = {}) {
  const terminal = new TestTerminal(argvOf(args), env);
  const code = await runCommand(terminal);
  return { code, shown: terminal.shown };
}
