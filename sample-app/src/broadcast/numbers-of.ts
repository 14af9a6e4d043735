import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** The file of numbers cannot be read. */
export class UnreadableFileError extends Error {}

/**
 * The numbers of a file with one number per line. Stops early once `isOver` returns true.
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
    throw new UnreadableFileError(`Cannot read the numbers: ${reason}.`);
  }
}
