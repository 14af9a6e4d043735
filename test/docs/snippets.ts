import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileOf, IMPORTED_PAGES } from './compile.js';
import { codeBlocks, type CodeBlock, PAGES } from './markdown.js';

// In the project, so that the snippets find its packages. Git ignores it. Test files run at the same time.
const FOLDER = join(process.cwd(), 'test/docs/snippets', `${process.pid}`);
let runs = 0;

/** The TypeScript blocks of the docs, as modules that a test imports. */
export class Snippets {
  /** Those that no test has run, for example `docs/limits.md, Quiet hours`. */
  readonly left: Set<string>;
  private readonly blocks: ReadonlyMap<string, CodeBlock>;

  /** @param replaced what the snippets say, for example the address of a gateway, and what it is in a test */
  constructor(private readonly replaced: Readonly<Record<string, string>>) {
    const blocks = PAGES.flatMap((page) => codeBlocks(page)).filter(
      ({ language, excerptOf }) => language === 'ts' && excerptOf === undefined,
    );
    this.blocks = new Map(blocks.map((block) => [nameOf(block, blocks), block]));
    this.left = new Set(this.blocks.keys());
  }

  /**
   * Runs a snippet and returns everything that it declares, and as `result` the value of its first
   * bare call, for example `SmsGatewayModule.forRoot(...)`. Each run is a new module.
   */
  async run<T extends object = object>(name: string): Promise<T> {
    return import(await this.write(name));
  }

  /** Writes a snippet, with the others that it can import, and returns the path of its file. */
  async write(name: string): Promise<string> {
    const block = this.blocks.get(name);
    if (!block) throw new Error(`The docs have no snippet '${name}'`);
    this.left.delete(name);
    runs += 1;
    const folder = join(FOLDER, String(runs));
    const pages = new Set([block.page, IMPORTED_PAGES[block.page]]);
    for (const each of this.blocks.values()) {
      if (!pages.has(each.page)) continue;
      const file = join(folder, fileOf(each));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, this.codeOf(each));
    }
    return join(folder, fileOf(block));
  }

  /** Removes the files of the snippets. */
  async remove(): Promise<void> {
    await rm(FOLDER, { recursive: true, force: true });
  }

  private codeOf({ code }: CodeBlock): string {
    const exported = code
      .replace(/^(?=(?:SmsGatewayModule|sms)\.)/m, 'const result = ')
      .replaceAll(/^(?=(?:const|class|(?:async )?function\*?) )/gm, 'export ');
    return Object.entries(this.replaced).reduce(
      (text, [shown, used]) => text.replaceAll(shown, used),
      `${exported}\nexport {};\n`,
    );
  }
}

/** The page and the heading of a snippet, and its number if there are several below that heading. */
function nameOf(block: CodeBlock, all: readonly CodeBlock[]): string {
  const { page, heading } = block;
  const others = all.filter((each) => each.page === page && each.heading === heading);
  const number = others.length > 1 ? ` ${others.indexOf(block) + 1}` : '';
  return `${page}, ${heading}${number}`;
}
