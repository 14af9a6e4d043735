import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** The file of numbers can't be read. */
export class UnreadableFileError extends Error {}

/**
 * The numbers of a file, one a line, until it is over or nobody wants more.
 *
 * @throws UnreadableFileError
 */
export async function* numbersOf(path: string, isOver: () => boolean): AsyncGenerator<string> {
  try {
    for await (const line of createInterface({ input: createReadStream(path) })) {
      if (isOver()) return;
      const number = line.trim();
      if (number) yield number;
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnreadableFileError(`Can't read the numbers: ${reason}.`);
  }
}
