import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** The file of numbers cannot be read. */
export class UnreadableFileError extends Error {}

/**
 * The numbers of a file with one number per line, as a new stream. It can be read once.
 *
 * @throws UnreadableFileError
 */
export async function* numbersOf(path: string): AsyncGenerator<string> {
  try {
    for await (const line of createInterface({ input: createReadStream(path) })) {
      const number = line.trim();
      if (number) yield number;
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnreadableFileError(`Cannot read the numbers: ${reason}.`);
  }
}
