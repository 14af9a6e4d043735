/** Lets a program go on after the reader of its output has ended, as `head` does, or its terminal. */
export function allowClosedPipes(...streams: readonly NodeJS.WritableStream[]): void {
  for (const stream of streams) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
    });
  }
}
