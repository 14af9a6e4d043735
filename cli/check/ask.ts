import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Terminal } from '../terminal/terminal.js';

/** Prints one finding: it works, it does not, or it is not known. */
export type Say = (mark: '✓' | '✗' | '?', ...lines: readonly string[]) => void;

/**
 * Asks for a line, on stderr, so that the output can be kept in a file.
 *
 * @param isHidden whether what is typed must not be shown
 * @returns an empty text if there is no answer
 */
export async function ask(
  { stdin, stderr }: Terminal,
  question: string,
  isHidden = false,
): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  // As a terminal, so that a backspace works and the terminal itself shows nothing.
  const output = isHidden ? nowhere : stderr;
  const lines = createInterface({ input: stdin, output, terminal: true });
  // Only now: before, the terminal itself would show what is typed.
  if (isHidden) stderr.write(question);
  const noAnswer = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  try {
    return await Promise.race([lines.question(isHidden ? '' : question).catch(() => ''), noAnswer]);
  } finally {
    lines.close();
    if (isHidden) stderr.write('\n');
  }
}
