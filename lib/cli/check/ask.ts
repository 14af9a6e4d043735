import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** What the command uses of the process. */
export interface Terminal {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
}

/** Whether somebody can be asked. */
export function isTerminal(stdin: Terminal['stdin']): boolean {
  return stdin.isTTY === true;
}

/**
 * Asks for a line. Questions go to stderr, so that the output can be kept in a file.
 *
 * @param hidden whether what is typed must not be shown
 * @returns an empty text if there is no answer
 */
export async function ask(
  { stdin, stderr }: Terminal,
  question: string,
  signal: AbortSignal,
  hidden = false,
): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  // As a terminal, so that a backspace works and the terminal itself shows nothing.
  const lines = createInterface({
    input: stdin,
    output: hidden ? nowhere : stderr,
    terminal: true,
  });
  // In this mode, Ctrl-C is a key like any other.
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  // Only now: before, the terminal itself would show what is typed.
  if (hidden) stderr.write(question);
  try {
    const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    return await Promise.race([lines.question(hidden ? '' : question, { signal }), ended]);
  } finally {
    lines.close();
    if (hidden) stderr.write('\n');
  }
}
