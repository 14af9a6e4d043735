/** Lets a program continue after its terminal, or the reader of its output, such as `head`, has ended. */
export function allowClosedPipes(...streams: readonly NodeJS.WritableStream[]): void {
  for (const stream of streams) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
    });
  }
}
