import { createInterface } from 'node:readline';

/** Where a question is asked and answered: `process`, outside of tests. */
export interface Terminal {
  readonly stdin: NodeJS.ReadableStream;
  readonly stderr: NodeJS.WritableStream;
}

/** Asks whether to go on. Anything but `y` or `yes` means no, and so does the end of the input. */
export async function isConfirmed(
  question: string,
  { stdin, stderr }: Terminal = process,
): Promise<boolean> {
  stderr.write(question);
  // Without an output, so that Ctrl-C ends the process.
  const lines = createInterface({ input: stdin });
  const answer = await new Promise<string>((resolve) => {
    lines.once('line', resolve).once('close', () => resolve(''));
  });
  // Otherwise the process waits for more input, and does not end.
  lines.close();
  return /^y(?:es)?$/i.test(answer.trim());
}
