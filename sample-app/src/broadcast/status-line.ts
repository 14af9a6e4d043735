import { ConsoleLogger } from '@nestjs/common';

const CLEAR = '\r\u001B[K';

/** A line that is written over again and again on a terminal, and one line each elsewhere. */
export class StatusLine {
  constructor(private readonly out: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>) {}

  /** How often to show it, in ms. */
  get interval(): number {
    return this.out.isTTY ? 100 : 1000;
  }

  show(line: string): void {
    this.out.write(this.out.isTTY ? `${CLEAR}${line}` : `${line}\n`);
  }

  /** Makes room for something else. */
  clear(): void {
    if (this.out.isTTY) this.out.write(CLEAR);
  }

  /** Leaves it as it is. */
  end(): void {
    if (this.out.isTTY) this.out.write('\n');
  }
}

/** Logs warnings and errors on lines of their own, where a status line stands. */
export class StatusLineLogger extends ConsoleLogger {
  constructor(private readonly line: StatusLine) {
    super({ logLevels: ['fatal', 'error', 'warn'] });
  }

  protected override printMessages(...given: Parameters<ConsoleLogger['printMessages']>): void {
    this.line.clear();
    super.printMessages(...given);
  }
}
