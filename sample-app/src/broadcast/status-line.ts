import { ConsoleLogger } from '@nestjs/common';

const CLEAR = '\r\u001B[K';

/** A status that overwrites itself on a terminal. Elsewhere each update is a new line. */
export class StatusLine {
  constructor(private readonly out: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>) {}

  /** How often to update it, in ms. */
  get interval(): number {
    return this.out.isTTY ? 100 : 1000;
  }

  show(line: string): void {
    this.out.write(this.out.isTTY ? `${CLEAR}${line}` : `${line}\n`);
  }

  /** Clears the line, so that something else can be written. */
  clear(): void {
    if (this.out.isTTY) this.out.write(CLEAR);
  }

  /** Ends the line and keeps what it shows. */
  end(): void {
    if (this.out.isTTY) this.out.write('\n');
  }
}

/** Logs warnings and errors on separate lines while a status line is shown. */
export class StatusLineLogger extends ConsoleLogger {
  constructor(private readonly line: StatusLine) {
    super({ logLevels: ['fatal', 'error', 'warn'] });
  }

  protected override printMessages(...given: Parameters<ConsoleLogger['printMessages']>): void {
    this.line.clear();
    super.printMessages(...given);
  }
}
